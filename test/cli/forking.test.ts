import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { entriesOf, eventsOf, factsOf, linesOf, passesOf, resultOf, writeLines } from '../crash/trace';
import { AUTONOMOUS, folderOf, LIVE_FILES, spends } from './live';
import type { Place } from './program';
import { converge, place, withProgram } from './program';
import { FILES, repairs, story } from './story';

withProgram();

/** Every file of a run folder with its text. */
const textsIn = (folder: string): JsonObject =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(nd)?json$|\.log$/.test(path))
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );

/** The folder of a run that was forked from the one in `folder`, and what the program said. */
async function fork(where: Place, ...args: readonly string[]) {
  const { code, stdout, stderr } = await converge(where, 'fork', 'latest', ...args);
  if (code !== 0) throw new Error(stderr);
  return { folder: folderOf(where), stdout };
}

const superSteps = (folder: string) =>
  entriesOf(folder).flatMap((entry) => (entry.type === 'commit' ? [entry.superStep] : []));

/** The last super-step of the pass. */
const endOf = (folder: string, pass: number): number =>
  entriesOf(folder).flatMap((entry) =>
    entry.type === 'commit' && entry.events.some((event) => event.type === 'pass.ended' && event.pass === pass)
      ? [entry.superStep]
      : [],
  )[0] ?? 0;

describe('a fork of a run', () => {
  it('of one that stopped goes on from its last commit; the run it came from stays byte for byte', async () => {
    const where = place(story({ doer: [{ pass: 4, ...repairs }, spends] }), FILES);
    expect((await converge(where, 'run', 'fix', ...AUTONOMOUS)).code).toBe(3);
    const from = folderOf(where);
    const before = textsIn(from);
    const { folder, stdout } = await fork(where);
    expect(folder).not.toBe(from);
    expect(stdout).toContain('converge resume');
    expect((await converge(where, 'list')).stdout).toContain('interrupted');
    const resumed = await converge(where, 'resume', 'latest', '--approve', 'any', '--raise', 'fix.maxPasses=5');
    expect(resumed.code, resumed.stderr + resumed.stdout).toBe(0);
    expect(resultOf(folder)).toMatchObject({ outcome: 'complete', confirmed: 'evidence', spend: { tokens: 600 } });
    expect(passesOf(folder)).toEqual([1, 2, 3, 4]);
    expect(superSteps(folder)).toEqual(superSteps(folder).map((_, index) => index + 1));
    const logs = [...JSON.stringify(entriesOf(folder)).matchAll(/"(logs\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(logs.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
    expect(textsIn(from)).toEqual(before);
  });

  it('of one that is complete begins behind a super-step that was asked for, and never behind its end', async () => {
    const where = place(story({ doer: [{ pass: 1, text: 'tried' }, repairs] }), FILES);
    expect((await converge(where, 'run', 'fix', ...AUTONOMOUS)).code).toBe(0);
    const from = folderOf(where);
    const last = superSteps(from).at(-1) ?? 0;
    for (const at of [last, last + 7]) {
      const { code, stderr } = await converge(where, 'fork', 'latest', '--at', `${at}`);
      expect(code).toBe(2);
      expect(stderr).toMatch(new RegExp(`super-step ${at}\\b.*Give one from 1 to \\d+`));
    }
    expect((await converge(where, 'fork', 'latest', '--at', 'x')).code).toBe(2);
    expect(folderOf(where)).toBe(from);
    writeFileSync(join(where.root, 'state'), 'bad');
    const at = endOf(from, 1);
    const { folder, stdout } = await fork(where, '--at', `${at}`);
    expect(stdout).toContain(`behind super-step ${at}`);
    const resumed = await converge(where, 'resume', 'latest', '--approve', 'any');
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(passesOf(folder)).toEqual([1, 2]);
    expect(readFileSync(join(where.root, 'state'), 'utf8')).toBe('good');
    expect(factsOf(folder, 'step.started').filter(({ step }) => step === 'act')).toHaveLength(2);
  });

  it('of one with a damaged commit begins behind the last good one', async () => {
    const where = place(story({ doer: [spends] }), FILES);
    expect((await converge(where, 'run', 'fix', ...AUTONOMOUS)).code).toBe(3);
    const from = folderOf(where);
    const damaged = endOf(from, 2);
    const lines = linesOf(from).map((line) => (line.includes(`"superStep":${damaged},`) ? 'gone' : line));
    writeLines(from, lines);
    const refused = await converge(where, 'resume', 'latest', '--approve', 'any', '--raise', 'fix.maxPasses=5');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`converge fork --at ${damaged - 1}`)]);
    const beyond = await converge(where, 'fork', 'latest', '--at', `${damaged + 1}`);
    expect([beyond.code, beyond.stderr]).toEqual([1, expect.stringContaining(`converge fork --at ${damaged - 1}`)]);
    const { folder, stdout } = await fork(where);
    expect(stdout).toContain(`behind super-step ${damaged - 1}`);
    const resumed = await converge(where, 'resume', 'latest', '--approve', 'any');
    expect(resumed.code, resumed.stderr).toBe(3);
    expect(passesOf(folder)).toEqual([1, 2, 3]);
    expect(resultOf(folder).spend.tokens).toBe(600);
    expect(linesOf(from)).toEqual(lines);
  });

  it('begins with channels as a person sets them; one that the flow does not have is refused', async () => {
    const flow = {
      converge: 1,
      id: 'set',
      start: 'ok',
      channels: { plan: { reducer: 'last', initial: 'first' }, said: { reducer: 'append' } },
      workers: { doer: { use: 'scripted', turns: [{ text: 'done', structured: 'ok' }] } },
      steps: {
        ok: { kind: 'ask', question: 'Shall we?', choices: ['yes'], routes: { yes: 'act' } },
        act: {
          kind: 'work',
          worker: 'doer',
          prompt: 'Do it.',
          writes: { said: 'state.plan' },
          next: '@complete',
        },
      },
    };
    const where = place(flow, LIVE_FILES);
    expect((await converge(where, 'run', 'set', ...AUTONOMOUS)).code).toBe(5);
    const from = folderOf(where);
    const wrong = await converge(where, 'fork', 'latest', '--set', 'plna=second');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Its channels: plan, said')]);
    expect(folderOf(where)).toBe(from);
    const { folder } = await fork(where, '--set', 'plan={"steps":[1]}', '--set', 'said=["before"]');
    const answered = await converge(where, 'answer', 'latest', 'ok.1', 'yes', '--approve', 'any');
    expect(answered.code, answered.stderr).toBe(0);
    expect(eventsOf(folder, 'step.done').flatMap(({ writes }) => writes ?? [])).toMatchObject([
      { channel: 'said', value: { steps: [1] } },
    ]);
    expect(resultOf(folder).run).not.toBe(resultOf(from).run);
    expect(resultOf(from).outcome).toBe('waiting');
  });

  it('keeps the flows that are called, and the workers that were put in the place of others', async () => {
    const inner = {
      converge: 1,
      id: 'inner',
      start: 'ok',
      workers: { doer: { use: 'scripted', turns: [repairs] } },
      steps: {
        ok: { kind: 'ask', question: 'Shall we?', choices: ['yes'], routes: { yes: 'act' } },
        act: { kind: 'work', worker: 'doer', prompt: 'Make it good.', next: '@complete' },
      },
    };
    const outer = {
      converge: 1,
      id: 'outer',
      start: 'first',
      workers: { doer: { use: 'scripted', turns: [{ text: 'the flow’s own' }] } },
      steps: {
        first: { kind: 'work', worker: 'doer', prompt: 'Begin.', next: 'call' },
        call: { kind: 'call', flow: 'inner', next: 'last' },
        last: { kind: 'work', worker: 'doer', prompt: 'End.', next: '@complete' },
      },
    };
    const path = '.converge/flows/inner.converge.json';
    const where = place(outer, { ...FILES, [path]: JSON.stringify(inner) });
    const worker = ['--worker', 'doer={"use":"scripted","turns":[{"text":"put in its place"}]}'];
    expect((await converge(where, 'run', 'outer', ...AUTONOMOUS, ...worker)).code).toBe(5);
    rmSync(join(where.root, path));
    const { folder } = await fork(where);
    const answered = await converge(where, 'answer', 'latest', 'call.1/ok.1', 'yes', '--approve', 'any');
    expect(answered.code, answered.stderr).toBe(0);
    expect(readFileSync(join(where.root, 'state'), 'utf8')).toBe('good');
    expect(factsOf(folder, 'worker.turn').map(({ step, text }) => [step, text])).toEqual([
      ['first', 'put in its place'],
      ['act', 'repaired'],
      ['last', 'put in its place'],
    ]);
  });
});
