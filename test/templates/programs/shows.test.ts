import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withProgram } from '../../cli/program';
import { removeScenes } from '../../crash/scene';
import { entriesOf, eventsOf, factsOf, resultOf } from '../../crash/trace';
import { inLanes } from '../../lanes';
import type { RecipeName } from '../recipe';
import { RECIPES } from '../recipe';
import type { Shown } from './show';
import { show } from './show';

withProgram();
afterAll(removeScenes);
// All are shown at once, two at a time.
vi.setConfig({ testTimeout: 300_000 });

let shows: ReadonlyMap<RecipeName, Promise<Shown>>;
beforeAll(() => {
  shows = inLanes(RECIPES, 2, (name) => show(name));
});

async function shown(name: RecipeName, exit = 0) {
  const made = await shows.get(name);
  if (made === undefined) throw new Error(`${name} is not shown`);
  expect(made.code, made.said).toBe(exit);
  const [run = ''] = made.runs;
  return { ...made, run, result: resultOf(run), text: (path: string) => readFileSync(join(made.root, path), 'utf8') };
}

/** How many turns a step had. */
const turns = (run: string, step: string): number =>
  factsOf(run, 'worker.turn').filter((fact) => fact.step === step).length;

/** What happened to these steps or called steps, in order: `start` and `end` of each turn. */
const turnsOf = (run: string): readonly string[] => [
  ...new Set(
    [...factsOf(run, 'step.started'), ...factsOf(run, 'worker.turn')]
      .sort((a, b) => a.seq - b.seq)
      .map(
        ({ type, step, visit, within = '' }) => `${type === 'worker.turn' ? 'end' : 'start'} ${within}${step}.${visit}`,
      ),
  ),
];

const gates = (run: string, gate: string) => eventsOf(run, 'gate.decided').filter(({ step }) => step === gate);

describe('each recipe, shown by the program', () => {
  it('fix until green: shown in the sample, complete on evidence', async () => {
    expect((await shown('fix-until-green')).result).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
  });

  it('improve: it converges, and the files are those of the best round', async () => {
    const { run, text } = await shown('improve');
    expect(eventsOf(run, 'improve.ended')).toMatchObject([{ reason: 'converged', round: 5, restored: 2 }]);
    expect(text('draft.md')).toContain('asked for once');
  });

  it('research, plan, implement, review: a plan is sent back, and evidence outweighs a content reviewer', async () => {
    const { run, result } = await shown('plan-and-review');
    expect(gates(run, 'plan-gate').map(({ decision }) => decision)).toEqual(['failed', 'passed']);
    expect(gates(run, 'review').map(({ decision }) => decision)).toEqual(['failed', 'passed']);
    expect(gates(run, 'review')[0]?.verdict.reasons).toEqual([
      expect.stringContaining('1 of 2 tests failed'),
      'It looks right to me.',
    ]);
    expect(turns(run, 'implement')).toBe(1);
    expect(result).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
  });

  it('critic and builder: findings grow fewer until there is none, and the critic changed nothing', async () => {
    const { run } = await shown('critic-and-builder');
    expect(gates(run, 'critic').map(({ verdict }) => verdict.reasons.length)).toEqual([2, 1, 0]);
    const ends = factsOf(run, 'workspace.snapshot').filter(({ when }) => when === 'step-end');
    const changed = (step: string) => ends.flatMap((end) => (end.step === step ? (end.changed ?? []) : []));
    expect(changed('critic')).toEqual([]);
    expect(changed('build')).toHaveLength(3);
  });

  it('fan-out: three branches at once, merged in the order of the flow, and one gate on all of them', async () => {
    const { run } = await shown('fan-out-and-gate');
    // One commit decides all three: none of them has seen another's.
    const [together] = entriesOf(run).flatMap((entry) => (entry.type === 'commit' ? [entry.events] : []));
    const branches = (together ?? []).flatMap((event) => (event.type === 'step.done' ? [event.step] : []));
    expect(branches).toEqual(['safety', 'speed', 'clarity']);
    const wrote = eventsOf(run, 'step.done').flatMap(({ writes = [] }) =>
      writes.map(({ value }) => Object.keys(Object(value))[0]),
    );
    expect(wrote).toEqual(['safety', 'speed', 'clarity', 'safety', 'speed', 'clarity']);
    expect(gates(run, 'aggregate').map(({ decision }) => decision)).toEqual(['failed', 'passed']);
  });

  it('dual-state search: nothing is tried twice, and the best is promoted as a whole', async () => {
    const { run } = await shown('dual-state-search');
    expect(turns(run, 'try-one')).toBe(5);
    const promoted = eventsOf(run, 'step.done')
      .filter(({ step }) => step === 'promote')
      .map(({ writes = [] }) => writes.find(({ field }) => field === 'incumbent')?.value);
    expect(promoted).toEqual([
      { id: 'cache', score: 80 },
      { id: 'cache-subset', score: 130 },
    ]);
  });

  it('AF-66 plan as data: test and lint run in one round; package waits for both', async () => {
    const { run, result } = await shown('plan-as-data');
    const rounds = eventsOf(run, 'step.done').flatMap(({ result: each }) =>
      each.kind === 'plan' ? [each.results.map(({ id }) => id)] : [],
    );
    expect(rounds).toEqual([['fetch'], ['compile'], ['test', 'lint'], ['package']]);
    expect(result).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
  });

  it('budget-aware: it closes below its budget, handed over and not complete', async () => {
    const { run, result, text } = await shown('budget-aware', 6);
    expect(result).toMatchObject({ outcome: 'handoff', spend: { unknownUsd: 0 } });
    expect(result.spend.usd).toBeCloseTo(4.1);
    expect([turns(run, 'propose'), turns(run, 'wrap-up')]).toEqual([3, 1]);
    expect(text('HANDOFF.md')).not.toBe('');
  });

  it('skip work done: over two runs each question is worked on once', async () => {
    const { runs, said } = await shown('skip-work-done');
    expect(runs, said).toHaveLength(2);
    expect(runs.map((run) => turns(run, 'answer'))).toEqual([2, 1]);
    expect(runs.map((run) => factsOf(run, 'cache.hit').length)).toEqual([0, 2]);
    expect(runs.map((run) => turns(run, 'report'))).toEqual([1, 1]);
  });

  it('protected effect: over two runs it happens once, and the second is given its result', async () => {
    const { runs, text } = await shown('protected-effect');
    expect(text('outbox.log')).toBe('1.0.0: Version 1.0.0 is out.\n');
    expect(runs.map((run) => turns(run, 'announce'))).toEqual([1, 0]);
    expect(runs.map((run) => factsOf(run, 'effect.committed').length)).toEqual([1, 1]);
    const given = runs.map((run) => eventsOf(run, 'step.done').find(({ step }) => step === 'announce')?.result);
    expect(given[0]).toMatchObject({ kind: 'work', ok: true, output: { version: '1.0.0' } });
    expect(given[1]).toEqual(given[0]);
  });

  it('watch and respond: it parks while nothing comes, answers what comes, and ends', async () => {
    const { run, text } = await shown('watch-and-respond');
    const polls = eventsOf(run, 'poll');
    expect(polls[0]).toMatchObject({ outcome: 'idle' });
    expect(polls.slice(-2).map(({ outcome }) => outcome)).toEqual(['activity', 'terminal']);
    expect(factsOf(run, 'run.resumed').length).toBeGreaterThanOrEqual(1);
    expect(turns(run, 'respond')).toBe(1);
    expect(text('replies/question.md')).toBe('Yes.\n');
  });

  it('SE-20 refinement with Main: two batches of three, each handed over because it was used up', async () => {
    const { run, result } = await shown('refine-with-main');
    const counted = eventsOf(run, 'workflow.loop.iteration').map(({ batch, iteration, total }) => [
      batch,
      iteration,
      total,
    ]);
    expect(counted).toEqual([
      [1, 1, 1],
      [1, 2, 2],
      [1, 3, 3],
      [2, 1, 4],
      [2, 2, 5],
      [2, 3, 6],
    ]);
    expect(eventsOf(run, 'workflow.loop.exhausted').map(({ to }) => to)).toEqual(['main', 'main']);
    expect(result).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
  });

  it('SE-22 batches with a prepared baseline: execute and judge 4 times, optimise 3 times', async () => {
    const { run } = await shown('optimizer-batches');
    expect(['execute', 'judge', 'optimizer', 'main'].map((step) => turns(run, step))).toEqual([4, 4, 3, 1]);
    expect(eventsOf(run, 'workflow.loop.batch.started')).toMatchObject([{ batch: 1 }]);
    expect(turnsOf(run).indexOf('end judge.1')).toBeLessThan(turnsOf(run).indexOf('start optimizer.1'));
    expect(existsSync(join(run, '..', '..', '..', 'results', '0.txt'))).toBe(true);
  });
});
