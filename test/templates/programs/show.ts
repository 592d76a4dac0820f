import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../crash/program';
import { newFolder } from '../../crash/scene';

/** What `converge demo <recipe>` left. */
export interface Shown {
  readonly code: number | null;
  readonly said: string;
  /** Of the scratch workspace. */
  readonly root: string;
  /** Run folders, oldest first. */
  readonly runs: readonly string[];
}

/** Shows a recipe, or only copies its workspace, in a temporary folder of its own. The file must have called `withProgram`. */
export async function show(name: string, ...options: readonly string[]): Promise<Shown> {
  const top = newFolder();
  const env = { ...process.env, TMPDIR: top, XDG_CONFIG_HOME: join(top, 'config'), NO_COLOR: '1' };
  const { code, stdout, stderr } = await runProgram({ root: top, env }, ['demo', name, ...options]);
  const root = readFileSync(join(top, 'converge-sample', 'latest'), 'utf8').trim();
  const runs = options.includes('--copy-only') ? [] : readdirSync(join(root, '.converge', 'runs')).sort();
  return { code, said: stdout + stderr, root, runs: runs.map((run) => join(root, '.converge', 'runs', run)) };
}
