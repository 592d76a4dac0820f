import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
export const results = path.join(root, 'test-results');

/**
 * Runs a command to its end in the root of the repository.
 * @param {readonly string[]} command
 * @param {{ show?: boolean, env?: Record<string, string> }} [options] show: output goes straight to the terminal, and
 *   is not returned
 * @returns {Promise<{ code: number, output: string, seconds: number }>}
 */
export function run([program, ...args], { show = false, env = {} } = {}) {
  mkdirSync(results, { recursive: true });
  const started = Date.now();
  const stdio = show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'];
  const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve) => {
    const end = (code, extra = '') => {
      const output = Buffer.concat(chunks).toString() + extra;
      resolve({ code, output, seconds: (Date.now() - started) / 1000 });
    };
    child.once('error', (error) => end(127, `${error.message}\n`));
    child.once('close', (code, signal) => end(code ?? 1, signal ? `ended by ${signal}\n` : ''));
  });
}

/** The command line of a program of this package's own. */
export function local(name, ...args) {
  return [path.join(root, 'node_modules/.bin', name), ...args];
}
