import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ConvergeError, messageOf } from '../failure';
import { allowedEnvironment } from '../node/environment';
import { OWN_FOLDER } from '../node/ownFolder';
import { isCarriedBelow } from '../runner/runs';

/** Where copies of the sample are made, one folder each; `latest` holds the path of the newest. */
const scratchFolder = (): string => join(tmpdir(), 'converge-sample');

export const SAMPLE_FLOW = join('.converge', 'flows', 'fix-until-green.converge.json');

/** Copies the sample that comes with the program to a new scratch folder and makes it a repository with one commit. */
export async function copySample(): Promise<string> {
  const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'media', 'sample');
  if (!(await stat(source).catch(() => null))?.isDirectory()) {
    throw new ConvergeError(
      'internal',
      `The sample is not at ${source}. Install Converge anew, or run it from its repository.`,
    );
  }
  // Somebody may have run the sample where it stands; what came of that is no part of it.
  const left = ['runs', 'git'].map((name) => join(source, OWN_FOLDER, name));
  return newCopy((copy) => cp(source, copy, { recursive: true, filter: (path) => !left.includes(path) }));
}

/** Lays out the workspace of a recipe in a new scratch folder: its files, its flow, and the turns that are played. */
export function copyRecipe(files: string, flowPath: string, flow: string, turns: readonly unknown[]): Promise<string> {
  return newCopy(async (copy) => {
    await cp(files, copy, { recursive: true });
    await mkdir(dirname(join(copy, flowPath)), { recursive: true });
    await writeFile(join(copy, flowPath), flow);
    await writeFile(join(copy, SCRIPT), `${JSON.stringify({ turns }, null, 2)}\n`);
  });
}

/** Where the turns of a recipe stand in its workspace. */
export const SCRIPT = `${OWN_FOLDER}/script.json`;

async function newCopy(fill: (copy: string) => Promise<void>): Promise<string> {
  const copy = await newFolder(scratchFolder());
  await fill(copy);
  await commitAll(copy);
  await writeFile(join(scratchFolder(), 'latest'), `${copy}\n`);
  return copy;
}

/** Removes earlier copies, but for those in which a run is carried right now. */
export async function removeCopies(): Promise<void> {
  for (const name of await readdir(scratchFolder()).catch(() => [])) {
    const copy = join(scratchFolder(), name);
    if (/^\d+$/.test(name) && !(await isCarriedBelow(copy))) await rm(copy, { recursive: true, force: true });
  }
}

async function newFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const taken = (await readdir(parent)).map(Number).filter(Number.isSafeInteger);
  for (let count = Math.max(0, ...taken) + 1; ; count++) {
    const folder = join(parent, String(count));
    try {
      await mkdir(folder);
      return folder;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

async function commitAll(folder: string): Promise<void> {
  const env = {
    ...allowedEnvironment(),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: '0',
  };
  const author = ['-c', 'user.name=Converge', '-c', 'user.email=converge@localhost', '-c', `core.hooksPath=${devNull}`];
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    [...author, 'commit', '--quiet', '--message=As it came'],
  ]) {
    try {
      await promisify(execFile)('git', args, { cwd: folder, env });
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      const message = missing
        ? `No git program was found in PATH (${process.env.PATH ?? ''}). Install git from https://git-scm.com, then start again.`
        : `The sample could not be made a repository: ${messageOf(error)}`;
      throw new ConvergeError(missing ? 'git-missing' : 'internal', message, { cause: error });
    }
  }
}
