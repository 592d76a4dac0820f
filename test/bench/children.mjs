import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';

const here = import.meta.dirname;
const run = promisify(execFile);

/**
 * Runs measurements one at a time, each in a process of its own and in a folder that is removed behind it.
 * @param {string} scratch
 */
export function children(scratch) {
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  buildSync({
    ...{
      entryPoints: ['converge.ts', 'checking.ts', 'tracing.ts', 'timelining.ts', 'canvas/layouts.ts'].map((name) =>
        path.join(here, name),
      ),
      outdir: scratch,
    },
    ...{ outExtension: { '.js': '.mjs' }, banner, mainFields: ['module', 'main'] },
    ...{ bundle: true, minify: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' },
  });
  let next = 0;
  const programs = {
    converge: path.join(scratch, 'converge.mjs'),
    checking: path.join(scratch, 'checking.mjs'),
    tracing: path.join(scratch, 'tracing.mjs'),
    timelining: path.join(scratch, 'timelining.mjs'),
    layouts: path.join(scratch, 'canvas/layouts.mjs'),
    langgraph: path.join(here, 'langgraph.mjs'),
    floor: path.join(here, 'floor.mjs'),
  };
  const folder = () => path.join(scratch, `run${next++}`);
  /** @param {keyof typeof programs} who */
  const inFolder = async (who, what, where, ...rest) => {
    const args = who === 'floor' ? [where, ...rest] : [what, where, ...rest];
    const { stdout } = await run(process.execPath, [programs[who], ...args.map(String)], { maxBuffer: 1e8 });
    return stdout.trim() === '' ? null : JSON.parse(stdout);
  };
  return {
    folder,
    inFolder,
    forget: (where) => rmSync(where, { recursive: true, force: true }),
    measure: async (who, what, ...rest) => {
      const where = folder();
      try {
        return await inFolder(who, what, where, ...rest);
      } finally {
        rmSync(where, { recursive: true, force: true });
      }
    },
    /** What Node itself takes to start and end. */
    bare: async () => {
      const before = performance.now();
      await run(process.execPath, ['-e', '0']);
      return { ms: performance.now() - before };
    },
    /** From the start of a process to its first step. */
    timed: async (who, what, where, ...rest) => {
      const before = performance.now();
      await inFolder(who, what, where, ...rest);
      return { ms: performance.now() - before };
    },
  };
}
