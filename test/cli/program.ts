import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, onTestFinished, vi } from 'vitest';
import type { Json } from '../../engine/json';
import { builtPrograms } from '../built';
import { scratch } from '../node/scratch';

let dist = '';

/** The program and the runner as they stand, for the tests of a file. */
export function withProgram(): void {
  // Each of these tests starts several processes.
  vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });
  beforeAll(async () => {
    dist = await builtPrograms();
  });
}

export const programPath = (name: 'converge.js' | 'runner.js'): string => join(dist, name);

/** A workspace of one flow, away from everybody's settings. */
export interface Place {
  readonly root: string;
  readonly flowPath: string;
  readonly env: NodeJS.ProcessEnv;
}

/** @param files path from the root → text */
export function place(flow: Json, files: Readonly<Record<string, string>> = {}): Place {
  const [root, config] = [scratch(), scratch()];
  const flowPath = join(root, '.converge', 'flows', 'fix.converge.json');
  const all = { '.converge/flows/fix.converge.json': JSON.stringify(flow, null, 2), ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, flowPath, env: { ...process.env, XDG_CONFIG_HOME: config, NO_COLOR: '1' } };
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
}

/** Starts the program in a place. It is killed when the test is over, should it still run. */
export function start(where: Pick<Place, 'root' | 'env'>, args: readonly string[], cwd = where.root): Started {
  const child = spawn(process.execPath, [programPath('converge.js'), ...args], {
    cwd,
    env: where.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, stdout, stderr })));
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}

export const converge = (where: Pick<Place, 'root' | 'env'>, ...args: string[]): Promise<Ended> =>
  start(where, args).ended;
