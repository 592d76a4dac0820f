import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { ConvergeError } from '../failure';
import { parseFlow } from '../flow/parse';
import { at } from '../json';

const ENDING = '.converge.json';
/** Where no flow of the workspace stands, or too much else does. */
const LEFT_OUT = new Set(['node_modules', '.git', 'runs', 'dist', 'out', 'build', 'target', 'vendor']);
const MOST_FOLDERS = 20_000;

/**
 * The absolute path of a flow given by path or by id. An id is looked for in every `*.converge.json` below the root; where
 * none has it, the name of a file counts as one. Throws `flow-unreadable` where there is none, or more than one.
 */
export async function findFlow(given: string, root: string, cwd = process.cwd()): Promise<string> {
  const path = resolve(cwd, given);
  if (await isFile(path)) return path;
  if (/[\\/]/.test(given) || given.endsWith('.json')) {
    throw new ConvergeError('flow-unreadable', `There is no flow file at ${path}. Check the path.`);
  }
  const files = await flowFiles(root);
  const ids = await Promise.all(
    files.map(async (file) => ({ file, names: [basename(file, ENDING), await idOf(file)] })),
  );
  const withId = ids.filter(({ names }) => names[1] === given);
  const found = (withId.length > 0 ? withId : ids.filter(({ names }) => names[0] === given)).map(({ file }) => file);
  const [first, ...others] = found;
  if (first === undefined) {
    const known = [...new Set(ids.map(({ names }) => names[1] ?? names[0]))].sort().join(', ');
    const hint = known === '' ? 'There are none below it.' : `There are: ${known}.`;
    throw new ConvergeError('flow-unreadable', `No flow with the id "${given}" below ${root}. ${hint}`);
  }
  if (others.length > 0) {
    const places = found.map((file) => relative(root, file)).join(', ');
    throw new ConvergeError('flow-unreadable', `"${given}" is the id of more than one flow: ${places}. Give the path.`);
  }
  return first;
}

/** Every flow file below the root, sorted by path. */
async function flowFiles(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [root];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined && seen < MOST_FOLDERS; folder = folders.pop(), seen++) {
    const here = folder;
    for (const entry of await entries(here)) {
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) folders.push(join(here, entry.name));
      if (entry.isFile() && entry.name.endsWith(ENDING)) files.push(join(here, entry.name));
    }
  }
  return files.sort();
}

const entries = (folder: string): Promise<readonly Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((): readonly Dirent[] => []);

async function idOf(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const id = at(parseFlow(text).value ?? undefined, ['id']);
  return typeof id === 'string' ? id : undefined;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
