import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { anthropicReader, classifyAnthropic } from '../../engine/node/workers/models/anthropicStream';
import type { ModelAnswer } from '../../engine/node/workers/models/modelAnswer';
import { classifyOpenai, openaiReader } from '../../engine/node/workers/models/openaiStream';
import type { SseEvent } from '../../engine/node/workers/models/sse';
import { decodeSse } from '../../engine/node/workers/models/sse';
import { chatWire } from '../fakes/modelWires/chat';
import { messagesWire } from '../fakes/modelWires/messages';
import type { Said } from '../fakes/modelWires/wire';
import { fc } from '../fc';

const USED = { in: 1200, cachedIn: 300, cacheWrite: 0, out: 40, reasoning: 7 };
const said = (more: Partial<Said> = {}): Said => ({
  id: '1',
  model: 'm',
  text: 'I read the file first, schön 😀.',
  tools: [
    { id: 'a', name: 'read', input: { path: 'src/ä.js' } },
    { id: 'b', name: 'write', input: { path: 'b.js', content: 'let b = "2";\n'.repeat(2) } },
  ],
  end: 'natural',
  used: USED,
  ...more,
});

const APIS = [
  { api: 'openai', wire: chatWire, classify: classifyOpenai, reader: openaiReader, tokens: USED },
  // Reasoning is a part of its output.
  {
    api: 'anthropic',
    wire: messagesWire,
    classify: classifyAnthropic,
    reader: anthropicReader,
    tokens: { ...USED, out: 47, reasoning: 0 },
  },
] as const;

type Classify = (events: readonly SseEvent[], broken?: string) => ModelAnswer;

function read(classify: Classify, bytes: Uint8Array | string, broken?: string): ModelAnswer {
  const events: SseEvent[] = [];
  const decoder = decodeSse((event) => events.push(event));
  decoder.add(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  decoder.end();
  return classify(events, broken);
}

describe.each(APIS)('a stream of $api', ({ wire, classify, reader, tokens }) => {
  const framesOf = (more: Partial<Said> = {}) => Object.values(wire.stream(said(more))).flat();
  const streamOf = (more: Partial<Said> = {}) => framesOf(more).join('');
  const whole = read(classify, streamOf());

  it('gives text, tool calls and what was used', () => {
    expect(whole).toEqual({
      end: 'whole',
      text: said().text,
      calls: said().tools.map((tool) => ({ ...tool, written: JSON.stringify(tool.input) })),
      usage: { state: 'reported', tokens, usd: null, basis: null },
    });
  });
  it.each([
    ['length', 'too-long', 'cut at its limit of tokens'],
    ['refusal', 'refused', ''],
    ['filter', 'refused', ''],
  ] as const)('that ends with %s is %s, and what it used is known', (end, expected, why) => {
    const answer = read(classify, streamOf({ end, tools: [] }));
    expect(answer).toMatchObject({ end: expected, usage: { tokens } });
    expect(answer.why).toContain(why);
  });
  it('SH-13 without usage reports none: absent, never zero', () => {
    expect(read(classify, streamOf({ used: null }))).toMatchObject({ end: 'whole', usage: { state: 'absent' } });
    const zero = { in: 0, cachedIn: 0, cacheWrite: 0, out: 0, reasoning: 0 };
    expect(read(classify, streamOf({ used: zero })).usage.state).toBe('absent');
    expect(read(classify, streamOf({ used: { ...zero, in: 9 } })).usage.state).toBe('absent');
    expect(read(classify, streamOf({ used: { ...zero, out: 9 } })).usage.state).toBe('absent');
  });
  it('SH-13 with counts that are no counts reports nothing', () => {
    for (const wrong of ['-1', '1.5', '"NaN"', 'true', '1e400']) {
      const spoiled = streamOf().replaceAll(/("(?:completion|output)_tokens":)\d+/g, `$1${wrong}`);
      expect(read(classify, spoiled).usage.state).toBe('absent');
    }
  });
  it('with an error in it is no answer; where nothing came before it may pass', () => {
    const broken = wire.errorFrame('trouble');
    const begun = read(classify, wire.stream(said()).open.join('') + wire.stream(said()).body.join('') + broken);
    expect(begun).toMatchObject({ end: 'failed', usage: { state: 'absent' } });
    expect(begun.why).toContain('trouble');
    expect(begun.passing).toBeUndefined();
    expect(read(classify, broken)).toMatchObject({
      end: 'failed',
      passing: true,
      usage: { tokens: { in: 0, out: 0 } },
    });
  });
  it('with a hole, a record that cannot be read, is no answer', () => {
    for (const junk of [
      'data: {"choices": 7, "type": "message_start"}\n\n',
      'data: {\n\n',
      'data: []\n\n',
      'data: 7\n\n',
    ]) {
      expect(read(classify, junk + streamOf())).toMatchObject({ end: 'unfinished' });
    }
  });
  it('leaves records of no known shape, comments and pings alone', () => {
    const odd = ': OPENROUTER PROCESSING\n\ndata: {"type":"new_thing","x":1}\n\nevent: ping\ndata: {"type":"ping"}\n\n';
    expect(read(classify, odd + streamOf())).toEqual(whole);
    expect(read(classify, framesOf().join(odd))).toEqual(whole);
  });
  it('with a tool’s input that is no object keeps what was written', () => {
    const spoiled = streamOf().replaceAll('\\"path\\"', '\\"path');
    expect(read(classify, spoiled).calls[0]).toMatchObject({ name: 'read', input: undefined });
  });

  describe('damaged', () => {
    const bytes = Buffer.from(streamOf());
    it('cut at any byte is never good without its last record, and what it used is then not known', () => {
      let good = 0;
      for (let at = 0; at < bytes.length; at++) {
        for (const broken of [undefined, 'the connection broke']) {
          const answer = read(classify, bytes.subarray(0, at), broken);
          const reported = answer.usage.state === 'reported';
          if (answer.end === 'whole') good += 1;
          const fine =
            answer.end === 'whole' ? isDeepStrictEqual(answer.calls, whole.calls) : answer.end === 'unfinished';
          const proven = !reported || isDeepStrictEqual(answer.usage, whole.usage);
          const early = at < bytes.length - 800 && (answer.end === 'whole' || reported);
          if (!fine || !proven || early) expect.fail(`cut at ${at}: ${JSON.stringify(answer)}`);
        }
      }
      expect(good).toBeLessThan(700);
    });
    it('with records doubled, moved, left out or mixed with junk never throws and never loses a piece unseen', () => {
      const frames = framesOf();
      const junk = fc.oneof(
        fc.string({ unit: 'binary' }).map((text) => `data: ${text}\n\n`),
        fc.json().map((text) => `data: ${text}\n\n`),
        fc.constantFrom(
          'data: [DONE]\n\n',
          'data: null\n\n',
          'data: {"choices":[null]}\n\n',
          'event: error\ndata: {}\n\n',
        ),
      );
      const order = fc.array(fc.oneof(fc.nat(frames.length - 1), junk), { maxLength: 30 });
      fc.assert(
        fc.property(order, fc.boolean(), (items, broken) => {
          const mutated = items.map((item) => (typeof item === 'number' ? frames[item]! : item));
          const answer = read(classify, mutated.join(''), broken ? 'the connection broke' : undefined);
          const ends = mutated.some((frame) => /"(finish|stop)_reason":"/.test(frame));
          if (broken || !ends) expect(answer.end).not.toBe('whole');
        }),
        { numRuns: 1000 },
      );
    });
    it('read the same however its bytes were cut into chunks', () => {
      fc.assert(
        fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
          const one = reader();
          const decoder = decodeSse(one.event);
          const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
          for (const [index, place] of places.slice(1).entries()) decoder.add(bytes.subarray(places[index], place));
          decoder.end();
          expect(one.end()).toEqual(whole);
        }),
      );
    });
    it('with one record of 20 MB is no answer, and is not kept', () => {
      const { open, body, close } = wire.stream(said());
      const huge = [...open, ...body.slice(0, 1), wire.more('x'.repeat(20 * 1024 * 1024)), ...close].join('');
      expect(read(classify, huge)).toMatchObject({ end: 'unfinished' });
    });
  });
});

describe('a stream of openai, as other services write it', () => {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const call = (more: object, fields: object) => chunk({ tool_calls: [{ function: fields, ...more }] });
  const end = chunk({}, 'tool_calls');
  const names = (text: string) => read(classifyOpenai, text).calls.map(({ id, name, written }) => [id, name, written]);

  it('gives whole calls without an index, or several under one', () => {
    expect(
      names(
        call({ id: 'x' }, { name: 'a', arguments: '{}' }) +
          call({ id: 'y' }, { name: 'b', arguments: '{"c":1}' }) +
          end,
      ),
    ).toEqual([
      ['x', 'a', '{}'],
      ['y', 'b', '{"c":1}'],
    ]);
    const one = { index: 0 };
    expect(
      names(
        call({ ...one, id: 'x' }, { name: 'a', arguments: '{' }) +
          call(one, { arguments: '}' }) +
          call({ ...one, id: 'y' }, { name: 'b', arguments: '{}' }) +
          end,
      ),
    ).toEqual([
      ['x', 'a', '{}'],
      ['y', 'b', '{}'],
    ]);
  });
  it('counts reasoning beside the completion where the total says so', () => {
    const usage = (total: number) =>
      `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: total, completion_tokens_details: { reasoning_tokens: 5 } } })}\n\n`;
    const tokens = (total: number) => read(classifyOpenai, chunk({ content: 'x' }, 'stop') + usage(total)).usage;
    expect(tokens(30)).toMatchObject({ tokens: { out: 15, reasoning: 5 } });
    expect(tokens(35)).toMatchObject({ tokens: { out: 20, reasoning: 5 } });
  });
  it('ends for a reason that nobody knows: a failure', () => {
    expect(read(classifyOpenai, chunk({ content: 'x' }, 'insufficient_system_resource'))).toMatchObject({
      end: 'failed',
    });
    expect(read(classifyOpenai, chunk({ content: 'x' }, 'stop') + chunk({ content: 'more' }))).toMatchObject({
      end: 'unfinished',
    });
  });
});

describe('a stream of anthropic', () => {
  const { open, body, close } = messagesWire.stream(said());
  it.each([
    ['begins twice', [...open, ...open, ...body, ...close]],
    ['has a block that begins twice', [...open, body[0]!, ...body, ...close]],
    ['has a piece of no block', [...open, body[1]!, ...body, ...close]],
    ['goes on after its end', [...open, ...body, ...close, body[0]!]],
    ['has no stop reason', [...open, ...body, close.at(-1)!]],
    ['has a block without its end', [...open, ...body.slice(0, -1), ...close]],
  ])('that %s is no answer', (_, frames) => {
    expect(read(classifyAnthropic, frames.join(''))).toMatchObject({ end: 'unfinished' });
  });
});
