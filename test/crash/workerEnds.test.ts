import { afterAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { withProgram } from '../cli/program';
import { runProgram } from './program';
import { copyOf, removeScenes, runArgs, runFolder, sceneOf } from './scene';
import { CHECK, fixFlow } from './scenes';
import { eventsOf, factsOf, resultOf } from './trace';

withProgram();
afterAll(removeScenes);
// Whole runs of the real program, beside other tests.
vi.setConfig({ testTimeout: 120_000 });

/** One pass with a `command` worker that is this program, over a check that is green all the time; its judge says met. */
async function once(agent: string, check: JsonObject = { changedOnDisk: 'any' }) {
  const base = fixFlow(
    { doer: { use: 'command', run: ['node', 'agent.mjs'], meters: 'free' } },
    { maxPasses: 1 },
  ) as JsonObject;
  const steps = base.steps as JsonObject;
  const flow = { ...base, steps: { ...steps, act: { ...(steps.act as JsonObject), check } } };
  const scene = sceneOf(flow, { state: 'good', 'check.mjs': CHECK, 'agent.mjs': agent });
  const where = copyOf(scene);
  const { code, stderr } = await runProgram(where, runArgs(scene));
  expect(code, stderr).toBe(3);
  const folder = runFolder(where) ?? '';
  const [turn] = factsOf(folder, 'worker.turn');
  const [opened] = eventsOf(folder, 'latch.opened');
  const ends = factsOf(folder, 'workspace.snapshot').filter(({ step, when }) => step === 'act' && when === 'step-end');
  return { turn, latch: opened?.latch, result: resultOf(folder), changed: ends.flatMap(({ changed = [] }) => changed) };
}

const says = (answer: JsonObject) => `console.log(${JSON.stringify(JSON.stringify(answer))});\n`;

describe('SH-38 what a worker’s end means', () => {
  it('exit 0 and a result that carries its error flag beside its success: failure', async () => {
    const { turn, latch, result } = await once(says({ text: 'Success!', success: true, error: 'I could not log in' }));
    expect(turn?.status).not.toBe('ok');
    expect(latch).toMatchObject({ id: 'step:act', cause: 'failed' });
    expect(result).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
  });

  it('exit 0, no output, no change: the work is not done, a latch opens', async () => {
    const { latch, result } = await once('');
    expect(latch).toMatchObject({ id: 'step:act', step: 'act' });
    expect(latch?.reason).toContain('nothing has changed on disk');
    expect(result.outcome).toBe('stopped');
  });

  it('exit 0, one sentence of intent, nothing done: the same', async () => {
    const { turn, latch } = await once("console.log('I will repair it right away. Done!');\n");
    expect(turn).toMatchObject({ status: 'ok', exit: 0 });
    expect(latch?.reason).toContain('nothing has changed on disk');
  });

  it('exit 0 and a claim of files that are as they were: claim unsupported, a latch', async () => {
    const answer = says({ text: 'The fix is done.', claims: { changedFiles: ['state'] } });
    const { latch, result } = await once(answer, { changedOnDisk: 'claimed' });
    expect(latch).toMatchObject({ id: 'step:act', cause: 'claim', claim: 'it changed state' });
    expect(result.openLatches).toMatchObject([{ id: 'step:act' }]);
  });

  it('exit 1 with partial changes: failure, and the changes are listed', async () => {
    const agent = "import { writeFileSync } from 'node:fs';\nwriteFileSync('half', 'done');\nprocess.exit(1);\n";
    const { turn, latch, changed } = await once(agent);
    expect(turn).toMatchObject({ status: 'failed', exit: 1 });
    expect(latch).toMatchObject({ cause: 'failed' });
    expect(changed).toEqual([{ path: 'half', change: 'added' }]);
  });

  it('a refusal by its own limits: named as one, and no repair', async () => {
    const turns = [{ text: 'You have reached your limit.', fail: 'refused' }];
    const scene = sceneOf(fixFlow({ doer: { use: 'scripted', turns } }, { maxPasses: 1 }), {
      state: 'good',
      'check.mjs': CHECK,
    });
    const where = copyOf(scene);
    expect((await runProgram(where, runArgs(scene))).code).toBe(3);
    const folder = runFolder(where) ?? '';
    expect(factsOf(folder, 'worker.turn')).toMatchObject([{ step: 'act', status: 'refused' }]);
    expect(eventsOf(folder, 'latch.opened')[0]?.latch.reason).toContain('refused');
    expect(resultOf(folder).confirmed).toBe('none');
  });
});
