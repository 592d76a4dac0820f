import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { start, withProgram } from '../cli/program';
import { addMyWork } from '../story/myWork';
import { until } from '../until';
import type { Where } from './program';
import { runProgram } from './program';
import { copyOf, removeScenes, runArgs, runFolder, sceneOf } from './scene';
import { CHECK, fixFlow, NEVER_MET } from './scenes';
import { entriesOf, eventsOf, factsOf, passesOf, resultOf } from './trace';

withProgram();
afterAll(removeScenes);
// Whole runs of the real program, beside other tests.
vi.setConfig({ testTimeout: 120_000 });

const FILES = { state: 'bad', 'check.mjs': CHECK };
const repairs = { text: 'I repaired it.', edits: [{ path: 'state', content: 'good' }] };
const idles = { text: 'I looked.' };
const doer = (...turns: readonly JsonObject[]) => ({ doer: { use: 'scripted', turns: [...turns] } });
const folderOf = (where: Where): string => runFolder(where) ?? '';
const writeScript = ({ root }: Where, turns: readonly unknown[]): void =>
  writeFileSync(join(root, '.converge/doer.json'), JSON.stringify(turns));

/** Outside a loop a failure ends the run. */
const linear: JsonObject = {
  act: { kind: 'work', worker: 'doer', prompt: 'Make it good.', next: 'verify' },
  verify: { kind: 'verify', commands: [{ run: ['node', 'check.mjs'] }], next: '@complete', routes: { fail: '@stop' } },
};

describe('SH-26 the person’s own work is byte for byte as it was, and so are index, HEAD, branch and stash, when a run ends', () => {
  const failing: JsonObject = {
    ...(fixFlow(doer({ text: 'I tried.', fail: 'failed', edits: [{ path: 'other', content: 'x' }] })) as JsonObject),
    loops: {},
    steps: linear,
  };
  it.each([
    ['complete', fixFlow(doer(idles)) as JsonObject, { state: 'good' }, 0],
    ['complete after repairs', fixFlow(doer(repairs)) as JsonObject, {}, 0],
    ['stopped', fixFlow({ ...doer(idles), judge: NEVER_MET }, { maxPasses: 2 }) as JsonObject, {}, 3],
    ['failed', failing, {}, 1],
  ])('%s', async (outcome, flow, files, code) => {
    const scene = sceneOf(flow, { ...FILES, ...files });
    const where = copyOf(scene);
    const touched = addMyWork(where.root);
    const ended = await runProgram(where, runArgs(scene));
    expect(ended.code, ended.stderr + ended.stdout).toBe(code);
    expect(resultOf(folderOf(where)).outcome).toBe(outcome.split(' ')[0]);
    expect(touched()).toEqual([]);
  });

  it('SH-27 cancelled, by a stop from another process: result, list and trace say so, latches and notes stay, and it can be resumed', async () => {
    const turns = [
      { pass: 1, text: 'I did it.', claims: { changedFiles: ['state'] } },
      { pass: 2, ...idles, delayMs: 600_000 },
      repairs,
    ];
    const scene = sceneOf(fixFlow({ doer: { use: 'scripted', file: '.converge/doer.json' } }), {
      ...FILES,
      '.converge/doer.json': JSON.stringify(turns),
    });
    const where = copyOf(scene);
    const touched = addMyWork(where.root);
    const run = start(where, runArgs(scene));
    await until('pass 2', () => run.stdout().includes('pass 2 started') || run.child.exitCode !== null, 60_000);
    const stopped = await runProgram(where, ['stop', 'latest', '--now']);
    expect(stopped.stdout + stopped.stderr).toContain('It has ended: cancelled.');
    expect((await run.ended).code).toBe(130);
    const folder = folderOf(where);
    expect(resultOf(folder)).toMatchObject({ outcome: 'cancelled', reason: null, confirmed: 'none' });
    expect(JSON.parse((await runProgram(where, ['list', '--json'])).stdout)).toMatchObject([
      { outcome: 'cancelled', pid: null },
    ]);
    expect(eventsOf(folder, 'run.ended')).toMatchObject([{ outcome: 'cancelled' }]);
    expect(factsOf(folder, 'control')).toMatchObject([{ act: { do: 'cancel' } }]);
    expect(resultOf(folder).openLatches.map(({ id }) => id)).toEqual(['step:act']);
    expect(touched()).toEqual([]);

    const script = [turns[0], repairs];
    writeScript(where, script);
    const resumed = await runProgram(where, ['resume', 'latest', '--approve', 'any']);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(passesOf(folder)).toEqual([1, 2]);
    expect(touched()).toEqual([]);
  });
});

describe('SH-25 a run that another process carries', () => {
  it('is shown as carried, not as crashed; when its holder is killed hard it is free, and its counters go on', async () => {
    const turns = [{ pass: 2, ...idles, delayMs: 600_000 }, idles];
    const scene = sceneOf(
      fixFlow({ doer: { use: 'scripted', file: '.converge/doer.json' }, judge: NEVER_MET }, { maxPasses: 3 }),
      {
        ...FILES,
        '.converge/doer.json': JSON.stringify(turns),
      },
    );
    const where = copyOf(scene);
    const first = start(where, runArgs(scene));
    await until('pass 2', () => first.stdout().includes('pass 2 started') || first.child.exitCode !== null, 60_000);
    const listed = async () => JSON.parse((await runProgram(where, ['list', '--json'])).stdout);
    expect(await listed()).toMatchObject([{ outcome: 'running', pid: first.child.pid }]);
    const before = entriesOf(folderOf(where)).length;
    const second = await runProgram(where, ['resume', 'latest', '--approve', 'any']);
    expect([second.code, second.stderr.includes(`${first.child.pid}`)]).toEqual([2, true]);
    expect(entriesOf(folderOf(where)).length).toBe(before);

    first.child.kill('SIGKILL');
    await first.ended;
    expect(await listed()).toMatchObject([{ outcome: 'interrupted', pid: null }]);
    writeScript(where, [idles]);
    const taken = await runProgram(where, ['resume', 'latest', '--approve', 'any']);
    expect(taken.code, taken.stderr).toBe(3);
    expect(passesOf(folderOf(where))).toEqual([1, 2, 3]);
    expect(factsOf(folderOf(where), 'run.resumed')).toMatchObject([{ fence: 2 }]);
  });
});
