import { randomBytes } from 'node:crypto';
import { link, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { ConvergeError, messageOf } from '../../failure';
import type { Json } from '../../json';
import { withMappedErrors } from '../files';
import { realFolder } from '../ownFolder';
import { syncFolder } from '../traceFile';

/** What stands in the file of an item. Without a value it was deleted. */
const storedSchema = z.object({
  namespace: z.array(z.string()),
  key: z.string(),
  at: z.string(),
  /** Milliseconds since 1970; without it the item is for ever. */
  expires: z.number().optional(),
  value: z.json().optional(),
});
export interface Stored {
  readonly namespace: readonly string[];
  readonly key: string;
  readonly at: string;
  readonly expires?: number | undefined;
  readonly value?: Json | undefined;
}

/** The state of an item, and its number: 0 where nothing was ever there. */
export interface Newest {
  readonly number: number;
  readonly stored: Stored | undefined;
}

/** Reads what counts in an item's folder: the file with the highest number. Throws `store-unreachable`. */
export async function readNewest(folder: string): Promise<Newest> {
  for (;;) {
    const [number] = await numbersIn(folder);
    if (number === undefined) return { number: 0, stored: undefined };
    const file = fileOf(folder, number);
    const text = await readable(file, () => readFile(file, 'utf8'));
    // Gone between the two looks: there is a newer one.
    if (text !== undefined) return { number, stored: parsed(file, text) };
  }
}

/** `taken`: that number is another's. `superseded`: it was written, and is no longer what counts. */
export type Written = 'written' | 'taken' | 'superseded';

/** A temporary file with all of an item's content, flushed. Gives its path; whoever asked removes it. */
export async function writeAside(folder: string, stored: Stored): Promise<string> {
  const path = join(folder, randomBytes(8).toString('hex'));
  await withMappedErrors(path, async () => {
    const handle = await open(path, 'wx', 0o644);
    try {
      await handle.writeFile(`${JSON.stringify(stored)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
  return path;
}

/** Makes a file that was written aside the item's next one. `folders`: from the store's own down to the item's. */
export async function linkNext(aside: string, folders: readonly string[], number: number): Promise<Written> {
  const folder = folders.at(-1) ?? '';
  const file = fileOf(folder, number);
  return withMappedErrors(file, async () => {
    const made = await link(aside, file).then(
      () => true,
      (error: unknown) => {
        if (hasCode(error, 'EEXIST')) return false;
        throw error;
      },
    );
    if (!made) return 'taken';
    for (const each of [...folders].reverse()) await syncFolder(each);
    const [highest, ...lower] = await numbersIn(folder);
    if (highest !== number) {
      await rm(file, { force: true });
      return 'superseded';
    }
    for (const old of lower) await rm(fileOf(folder, old), { force: true });
    return 'written';
  });
}

/** Makes the folders that are missing, and refuses links among them. */
export async function makeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await realFolder(folder);
}

const LEFT_MS = 60 * 60_000;

/** Removes what kills left half written, after an hour. */
export async function clearAsides(asides: string): Promise<void> {
  for (const name of await namesIn(asides)) {
    const file = join(asides, name);
    const found = await readable(file, () => stat(file));
    if (found !== undefined && Date.now() - found.mtimeMs > LEFT_MS) await rm(file, { force: true });
  }
}

/** The folders in a folder, links left out; none where it is missing. */
export async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readable(folder, () => readdir(folder, { withFileTypes: true }));
  return (entries ?? []).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readable(folder, () => readdir(folder))) ?? [];

const fileOf = (folder: string, number: number): string => join(folder, `${number}.json`);

/** The highest first. */
async function numbersIn(folder: string): Promise<readonly number[]> {
  const found = (await namesIn(folder)).flatMap((name) => {
    const [, number] = /^([1-9]\d{0,14})\.json$/.exec(name) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  return found.sort((a, b) => b - a);
}

/** A damaged item is not an absent one: what it guards might happen twice. */
function parsed(file: string, text: string): Stored {
  try {
    return storedSchema.parse(JSON.parse(text));
  } catch (error) {
    throw unreachable(file, error);
  }
}

async function readable<T>(path: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw unreachable(path, error);
  }
}

export const unreachable = (path: string, cause: unknown): ConvergeError =>
  new ConvergeError(
    'store-unreachable',
    `The store cannot be read at ${path} (${messageOf(cause)}). Mend or remove it, then resume the run.`,
    { cause },
  );

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
