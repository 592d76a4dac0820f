import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectRun } from '../../engine/runner/client';
import { holderOf, readRun } from '../../engine/runner/runs';
import { startRunner } from '../../engine/runner/start';
import type { CarrySpec } from '../../engine/runner/startSpec';
import { place, programPath, withProgram } from '../cli/program';
import { FILES, idles, story } from '../cli/story';
import { until } from '../until';

withProgram();

const specOf = (flowPath: string): CarrySpec => ({
  kind: 'start',
  flowPath,
  mode: 'autonomous',
  overrides: {},
  workers: {},
  executables: {},
  approve: 'any',
  trusted: true,
  program: 'test',
});

const begin = (spec: CarrySpec, graceMs: number) =>
  startRunner(
    { spec, graceMs },
    { execPath: process.execPath, runnerPath: programPath('runner.js'), env: process.env },
  );

const slow = story({ doer: [{ ...idles, delayMs: 60_000 }] });

async function connected(folder: string) {
  const holder = await until('the holder', () => holderOf(folder));
  return connectRun(holder, 'window');
}

const gone = (folder: string) => until('the runner to be gone', async () => (await holderOf(folder)) === null);

describe('a runner process', () => {
  it('carries a run to its end without anybody, tells a window, and writes the result', async () => {
    const { flowPath, root } = place(story(), FILES);
    const { folder, run } = await begin(specOf(flowPath), 0);
    expect(folder).toBe(join(root, '.converge', 'runs', run));
    await gone(folder);
    expect((await readRun(folder)).result).toMatchObject({ run, outcome: 'complete' });
    expect(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')).outcome).toBe('complete');
    expect(readFileSync(join(folder, 'logs', 'runner.log'), 'utf8')).toContain('it ended: complete');
  });

  it('goes on while a window is there, and is found again by another', async () => {
    const { flowPath } = place(slow, FILES);
    const { folder, pid } = await begin(specOf(flowPath), 300);
    const window = await connected(folder);
    expect(window.pid).toBe(pid);
    const other = await connected(folder);
    window.close();
    expect((await other.status()).size).toBeGreaterThan(0);
    await other.act({ do: 'cancel' }, 'ann');
    expect(await other.over).toMatchObject({ outcome: 'cancelled' });
    await gone(folder);
  });

  it('SH-27 interrupts itself once no window was there for its grace; the run can be resumed', async () => {
    const { flowPath } = place(slow, FILES);
    const { folder } = await begin(specOf(flowPath), 200);
    await gone(folder);
    const { result, state } = await readRun(folder);
    expect([result.outcome, state.end]).toEqual(['interrupted', null]);
    expect(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')).outcome).toBe('interrupted');
    const resume: CarrySpec = { ...rest, kind: 'resume', folder };
    const again = await begin(resume, 200);
    expect(again.folder).toBe(folder);
    await gone(folder);
  });

  it('SH-25 refuses what is held, naming the holder', async () => {
    const { flowPath } = place(slow, FILES);
    const { folder, pid } = await begin(specOf(flowPath), 0);
    await expect(begin({ ...rest, kind: 'resume', folder }, 0)).rejects.toThrow(`carried by process ${pid}`);
    await expect(begin(specOf(flowPath), 0)).rejects.toMatchObject({ code: 'workspace-held' });
    const window = await connected(folder);
    await window.act({ do: 'cancel' }, 'ann');
    await gone(folder);
  });

  it('hands back why it could not begin, and executes nothing', async () => {
    const { flowPath, root } = place(story(), FILES);
    await expect(begin({ ...specOf(flowPath), trusted: false }, 0)).rejects.toMatchObject({ code: 'untrusted' });
    await expect(begin({ ...specOf(flowPath), approve: null }, 0)).rejects.toMatchObject({ code: 'not-approved' });
    await expect(begin(specOf(join(root, 'gone')), 0)).rejects.toMatchObject({ code: 'flow-unreadable' });
    expect(existsSync(join(root, '.converge', 'runs'))).toBe(false);
  });

  it('says the last words of one that died before it could answer', async () => {
    const program = { execPath: process.execPath, runnerPath: '/nowhere/runner.js', env: process.env };
    const { flowPath } = place(story(), FILES);
    await expect(startRunner({ spec: specOf(flowPath), graceMs: 0 }, program)).rejects.toThrow(/Cannot find module/);
    const gone = { ...program, execPath: '/nowhere/node' };
    await expect(startRunner({ spec: specOf(flowPath), graceMs: 0 }, gone)).rejects.toMatchObject({
      code: 'runner-unreachable',
    });
  });
});

const rest = { workers: {}, executables: {}, approve: 'any', trusted: true, program: 'test' } as const;
