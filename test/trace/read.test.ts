import { describe, expect, it } from 'vitest';
import type { Entry } from '../../engine/trace/entry';
import { readLine } from '../../engine/trace/read';
import { fc } from '../fc';

const at = '2026-11-30T13:05:12.000Z';
const commit: Entry = {
  seq: 4,
  at,
  type: 'commit',
  superStep: 1,
  fence: 1,
  prev: '',
  digest: 'd',
  events: [],
  frontier: [],
};

describe('readLine', () => {
  it('gives a whole entry as it stands, with members of a later version', () => {
    expect(readLine(JSON.stringify(commit))).toEqual({ kind: 'entry', entry: commit });
    const more = { ...commit, later: { x: 1 } };
    expect(readLine(JSON.stringify(more))).toEqual({ kind: 'entry', entry: more });
  });

  it('SH-14 a line that is cut at any byte is damaged, and says why', () => {
    const text = JSON.stringify(commit);
    for (let cut = 0; cut < text.length; cut++) expect(readLine(text.slice(0, cut)).kind).toBe('damaged');
  });

  it('keeps a type that it does not know', () => {
    expect(readLine(JSON.stringify({ seq: 2, at, type: 'gate.decided' }))).toEqual({
      kind: 'unknown',
      seq: 2,
      type: 'gate.decided',
    });
  });

  it('SH-02 counts as damaged what lacks its head or what a fold builds on', () => {
    const lines = [
      { ...commit, seq: '4' },
      { ...commit, seq: -1 },
      { ...commit, seq: 1.5 },
      { ...commit, at: 0 },
      { ...commit, events: {} },
      { ...commit, superStep: '1' },
      { ...commit, frontier: undefined },
      { seq: 1, at, type: 'step.finished', step: 'a', visit: 1, pass: 0 },
      { seq: 1, at, type: 'toString' },
    ];
    const kinds = lines.map((line) => readLine(JSON.stringify(line)).kind);
    expect(kinds).toEqual([...Array<string>(8).fill('damaged'), 'unknown']);
    expect(readLine(JSON.stringify({ ...commit, superStep: '1' }))).toEqual({
      kind: 'damaged',
      why: '"superStep" of commit is not number',
    });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => ['entry', 'unknown', 'damaged'].includes(readLine(text).kind)));
    fc.assert(fc.property(fc.json(), (text) => ['entry', 'unknown', 'damaged'].includes(readLine(text).kind)));
  });
});
