import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { carryRun } from '../../engine/runner/carry';
import { readRun } from '../../engine/runner/runs';
import type { CarrySpec, ResumeSpec } from '../../engine/runner/startSpec';
import { toldRun } from '../../engine/runner/toldRun';
import { scratch } from '../node/scratch';

const common = { workers: {}, executables: {}, approve: 'any', trusted: true, program: 'test' } as const;

/** Asks, then runs a program that leaves `ran` beside the workspace. */
function waiting() {
  const [root, beside] = [scratch(), scratch()];
  const command = ['node', '-e', `require('node:fs').writeFileSync(${JSON.stringify(join(beside, 'ran'))}, '')`];
  const flow: JsonObject = {
    converge: 1,
    id: 'ask-first',
    start: 'ok',
    steps: {
      ok: { kind: 'ask', question: 'Go on?', choices: ['yes', 'no'], routes: { yes: 'verify', no: '@handoff' } },
      verify: { kind: 'verify', commands: [{ run: command }], next: '@complete', routes: { fail: '@stop' } },
    },
  };
  const flowPath = join(root, '.converge/flows/ask-first.converge.json');
  mkdirSync(dirname(flowPath), { recursive: true });
  writeFileSync(flowPath, JSON.stringify(flow));
  const start: CarrySpec = { ...common, kind: 'start', flowPath, mode: 'supervised', overrides: {} };
  return { root, start, ran: () => existsSync(join(beside, 'ran')) };
}

const answered = (folder: string): ResumeSpec => ({
  ...common,
  kind: 'resume',
  folder,
  acts: [{ by: 'ann', act: { do: 'answer', ask: 'ok.1', choice: 'yes' } }],
});

describe('a workspace that is not trusted: the engine itself executes nothing there', { timeout: 60_000 }, () => {
  it('starts no run, whatever was approved, and leaves no trace of having been asked', async () => {
    const { root, start } = waiting();
    await expect(carryRun({ ...start, trusted: false })).rejects.toMatchObject({ code: 'untrusted' });
    await expect(carryRun({ ...start, trusted: false, hold: true })).rejects.toMatchObject({ code: 'untrusted' });
    expect(readdirSync(join(root, '.converge'))).toEqual(['flows']);
  });

  it('resumes, wakes, answers, raises and changes no run; TWIN trusted, the same answer runs its command', async () => {
    const { start, ran } = waiting();
    const { folder, result } = await carryRun(start);
    expect(result.outcome).toBe('waiting');
    const specs: readonly ResumeSpec[] = [
      answered(folder),
      { ...answered(folder), acts: [] },
      { ...answered(folder), withChanges: true },
      { ...answered(folder), hold: true },
    ];
    for (const spec of specs)
      await expect(carryRun({ ...spec, trusted: false })).rejects.toMatchObject({ code: 'untrusted' });
    expect(ran()).toBe(false);
    expect((await carryRun(answered(folder))).result.outcome).toBe('complete');
    expect(ran()).toBe(true);
  });

  it('even a stop that ends it at once is not carried out: it would record files with what the repository brought', async () => {
    const { start } = waiting();
    const { folder } = await carryRun(start);
    const cancel: ResumeSpec = { ...common, kind: 'resume', folder, acts: [{ by: 'ann', act: { do: 'cancel' } }] };
    await expect(carryRun({ ...cancel, trusted: false })).rejects.toMatchObject({ code: 'untrusted' });
    expect((await readRun(folder)).result.outcome).toBe('waiting');
    expect((await carryRun(cancel)).result.outcome).toBe('cancelled');
  });

  it('looking at it works: what it is, what it did, its report', async () => {
    const { start } = waiting();
    const { folder } = await carryRun(start);
    expect((await readRun(folder)).result.outcome).toBe('waiting');
    expect((await toldRun(folder)).state.head?.flow.id).toBe('ask-first');
  });
});
