import { describe, expect, it } from 'vitest';
import type { FileVersion } from '../../../engine/run/attribution/writtenLines';
import { blocksOf, carried, linesOf, NOBODY, writtenLines } from '../../../engine/run/attribution/writtenLines';
import { lineDiff } from '../../../extension/beside/lineDiff';
import { fc } from '../../fc';

let contents = 0;
const version = (by: number, text: string, id = `content ${++contents}`): FileVersion => {
  return { id, lines: text === '' ? [] : text.split(' '), by };
};
const missing = (by: number): FileVersion => ({ id: null, lines: [], by });
const written = (...versions: readonly FileVersion[]) => writtenLines(versions, lineDiff);

/** Lines as a naive model has them: each remembers who put it in, and no two are ever the same text. */
interface Line {
  readonly text: string;
  readonly by: number;
}
interface Act {
  readonly at: number;
  readonly removed: number;
  readonly added: number;
}
const act = fc.record({
  at: fc.nat({ max: 40 }),
  removed: fc.nat({ max: 4 }),
  added: fc.nat({ max: 4 }),
});
const passes = fc.array(fc.array(act, { maxLength: 4 }), { minLength: 1, maxLength: 8 });

function played(all: readonly (readonly Act[])[], textOf: (count: number) => string) {
  let count = 0;
  const fresh = (by: number): Line => ({ text: textOf(count++), by });
  let lines = Array.from({ length: 12 }, () => fresh(NOBODY));
  const states = [lines];
  for (const [by, acts] of all.entries()) {
    for (const { at, removed, added } of acts) {
      const next = [...lines];
      next.splice(at % (lines.length + 1), removed, ...Array.from({ length: added }, () => fresh(by)));
      lines = next;
    }
    states.push(lines);
  }
  return states;
}
const versionsOf = (states: readonly (readonly Line[])[]) =>
  states.map((state, index): FileVersion => {
    return { id: `v${index}`, lines: state.map(({ text }) => text), by: index === 0 ? NOBODY : index - 1 };
  });

describe('who wrote a line', () => {
  it('is the last pass that introduced it, as a naive model has it (property)', () => {
    fc.assert(
      fc.property(passes, (all) => {
        const states = played(all, (count) => `line ${count}`);
        expect(written(...versionsOf(states))).toEqual(states.at(-1)?.map(({ by }) => by));
      }),
      { numRuns: 300 },
    );
  });

  it('with lines that are alike: a line of pass n was in its text, and nobody’s was there before (property)', () => {
    fc.assert(
      fc.property(passes, (all) => {
        const versions = versionsOf(played(all, (count) => `line ${count % 5}`));
        const last = versions.at(-1)?.lines ?? [];
        const writers = written(...versions);
        expect(writers).toHaveLength(last.length);
        for (const [index, by] of writers.entries())
          for (const each of versions.slice(by + 1)) expect(each.lines).toContain(last[index]);
      }),
      { numRuns: 300 },
    );
  });

  it('a line that stays keeps its writer while others come and go around it', () => {
    expect(written(version(NOBODY, 'a b c'), version(0, 'a X b c'), version(1, 'Y a X c'))).toEqual([
      1,
      NOBODY,
      0,
      NOBODY,
    ]);
  });

  it('what a pass put back is its own; what nobody of the run put back is whose it was', () => {
    const first = version(NOBODY, 'a b', 'one');
    const second = version(0, 'a Z', 'two');
    expect(written(first, second, version(1, 'a b', 'one'))).toEqual([NOBODY, 1]);
    expect(written(first, second, version(NOBODY, 'a b', 'one'))).toEqual([NOBODY, NOBODY]);
    expect(written(first, second, version(1, 'a Q', 'three'), version(NOBODY, 'a Z', 'two'))).toEqual([NOBODY, 0]);
  });

  it('a file that was not there is all of the pass that made it, and again of the one that made it anew', () => {
    expect(written(missing(NOBODY), version(0, 'a b'))).toEqual([0, 0]);
    expect(written(version(NOBODY, 'a b'), missing(0), version(1, 'a b'))).toEqual([1, 1]);
    expect(written(version(NOBODY, 'a b'), missing(0))).toEqual([]);
  });

  it('what a person changed since is nobody’s', () => {
    const writers = written(version(NOBODY, 'a b'), version(0, 'a X Y b'));
    const now = ['a', 'X', 'mine', 'b'];
    expect(carried(writers, lineDiff(['a', 'X', 'Y', 'b'], now), NOBODY)).toEqual([NOBODY, 0, NOBODY, NOBODY]);
  });

  it('blocks are lines next to each other of one writer', () => {
    expect(blocksOf([NOBODY, 0, 0, 1, NOBODY, 1])).toEqual([
      { from: 1, to: 3, by: 0 },
      { from: 3, to: 4, by: 1 },
      { from: 5, to: 6, by: 1 },
    ]);
    expect(blocksOf([])).toEqual([]);
  });

  it('line ends of all kinds make the same lines; the one at the end makes none', () => {
    expect(linesOf('a\r\nb\rc\n')).toEqual(['a', 'b', 'c']);
    expect(linesOf('a\n\n')).toEqual(['a', '']);
    expect(linesOf('')).toEqual([]);
  });
});

describe('the difference of two texts', () => {
  it('turns the one into the other (property)', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edits = lineDiff(before, after);
        const made: string[] = [];
        let [from, to] = [0, 0];
        for (const { at, removed, added } of edits) {
          while (from < at) {
            made.push(before[from++] ?? '');
            to += 1;
          }
          from += removed;
          made.push(...after.slice(to, to + added));
          to += added;
        }
        made.push(...before.slice(from));
        expect(made).toEqual(after);
      }),
      { numRuns: 500 },
    );
  });

  it('of two texts that have nothing in common is one edit', () => {
    const lines = (name: string) => Array.from({ length: 20_000 }, (_, index) => `${name} ${index}`);
    const before = ['same', ...lines('old'), 'end'];
    expect(lineDiff(before, ['same', ...lines('new'), 'end'])).toEqual([{ at: 1, removed: 20_000, added: 20_000 }]);
  });
});
