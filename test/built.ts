import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { bundles } from '../esbuild.mjs';
import { until } from './until';

/** Where what one test file has built stands for all others of the same test run. Set up once for all of them. */
const PLACE = 'CONVERGE_TESTS_BUILT';

/** Before all test files, in the process that starts theirs. */
export function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'converge-built-'));
  process.env[PLACE] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * The folder in which something is built once in a test run: by the first file that asks; the others wait for it. Without
 * the set-up each process has its own.
 * @param name a folder's name, the same for all who want the same
 */
export async function builtOnce(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  if (!process.env[PLACE]) process.once('exit', setup());
  const folder = path.join(process.env[PLACE] ?? '', name);
  const done = `${folder}.done`;
  if (existsSync(done)) return folder;
  if (mkdirSync(folder, { recursive: true }) === undefined) {
    await until(`${name}, which another test file builds`, () => existsSync(done), 60_000);
    return folder;
  }
  await make(folder);
  writeFileSync(done, '');
  return folder;
}

/** The program, the runner and the debug adapter, beside the media that they come with. Returns the folder of the three. */
export async function builtPrograms(): Promise<string> {
  const top = await builtOnce('programs', async (folder) => {
    symlinkSync(path.resolve(import.meta.dirname, '../media'), path.join(folder, 'media'));
    const outdir = path.join(folder, 'dist');
    const wanted = [bundles.converge, bundles.runner, bundles.debugAdapter];
    await Promise.all(wanted.map((options) => build({ ...options, outdir })));
  });
  return path.join(top, 'dist');
}
