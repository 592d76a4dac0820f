import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../until';
import { endProcessesOf, MARK, processesOf } from './processes.mjs';

describe.runIf(process.platform === 'linux')('what a server started', () => {
  const mark = randomUUID();
  afterEach(() => endProcessesOf(mark));
  const idle = 'setInterval(() => {}, 1000)';
  const start = (code: string, value: string) =>
    spawn(process.execPath, ['-e', code], { detached: true, stdio: 'ignore', env: { ...process.env, [MARK]: value } });
  const nested = `require('child_process').spawn(process.execPath, ['-e', '${idle}'], { detached: true, stdio: 'ignore' }); ${idle}`;
  const pids = () => processesOf(mark).map(({ pid }) => pid);

  it('is found and ended, a child that detached itself included, and nothing else is', async () => {
    const other = start(idle, `${mark}-other`);
    const parent = start(nested, mark);
    await until('both processes', () => pids().length === 2);
    expect(pids()).toContain(parent.pid);
    expect(pids()).not.toContain(other.pid);
    endProcessesOf(mark);
    await until('the end of both', () => pids().length === 0);
    expect(hasEnded(other)).toBe(false);
    other.kill('SIGKILL');
  });

  it('is ended by the guard when the guard loses its pipe', async () => {
    const child = start(idle, mark);
    await until('the process', () => pids().length === 1);
    const guard = spawn(process.execPath, [path.join(import.meta.dirname, 'guard.mjs'), mark], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    guard.stdin.end();
    await until('its end', () => hasEnded(child) && hasEnded(guard));
    expect(pids()).toEqual([]);
  });
});

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
