import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { LIVE_FILES } from '../cli/live';
import { start, withProgram } from '../cli/program';
import { told } from '../loops/journey';
import { until } from '../until';
import type { Where } from './program';
import { runProgram } from './program';
import { copyOf, removeScenes, runArgs, runFolder, sceneOf } from './scene';
import { eventsOf, factsOf, resultOf } from './trace';

withProgram();
afterAll(removeScenes);
// Whole runs of the real program, beside other tests.
vi.setConfig({ testTimeout: 120_000 });

const spends = { text: 'I did it.', usage: { inputTokens: 150, outputTokens: 50, usd: 0 } };
const works = (next: string) => ({ kind: 'work', worker: 'doer', prompt: 'Do it.', next });

/** Main sends revise, measure, assess into two batches of at most three iterations each. */
const scene = sceneOf(
  {
    converge: 1,
    id: 'refine',
    start: 'main',
    main: 'main',
    workers: {
      main: { use: 'scripted', turns: [{ visit: 3, branch: 'done' }, { branch: 'again' }] },
      doer: {
        use: 'scripted',
        turns: [{ ...spends, step: 'revise', visit: 5, edits: [{ path: 'hold', content: '' }] }, spends],
      },
    },
    steps: {
      main: { kind: 'router', worker: 'main', branches: { again: 'revise', done: 'last' } },
      revise: works('measure'),
      measure: { kind: 'verify', commands: [{ run: ['node', 'check.mjs'] }], next: 'assess' },
      assess: works('revise'),
      last: { kind: 'verify', commands: [{ run: ['node', 'check.mjs'] }], next: '@complete' },
    },
    loops: { refine: { type: 'group', from: 'assess', to: 'revise', maxIterations: 3, exitTo: 'main' } },
  },
  { ...LIVE_FILES, state: 'good' },
);

const FIRST = ['batch 1', '1.1.1', '1.2.2', '1.3.3', 'exhausted 1.3.3'];
const SECOND = ['batch 2', '2.1.4', '2.2.5', '2.3.6', 'exhausted 2.3.6'];

const folderOf = (where: Where): string => runFolder(where) ?? '';

const counted = (where: Where): readonly string[] =>
  (['workflow.loop.batch.started', 'workflow.loop.iteration', 'workflow.loop.exhausted'] as const)
    .flatMap((type) => eventsOf(folderOf(where), type).map((event) => told(event)))
    .sort();

const counters = (where: Where) => {
  const { loopBatches, loopIterations, loopTotalIterations } = resultOf(folderOf(where));
  return [loopBatches.refine, loopIterations.refine, loopTotalIterations.refine];
};

/** Path in `artifacts/` → text. */
function artifacts(where: Where): ReadonlyMap<string, string> {
  const folder = join(folderOf(where), 'artifacts');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

const numbered = (...steps: readonly (readonly [string, number])[]): readonly string[] =>
  steps.flatMap(([id, visits]) => Array.from({ length: visits }, (_, index) => `${id}/${index + 1}.json`)).sort();

describe('SH-03 SH-19 a kill in iteration 2 of batch 2 of a group', () => {
  it('goes on as 2, 2, 5; counters, spend and evidence are kept, and no file of batch 1 is overwritten', async () => {
    const where = copyOf(scene);
    const run = start(where, runArgs(scene));
    await until('the check to hold', () => existsSync(join(where.root, 'held')) || run.child.exitCode !== null);
    run.child.kill('SIGKILL');
    const killed = await run.ended;
    expect(existsSync(join(where.root, 'held')), killed.stderr).toBe(true);
    expect(counted(where)).toEqual([...FIRST, ...SECOND.slice(0, 3)].sort());
    const stopped = await runProgram(where, ['stop', 'latest']);
    expect(stopped.code, stopped.stderr).toBe(0);
    expect(counters(where)).toEqual([2, 2, 5]);
    expect(resultOf(folderOf(where)).spend.tokens).toBe(9 * 200);
    const before = artifacts(where);
    expect([...before.keys()]).toEqual(numbered(['assess', 4], ['measure', 4], ['revise', 5]));

    rmSync(join(where.root, 'hold'));
    const { code, stderr } = await runProgram(where, ['resume', 'latest', '--approve', 'any']);
    expect(code, stderr).toBe(0);
    expect(counted(where)).toEqual([...FIRST, ...SECOND].sort());
    expect(counters(where)).toEqual([2, 3, 6]);
    const after = artifacts(where);
    expect([...after.keys()]).toEqual(numbered(['assess', 6], ['last', 1], ['measure', 6], ['revise', 6]));
    for (const [path, text] of before) expect(after.get(path), path).toBe(text);
    const [fourth, fifth] = [4, 5].map((visit) => JSON.parse(after.get(`revise/${visit}.json`) ?? ''));
    expect(fourth).toMatchObject({ visit: 4, inner: { loop: 'refine', batch: 2, iteration: 1, total: 4 } });
    expect(fifth).toMatchObject({ visit: 5, inner: { loop: 'refine', batch: 2, iteration: 2, total: 5 } });
    expect(resultOf(folderOf(where)).spend.tokens).toBe(12 * 200);
    expect(factsOf(folderOf(where), 'step.started').filter(({ step }) => step === 'revise')).toHaveLength(6);
  });
});
