import { spawn } from 'node:child_process';
import { programPath } from '../cli/program';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Where {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Runs the program to its end, however that comes; many at once may. `nodeArgs` stand before it. The test's file must have
 * called `withProgram`.
 */
export function runProgram(where: Where, args: readonly string[], nodeArgs: readonly string[] = []): Promise<Ended> {
  const child = spawn(process.execPath, [...nodeArgs, programPath('converge.js'), ...args], {
    cwd: where.root,
    env: where.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => done({ code, signal, stdout, stderr }));
  });
}
