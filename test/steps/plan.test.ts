import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { planRound } from '../../engine/steps/plan';
import { fc } from '../fc';

const HANDLERS = { step: 'runStep' };

const task = (id: string, ...prerequisites: string[]): Json => ({ id, kind: 'step', prerequisites, input: null });
const result = (id: string, status: 'done' | 'failed' = 'done'): Json => ({ id, status, output: id });
const round = (tasks: Json, results: Json = [], maxFanout = 4) => planRound({ tasks, results }, HANDLERS, maxFanout);

const BUILD = [
  task('fetch'),
  task('compile', 'fetch'),
  task('test', 'compile'),
  task('lint', 'compile'),
  task('package', 'test', 'lint'),
];

/** Runs rounds until nothing more can run; `fails` are the tasks that fail. */
function carryOut(tasks: readonly Json[], fails: readonly string[] = [], maxFanout = 4) {
  const results: Json[] = [];
  const rounds: string[][] = [];
  let now = round(tasks, results, maxFanout);
  while (now.state === 'more' && rounds.length <= tasks.length) {
    rounds.push(now.runnable.map(({ id }) => id));
    results.push(...now.runnable.map(({ id }) => result(id, fails.includes(id) ? 'failed' : 'done')));
    now = round(tasks, results, maxFanout);
  }
  return { rounds, results, end: now };
}

const causes = (now: ReturnType<typeof round>) => now.blocked.map(({ id, by, cause }) => `${id} ${cause} ${by}`);

describe('a plan', () => {
  it('AF-66 runs independent tasks in one round, and what needs both behind them', () => {
    const { rounds, end } = carryOut(BUILD);
    expect(rounds).toEqual([['fetch'], ['compile'], ['test', 'lint'], ['package']]);
    expect(end).toMatchObject({ state: 'complete', blocked: [], reason: '5 of 5 tasks are done' });
  });

  it('AF-67 runs at most maxFanout tasks in a round, in their order', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((id) => task(id));
    expect(carryOut(many, [], 2).rounds).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(carryOut(many, [], 5).rounds).toEqual([['a', 'b', 'c', 'd', 'e']]);
  });

  it('AF-68 a task without a result is runnable again, one with a result is not', () => {
    const after = [result('fetch'), result('compile'), result('lint')];
    expect(round(BUILD, after).runnable.map(({ id }) => id)).toEqual(['test']);
    expect(round(BUILD, [...after, result('test')]).runnable.map(({ id }) => id)).toEqual(['package']);
  });

  it('AF-69 a failed task is finished and its dependents never run; others do', () => {
    const { rounds, end } = carryOut(BUILD, ['lint']);
    expect(rounds).toEqual([['fetch'], ['compile'], ['test', 'lint']]);
    expect(end.state).toBe('stalled');
    expect(causes(end)).toEqual(['package failed lint']);
    expect(carryOut([task('a'), task('b')], ['b']).end).toMatchObject({ state: 'stalled', blocked: [] });
    expect(carryOut(BUILD, ['lint']).end.reason).toContain('"lint" failed');
  });

  it('AF-70 names what blocks each task, through those in between', () => {
    const { end } = carryOut(BUILD, ['compile']);
    expect(causes(end)).toEqual(['test failed compile', 'lint failed compile', 'package blocked compile']);
    const cyclic = carryOut([task('x', 'y'), task('y', 'x'), task('z', 'x'), task('self', 'self')]).end;
    expect(causes(cyclic)).toEqual(['x cycle y', 'y cycle x', 'z blocked x', 'self cycle self']);
    const between = round([task('x', 'y'), task('y', 'x'), task('m', 'x'), task('p', 'm', 'q'), task('q', 'p')]);
    expect(causes(between)).toEqual(['x cycle y', 'y cycle x', 'm blocked x', 'p cycle q', 'q cycle p']);
  });

  it('AF-71 refuses a second task of an id and a kind without a handler, and holds up nothing else', () => {
    const twice = carryOut([task('a'), task('a', 'nope'), task('b', 'a')]);
    expect(twice.rounds).toEqual([['a'], ['b']]);
    expect(twice.end).toMatchObject({
      state: 'stalled',
      blocked: [{ id: 'a', by: 'a', cause: 'refused', why: 'refused: "a" is already in the plan' }],
    });
    const unknown = carryOut([{ id: 'a', kind: 'fly' }, task('b', 'a'), task('c', 'b'), task('d')]);
    expect(unknown.rounds).toEqual([['d']]);
    expect(causes(unknown.end)).toEqual(['a refused a', 'b refused a', 'c blocked a']);
    expect(unknown.end.blocked[0]?.why).toBe('refused: no handler for the kind "fly"; there are: step');
    expect(round([{ id: 'a', kind: 'toString' }]).blocked).toHaveLength(1);
  });

  it('AF-71 an unknown prerequisite stalls and is named, until the plan has it', () => {
    const tasks = [task('z', 'nope')];
    expect(round(tasks)).toMatchObject({ state: 'stalled', runnable: [] });
    expect(causes(round(tasks))).toEqual(['z unknown nope']);
    expect(carryOut([...tasks, task('nope')]).rounds).toEqual([['nope'], ['z']]);
  });

  it('SH-18 a plan that cannot go on says so, and is not complete', () => {
    const one = carryOut([task('fetch'), task('compile'), task('test', 'compile'), task('lint', 'fetch')], ['compile']);
    expect(one.rounds.flat()).toEqual(['fetch', 'compile', 'lint']);
    expect(one.end.state).toBe('stalled');
    expect(causes(one.end)).toEqual(['test failed compile']);
    const two = carryOut([task('x', 'y'), task('y', 'x'), task('ok')]);
    expect(two.rounds).toEqual([['ok']]);
    expect([two.end.state, causes(two.end)]).toEqual(['stalled', ['x cycle y', 'y cycle x']]);
    const three = carryOut([task('z', 'nope')]);
    expect([three.rounds, three.end.state]).toEqual([[], 'stalled']);
    expect(three.end.reason).toContain('nope');
  });

  it('EN-13 each dependent of a failed task is skipped for it, and the totals add up', () => {
    const { end } = carryOut(BUILD, ['compile']);
    expect(end.blocked.map(({ why }) => why)).toEqual([
      'skipped: blocked by compile, which failed',
      'skipped: blocked by compile, which failed',
      'skipped: blocked by compile through test',
    ]);
    expect(end.totals).toEqual({ tasks: 5, done: 1, failed: 1, blocked: 3, open: 0 });
    expect(round(BUILD, [result('fetch')]).totals).toEqual({ tasks: 5, done: 1, failed: 0, blocked: 0, open: 4 });
  });

  it('is idle where there is no task, whatever the channel holds', () => {
    const empty: Json = { tasks: null, results: [result('a')] };
    for (const channel of [undefined, null, 'x', {}, { tasks: [] as Json[] }, empty] as readonly (Json | undefined)[]) {
      expect(planRound(channel, HANDLERS, 4)).toMatchObject({ state: 'idle', runnable: [], blocked: [] });
    }
  });

  it('refuses what is no task, with its reason, and runs the rest', () => {
    const odd: Json[] = [
      7,
      null,
      {},
      { id: '' },
      { id: 'k' },
      { id: 'p', kind: 'step', prerequisites: 'a' },
      task('a'),
    ];
    const now = round([
      ...odd,
      { id: 'q', kind: 'step', prerequisites: [1] },
      { id: 'n', kind: 'step', prerequisites: null },
    ]);
    expect(now.runnable.map(({ id }) => id)).toEqual(['a', 'n']);
    expect(now.blocked.map(({ id }) => id)).toEqual(['#0', '#1', '#2', '#3', 'k', 'p', 'q']);
    expect(now.blocked.every(({ cause, why }) => cause === 'refused' && why.startsWith('refused: '))).toBe(true);
    expect(now.runnable[0]).toEqual({ index: 6, id: 'a', kind: 'step', prerequisites: [], input: null });
  });

  it('the last result of a task counts, and one that cannot be read counts as failed', () => {
    expect(round([task('a')], [result('a', 'failed'), result('a')]).state).toBe('complete');
    expect(round([task('a')], [{ id: 'a', status: 'fine' }])).toMatchObject({
      state: 'stalled',
      totals: { failed: 1 },
    });
    expect(round([task('a')], [result('b'), 7]).runnable).toHaveLength(1);
  });

  it('walks a long chain and a wide plan without trouble', () => {
    const chain = Array.from({ length: 5000 }, (_, at) => task(`t${at}`, ...(at === 0 ? ['gone'] : [`t${at - 1}`])));
    const held = round(chain);
    expect(held.blocked).toHaveLength(5000);
    expect(held.blocked.at(-1)).toMatchObject({ id: 't4999', by: 'gone', cause: 'blocked' });
  });
});

/** Any plan over few names: cycles, unknown names, duplicates, unknown kinds and failures all occur. */
const anyTask = fc.record({
  id: fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
  kind: fc.constantFrom('step', 'step', 'step', 'step', 'fly'),
  prerequisites: fc.array(fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'nope'), { maxLength: 3 }),
});

describe('any plan', () => {
  it('AF-69 never runs a task before its prerequisites are done, nor twice, and comes to its end', () => {
    fc.assert(
      fc.property(
        fc.array(anyTask, { maxLength: 12 }),
        fc.subarray(['a', 'b', 'c', 'd']),
        fc.integer({ min: 1, max: 3 }),
        (tasks, fails, most) => {
          const { rounds, end } = carryOut(tasks, fails, most);
          const first = new Map(
            [...tasks].reverse().flatMap((each) => (each.kind === 'step' ? [[each.id, each]] : [])),
          );
          const before = new Set<string>();
          for (const ran of rounds) {
            expect(ran.length).toBeGreaterThan(0);
            expect(ran.length).toBeLessThanOrEqual(most);
            for (const id of ran) {
              expect(before.has(id)).toBe(false);
              for (const needed of first.get(id)?.prerequisites ?? []) {
                expect(before.has(needed) && !fails.some((each) => each === needed)).toBe(true);
              }
            }
            for (const id of ran) before.add(id);
          }
          expect(end.state).not.toBe('more');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('EN-13 the totals add up in every round, and at the end every task is done, failed or blocked by name', () => {
    fc.assert(
      fc.property(fc.array(anyTask, { maxLength: 12 }), fc.subarray(['a', 'b', 'c', 'd']), (tasks, fails) => {
        const { end, results } = carryOut(tasks, fails);
        for (let upTo = 0; upTo <= results.length; upTo++) {
          const { totals, blocked } = round(tasks, results.slice(0, upTo));
          expect(totals.tasks).toBe(tasks.length);
          expect(totals.done + totals.failed + totals.blocked + totals.open).toBe(totals.tasks);
          expect(totals.blocked).toBe(blocked.length);
        }
        expect(end.totals.open).toBe(0);
        expect(end.state === 'complete').toBe(tasks.length > 0 && end.totals.done === tasks.length);
        expect(end.blocked.every(({ by, why }) => by !== '' && why !== '')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, whatever the channel holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (tasks, results) => {
        const { totals } = planRound({ tasks, results } as Json, HANDLERS, 1);
        expect(totals.done + totals.failed + totals.blocked + totals.open).toBe(totals.tasks);
      }),
    );
  });
});
