import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { onTestFinished } from 'vitest';
import { scratch } from './scratch';

/** Builds a small program of ours for a process of its own. `code` imports from `./engine/…`; `process.argv[2]…` are its arguments. */
export function bundled(code: string): (...args: string[]) => Running {
  const outfile = join(scratch(), 'program.mjs');
  const resolveDir = resolve(import.meta.dirname, '../..');
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  buildSync({
    ...{ stdin: { contents: code, resolveDir, loader: 'ts' }, outfile, banner },
    ...{ bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
  });
  return (...args) => run(outfile, args);
}

export interface Running {
  readonly child: ChildProcess;
  /** The next line that it writes, as JSON. Rejects where it ends without one. */
  readonly line: () => Promise<unknown>;
}

function run(file: string, args: readonly string[]): Running {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: string[] = [];
  const waiting: { readonly resolve: (line: unknown) => void; readonly reject: (error: Error) => void }[] = [];
  let rest = '';
  const give = (): void => {
    while (lines.length > 0 && waiting.length > 0) waiting.shift()?.resolve(JSON.parse(lines.shift() ?? 'null'));
  };
  child.stdout.on('data', (bytes: Buffer) => {
    const parts = (rest + bytes.toString('utf8')).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    give();
  });
  child.on('close', () => {
    for (const one of waiting) one.reject(new Error('it ended without a line'));
  });
  return {
    child,
    line: () =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        give();
      }),
  };
}
