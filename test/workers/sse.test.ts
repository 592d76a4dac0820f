import { describe, expect, it } from 'vitest';
import type { SseEvent } from '../../engine/node/workers/models/sse';
import { decodeSse } from '../../engine/node/workers/models/sse';
import { fc } from '../fc';

function decode(chunks: readonly Uint8Array[], longest?: number): readonly SseEvent[] {
  const events: SseEvent[] = [];
  const decoder = decodeSse((event) => events.push(event), longest);
  for (const chunk of chunks) decoder.add(chunk);
  decoder.end();
  return events;
}
const data = (text: string, longest?: number) => decode([Buffer.from(text)], longest).map((event) => event.data);

describe('server-sent events', () => {
  it('end at a blank line, whatever the kind of line end', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(data(['data: one', '', 'data: two', '', ''].join(end))).toEqual(['one', 'two']);
    }
  });
  it('have a name, and data over several lines', () => {
    const text = ': a comment\nevent: ping\nid: 7\nretry: 10\ndata: a\ndata:b\ndata\ndata:  c\n\ndata: d\n\n';
    expect(decode([Buffer.from(text)])).toEqual([
      { event: 'ping', data: 'a\nb\n\n c', cut: false },
      { event: '', data: 'd', cut: false },
    ]);
  });
  it('without data are none, and a line that is not whole is not read', () => {
    expect(data('event: ping\n\n: c\n\n')).toEqual([]);
    expect(data('data: [DONE]\n')).toEqual(['[DONE]']);
    expect(data('data: one\n\ndata: tw')).toEqual(['one']);
  });
  it('that are too long are cut and say so', () => {
    const long = `data: ${'x'.repeat(100)}\n\ndata: short\n\n`;
    const events = decode([Buffer.from(long)], 50);
    expect(events.map(({ cut }) => cut)).toEqual([true, false]);
    expect(events[0]!.data.length).toBeLessThanOrEqual(50);
    const many = decode([Buffer.from(`${'data: 0123456789\n'.repeat(20)}\ndata: short\n\n`)], 50);
    expect(many.map(({ cut }) => cut)).toEqual([true, false]);
  });
  it('read the same however their bytes were cut into chunks', () => {
    const bytes = Buffer.from('﻿event: ä\r\ndata: €😀\r\ndata: b\r\n\r\ndata: c\r\rdata: d\n\n');
    const whole = decode([bytes]);
    expect(whole.map((event) => event.data)).toEqual(['€😀\nb', 'c', 'd']);
    for (let at = 0; at <= bytes.length; at++) {
      expect(decode([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
    }
    expect(decode([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
  });
  it('never throw on any bytes', () => {
    fc.assert(fc.property(fc.array(fc.uint8Array()), (chunks) => void decode(chunks)));
  });
});
