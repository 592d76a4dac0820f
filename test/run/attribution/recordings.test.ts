import { describe, expect, it } from 'vitest';
import { recordingsOf } from '../../../engine/run/attribution/recordings';
import { frozenPaths, isTestFile } from '../../../engine/run/attribution/testFiles';
import { foldHistory } from '../../../engine/run/foldHistory';
import { EMPTY_HISTORY } from '../../../engine/run/history';
import { entered, pass, start } from '../../extension/traces';
import type { Given } from '../../fakes/trace';
import { trace } from '../../fakes/trace';

const historyOf = (...given: readonly Given[]) => trace(...given).reduce(foldHistory, EMPTY_HISTORY);
const said = (...given: readonly Given[]) =>
  recordingsOf(historyOf(...given)).map(({ tree, by }) => {
    return `${tree} ${by === null ? 'nobody' : `${by.within}${by.stretch.pass} ${by.run.step}`}`;
  });

const scope = (step: string) => ({ step, visit: 1, pass: 0 });
const began = (step: string, tree: string): readonly Given[] => [
  { ...scope(step), type: 'step.started', kind: 'work', attempt: 1, inputs: 'i', worker: 'w' },
  { ...scope(step), type: 'workspace.snapshot', when: 'step-start', tree },
];
const over = (step: string, tree: string): readonly Given[] => [
  { ...scope(step), type: 'workspace.snapshot', when: 'step-end', tree },
  {
    ...scope(step),
    type: 'step.finished',
    result: { kind: 'work', ok: true, output: null, changed: [], attempts: 1 },
  },
];

describe('the recordings of a run', () => {
  it('are each of the step of the pass that made them so', () => {
    const common = { usd: 1, met: false, clean: false } as const;
    const passes = [1, 2].flatMap((n) => pass(n, { ...common, marker: `${n}`, decision: 'again' }));
    expect(said(start, entered, ...passes)).toEqual(['a0 nobody', 'a1 1 act', 'a2 2 act']);
  });

  it('what changed between two steps is of nobody of the run', () => {
    expect(said(start, ...began('a', 't0'), ...over('a', 't1'), ...began('b', 'mine'), ...over('b', 't2'))).toEqual([
      't0 nobody',
      't1 0 a',
      'mine nobody',
      't2 0 b',
    ]);
  });

  it('of steps that are at work together, what is seen at an end is of the one that ends', () => {
    const both = [...began('a', 't0'), ...began('b', 't1'), ...over('b', 't2'), ...over('a', 't3')];
    expect(said(start, ...both)).toEqual(['t0 nobody', 't1 0 a', 't2 0 b', 't3 0 a']);
  });

  it('what changed nothing, or was not recorded, is left out', () => {
    const none: Given = { ...scope('b'), type: 'workspace.snapshot', when: 'step-start', tree: null, why: 'too slow' };
    expect(said(start, ...began('a', 't0'), ...over('a', 't0'), none, ...over('b', 't1'))).toEqual([
      't0 nobody',
      't1 0 b',
    ]);
    expect(said(start)).toEqual([]);
  });
});

describe('test files', () => {
  it.each([
    ['test/a.js', 'src/__tests__/a.ts', 'a.test.tsx', 'pkg/a_test.go', 'spec/a_spec.rb', 'test_a.py', 'conftest.py'],
    ['src/FooTest.java', 'a/__snapshots__/b.snap', 'e2e/a.ts'],
  ])('are known by where they stand and what they are called', (...paths) => {
    expect(paths.filter((path) => !isTestFile(path))).toEqual([]);
  });

  it('other files are none: latest.ts, testing.md, contest.js, src/attest/a.ts', () => {
    expect(['latest.ts', 'testing.md', 'contest.js', 'src/attest/a.ts'].filter((path) => isTestFile(path))).toEqual([]);
  });

  it('what a loop held frozen is one whatever its name', () => {
    const baseline = { tree: null, frozen: { 'checks/a.sh': 'd' }, definitions: {}, verifications: {} };
    const loop: Given = { type: 'commit', events: [{ type: 'loop.entered', loop: 'fix', baseline }] };
    expect(isTestFile('checks/a.sh', frozenPaths(historyOf(start, loop)))).toBe(true);
    expect(isTestFile('checks/b.sh', frozenPaths(historyOf(start, loop)))).toBe(false);
  });
});
