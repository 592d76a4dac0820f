import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { armed, KILL_POINT } from '../crash/cuts';
import { runProgram } from '../crash/program';
import { entriesOf, factsOf, passesOf, resultOf } from '../crash/trace';
import { AUTONOMOUS, editFlow, folderOf, parking } from './live';
import type { Place } from './program';
import { converge, place, withProgram } from './program';
import { FILES } from './story';

withProgram();

const answer = (where: Place, visit: number, ...more: readonly string[]) =>
  converge(where, 'answer', 'latest', `ok.${visit}`, 'yes', '--approve', 'any', ...more);

/** Parked in the pass behind so many; three are the cap. */
async function parked(behind = 2): Promise<{ readonly where: Place; readonly folder: string }> {
  const where = place(parking, FILES);
  expect((await converge(where, 'run', 'fix', ...AUTONOMOUS)).code).toBe(5);
  for (let visit = 1; visit <= behind; visit++) expect((await answer(where, visit)).code).toBe(5);
  return { where, folder: folderOf(where) };
}

const raiseCap = (text: string) => text.replace('"maxPasses": 3', '"maxPasses": 5');
const rename = (text: string) => text.replaceAll('"ok"', '"question"');
const remove = (text: string) => {
  const flow = JSON.parse(text);
  delete flow.steps.ok;
  flow.steps.verify.next = 'judge';
  return JSON.stringify(flow);
};

const withChanges = (where: Place) => converge(where, 'resume', 'latest', '--with-changes', '--approve', 'any');

describe('SH-40 a flow edited while its run is parked', () => {
  it('edit 1, a higher cap: with changes it is in force and counters are kept; without it is not', async () => {
    const { where, folder } = await parked();
    editFlow(where, raiseCap);
    const plain = await converge(where, 'resume', 'latest', '--approve', 'any');
    expect(plain.code, plain.stderr).toBe(5);
    expect(readFileSync(join(folder, 'flow.json'), 'utf8')).toContain('"maxPasses": 3');
    const changed = await withChanges(where);
    expect(changed.code, changed.stderr).toBe(5);
    expect(changed.stdout).toContain('with its flow as it is now');
    expect((await answer(where, 3)).code).toBe(5);
    expect((await answer(where, 4)).code).toBe(5);
    expect((await answer(where, 5)).code).toBe(3);
    expect(passesOf(folder)).toEqual([1, 2, 3, 4, 5]);
    expect(resultOf(folder)).toMatchObject({ reason: 'pass-cap', spend: { tokens: 1000 } });
    const again = factsOf(folder, 'run.resumed').filter(({ flow }) => flow !== undefined);
    expect(again).toHaveLength(1);
  });

  it.each([
    ['edit 2, the parked step renamed', rename, 'the step "ok", at which the run stands, is gone (new: "question")'],
    ['edit 3, the parked step deleted', remove, 'the step "ok", at which the run stands, is gone'],
  ] as const)('%s: with changes is refused and names it; a plain resume goes on as it was', async (_, edit, told) => {
    const { where, folder } = await parked();
    editFlow(where, edit);
    const before = entriesOf(folder);
    const refused = await withChanges(where);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(told)]);
    expect(refused.stderr).toContain('resume without --with-changes');
    expect(entriesOf(folder)).toEqual(before);
    expect((await converge(where, 'resume', 'latest', '--approve', 'any')).code).toBe(5);
    expect((await answer(where, 3)).code).toBe(3);
    expect(passesOf(folder)).toEqual([1, 2, 3]);
    expect(factsOf(folder, 'step.started').filter(({ step }) => step === 'act')).toHaveLength(3);
  });

  it('a flow that no longer reads, or is gone, is told; a plain resume goes on', async () => {
    const { where } = await parked(0);
    editFlow(where, (text) => text.replace('"maxPasses": 3', '"maxPasses": 0'));
    const wrong = await withChanges(where);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('maxPasses')]);
    rmSync(where.flowPath);
    const gone = await withChanges(where);
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining(where.flowPath)]);
    expect((await answer(where, 1)).code).toBe(5);
  });

  it('a kill between any write of the new flow and the resume loses neither version', async () => {
    const { where, folder } = await parked(0);
    const hash = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')).flow.hash;
    editFlow(where, raiseCap);
    const args = ['resume', folder, '--with-changes', '--approve', 'any'];
    // Three files are put in place by a rename: the version before, the new one, and the one in force.
    for (const at of [1, 2, 3]) {
      const killed = await runProgram(armed(where, { at, when: 'after', only: `${folder}/flow.` }), args, KILL_POINT);
      expect(killed.signal, killed.stderr).toBe('SIGKILL');
      expect(factsOf(folder, 'run.resumed').filter(({ flow }) => flow !== undefined)).toEqual([]);
    }
    expect(readFileSync(join(folder, 'flow.json'), 'utf8')).toContain('"maxPasses": 5');
    const plain = await converge(where, 'resume', 'latest', '--approve', 'any');
    expect(plain.code, plain.stderr).toBe(5);
    expect(resultOf(folder).flow.hash).toBe(hash);
    expect(readFileSync(join(folder, 'flow.json'), 'utf8')).toContain('"maxPasses": 3');
    expect((await answer(where, 1)).code).toBe(5);
    expect(passesOf(folder)).toEqual([1, 2]);
  });

  it('what else is executed is approved anew, and workers put in the place of others stay there', async () => {
    const where = place(parking, FILES);
    const worker = ['--worker', 'doer={"use":"scripted","turns":[{"text":"put in its place"}]}'];
    expect((await converge(where, 'run', 'fix', ...AUTONOMOUS, ...worker)).code).toBe(5);
    const folder = folderOf(where);
    const hashOf = (text: string) => /--approve ([0-9a-f]{64})/.exec(text)?.[1] ?? '';
    const hash = hashOf((await converge(where, 'resume', 'latest')).stderr);
    expect(hash).not.toBe('');
    editFlow(where, (text) => raiseCap(text).replace('"check.mjs"', '"other.mjs"'));
    const other = await converge(where, 'resume', 'latest', '--with-changes', '--approve', hash);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('command of verify: node other.mjs')]);
    expect((await converge(where, 'resume', 'latest', '--approve', hash)).code).toBe(5);
    const changed = await converge(where, 'resume', 'latest', '--with-changes', '--approve', hashOf(other.stderr));
    expect(changed.code, changed.stderr).toBe(5);
    expect((await answer(where, 1)).code).toBe(5);
    expect(factsOf(folder, 'worker.turn').map(({ step, text }) => [step, text])).toContainEqual([
      'act',
      'put in its place',
    ]);
    expect(factsOf(folder, 'worker.turn').some(({ text }) => text === 'tried')).toBe(false);
  });
});

describe('SH-40 a called flow edited while it is parked', () => {
  const PATH = '.converge/flows/inner.converge.json';
  const inner = (steps: JsonObject): JsonObject => ({ converge: 1, id: 'inner', start: 'ok', steps });
  const asks = (question: string, to = '@complete'): JsonObject => ({
    kind: 'ask',
    question,
    choices: ['yes'],
    routes: { yes: to },
  });
  const outer = {
    converge: 1,
    id: 'outer',
    start: 'call',
    steps: { call: { kind: 'call', flow: 'inner', next: '@complete' } },
  };

  it('is taken along with changes and kept from then on; one that is in the way is refused and named', async () => {
    const where = place(outer, { ...FILES, [PATH]: JSON.stringify(inner({ ok: asks('First?') })) });
    const path = join(where.root, PATH);
    expect((await converge(where, 'run', 'outer', ...AUTONOMOUS)).code).toBe(5);
    const folder = folderOf(where);
    writeFileSync(path, JSON.stringify({ ...inner({ other: asks('Other?') }), start: 'other' }));
    const refused = await withChanges(where);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('in the flow "inner", called by "call", which is running: the step "ok", at which'),
    ]);
    writeFileSync(path, JSON.stringify(inner({ ok: asks('First?', 'second'), second: asks('Second?') })));
    const changed = await withChanges(where);
    expect(changed.code, changed.stderr).toBe(5);
    rmSync(path);
    const answers = async (ask: string) =>
      (await converge(where, 'answer', 'latest', ask, 'yes', '--approve', 'any')).code;
    expect(await answers('call.1/ok.1')).toBe(5);
    expect(await answers('call.1/second.1')).toBe(0);
    expect(resultOf(folder).outcome).toBe('complete');
  });
});
