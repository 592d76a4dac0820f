import { describe, expect, it } from 'vitest';
import { align, firstDifference } from '../../engine/run/align/align';
import type { Outlined, OutlineLine } from '../../engine/run/align/outline';
import { outlineOf } from '../../engine/run/align/outline';
import { alignedTexts, FIRST } from '../../engine/run/align/texts';
import { fold } from '../../engine/run/fold';
import { foldHistory } from '../../engine/run/foldHistory';
import { EMPTY_HISTORY } from '../../engine/run/history';
import { resultOf } from '../../engine/run/result';
import { EMPTY_STATE } from '../../engine/run/state';
import { cleared, ended, entered, opened, pass, start } from '../extension/traces';
import type { Given } from '../fakes/trace';
import { trace } from '../fakes/trace';
import { fc } from '../fc';

function run(...given: readonly Given[]): Outlined {
  const entries = trace(...given);
  const [state, history] = [entries.reduce(fold, EMPTY_STATE), entries.reduce(foldHistory, EMPTY_HISTORY)];
  return { state, history, result: resultOf(state, { startedAt: '', endedAt: null, trace: '', holding: 'free' }) };
}
const between = (a: Outlined, b: Outlined) => align(outlineOf(a), outlineOf(b));
const firstText = (a: Outlined, b: Outlined) => {
  const found = firstDifference(between(a, b));
  return found?.map(({ before, after }) => (before === after ? before : [before, after])) ?? null;
};

const said = { usd: 0.4, clean: true, met: true, marker: '1' } as const;
const first = pass(1, { ...said, clean: false, decision: 'again', more: [opened(1)] });
const confirmed = pass(2, {
  ...said,
  decision: 'confirmed',
  more: [cleared(2)],
  last: [ended('complete', null)],
});
const capped = pass(2, { ...said, clean: false, decision: 'pass-cap', last: [ended('stopped', 'pass-cap')] });
const good = run(start, entered, ...first, ...confirmed);
const bad = run(start, entered, ...first, ...capped);

describe('two runs side by side', () => {
  it('are the same where nothing differs but times and ids', () => {
    const again = run({ ...start, run: 'another' } as Given, entered, ...first, ...confirmed);
    expect(between(good, again).every(({ same }) => same)).toBe(true);
    expect(firstDifference(between(good, again))).toBeNull();
    expect(alignedTexts(between(good, again)).first).toBeNull();
  });

  it('the first difference is found by pass and step: evidence, claim, latches, notes, files, outcome', () => {
    expect(firstText(good, bad)).toEqual([
      'pass 2 of loop fix',
      'verify (verify): done, next',
      [expect.stringContaining('10 passed'), expect.stringContaining('8 passed, 2 failed')],
    ]);
    const unlike = (more: Partial<typeof said>) =>
      run(start, entered, ...first, ...pass(2, { ...said, ...more, decision: 'again' }));
    expect(firstText(unlike({}), unlike({ met: false as never }))?.at(-1)).toEqual([
      'judge proposed: the goal is met · engine decided: not confirmed',
      'judge proposed: the goal is not met · engine decided: not confirmed',
    ]);
    expect(firstText(good, run({ ...start, goal: 'Another.' } as Given, entered, ...first, ...confirmed))).toEqual([
      expect.any(String),
      ['goal: All tests pass.', 'goal: Another.'],
    ]);
    expect(firstText(good, run(start, entered, ...first))?.at(0)).toEqual('pass 2 of loop fix');
  });

  it('what was spent counts only where nothing else differs', () => {
    const dear = pass(1, { ...said, usd: 4, clean: false, decision: 'again', more: [opened(1)] });
    expect(firstText(good, run(start, entered, ...dear, ...capped))?.at(0)).toBe('pass 2 of loop fix');
    expect(firstText(good, run(start, entered, ...dear, ...confirmed))?.at(-1)).toEqual([
      'spend: $0.40',
      'spend: $4.00',
    ]);
  });

  it('as texts: equal passes are one line, the first difference is marked in both and its line known', () => {
    const { before, after, first: at } = alignedTexts(between(good, bad));
    expect(before).toContain('pass 1 of loop fix: the same in both\n');
    expect(before.split('\n')[at?.before ?? -1]).toMatch(new RegExp(`10 passed.*${FIRST}$`));
    expect(after.split('\n')[at?.after ?? -1]).toMatch(new RegExp(`2 failed.*${FIRST}$`));
    expect(before.split(FIRST)).toHaveLength(2);
  });

  it('a loop that is entered again is told apart', () => {
    const twice = run(start, entered, ...first, ...confirmed, entered, ...first);
    const titles = outlineOf(twice).map(({ text }) => text);
    expect(titles).toContain('pass 1 of loop fix, entered again (2)');
    expect(new Set(outlineOf(twice).map(({ key }) => key)).size).toBe(titles.length);
  });
});

const { line } = fc.letrec<{ line: OutlineLine }>((tie) => ({
  line: fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    text: fc.constantFrom('x', 'y'),
    aspect: fc.constantFrom('step' as const, 'spend' as const),
    below: fc.oneof({ maxDepth: 2 }, fc.constant([]), fc.array(tie('line'), { maxLength: 3 })),
  }),
}));

describe('any two outlines', () => {
  const many = fc.array(line, { maxLength: 5 });
  const side = (all: ReturnType<typeof align>, which: 'before' | 'after'): readonly unknown[] =>
    all.flatMap((each) => (each[which] === null ? [] : [[each[which], side(each.below, which)]]));
  const plain = (all: readonly OutlineLine[]): readonly unknown[] => all.map(({ text, below }) => [text, plain(below)]);
  const sorted = (value: readonly unknown[]): unknown => value.map((each) => JSON.stringify(each)).sort();

  it('nothing of either is lost, the order of the first is kept, and itself differs in nothing', () => {
    fc.assert(
      fc.property(many, many, (a, b) => {
        const all = align(a, b);
        expect(side(all, 'before')).toEqual(plain(a));
        const texts = (given: readonly unknown[]): string[] => JSON.stringify(given).match(/"[xy]"/g) ?? [];
        expect(texts(side(all, 'after')).length).toBe(texts(plain(b)).length);
        expect(sorted(side(all, 'after').map((each) => (each as readonly unknown[])[0]))).toEqual(
          sorted(plain(b).map((each) => (each as readonly unknown[])[0])),
        );
        expect(firstDifference(align(a, a))).toBeNull();
        expect(firstDifference(all) === null).toBe(all.every((each) => each.same));
      }),
    );
  });
});
