import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConvergeError } from '../../failure';
import type { Clock } from '../../ports';
import type { Store, StoreItem } from '../../store';
import { byPlace, checkedNamespace, checkedPlace, SEARCH_LIMIT } from '../../storePlace';
import { withMappedErrors } from '../files';
import { foldersOf, ITEM, itemFolders } from './fileNames';
import type { Newest, Stored, Written } from './itemFile';
import { clearAsides, foldersIn, linkNext, makeFolders, readNewest, unreachable, writeAside } from './itemFile';

/**
 * A store of files, shared by all processes of a machine, without a lock that a kill could leave behind.
 *
 * R1 An item is a folder, its states are files `<n>.json` in it. The highest n counts; a deletion is a state too.
 * R2 A state is written aside, flushed, and made n + 1 by a hard link, which is whole and exclusive: of all that saw n,
 *    one goes on. So an item past its time is taken over by exactly one, and what was half written never counts.
 * R3 Whoever finds a higher number behind its own link was late: its state counts as overwritten, a claim as lost.
 * R4 Lower numbers are removed by whoever wrote a higher one; the highest never is, so that numbers only rise.
 */
export function createFileStore(folder: string, clock: Pick<Clock, 'now'>): Store {
  const root = resolve(folder);
  const asides = join(root, '.new');
  let ready: Promise<void> | null = null;

  const liveItem = ({ stored }: Newest): StoreItem | undefined => {
    if (stored?.value === undefined || clock.now() >= (stored.expires ?? Number.POSITIVE_INFINITY)) return undefined;
    const { namespace, key, at, value } = stored;
    return { namespace, key, at, value };
  };

  const prepare = async (folders: readonly string[]): Promise<void> => {
    await withMappedErrors(root, () => mkdir(dirname(root), { recursive: true }));
    await makeFolders([...folders, asides]);
    ready ??= clearAsides(asides).catch((error: unknown) => {
      ready = null;
      throw error;
    });
    await ready;
  };

  /** Puts a state behind the one that is there, and looks again where somebody was faster. */
  const write = async (folders: readonly string[], stored: Stored, how: Writing): Promise<boolean> => {
    const item = folders.at(-1) ?? root;
    if (!how.may(liveItem(await readNewest(item)))) return false;
    await prepare(folders);
    const aside = await writeAside(asides, stored);
    try {
      for (let look = 0; look < MOST_LOOKS; look++) {
        const newest = await readNewest(item);
        if (!how.may(liveItem(newest))) return false;
        if (how.done.includes(await linkNext(aside, folders, newest.number + 1))) return true;
      }
      throw unreachable(item, `others have written it ${MOST_LOOKS} times meanwhile`);
    } finally {
      await rm(aside, { force: true });
    }
  };

  return {
    get: async (namespace, key) => {
      const item = itemFolders(root, checkedPlace(namespace, key)).at(-1) ?? root;
      return liveItem(await readNewest(item));
    },
    put: async (namespace, key, value, { ttlMs, ifAbsent } = {}) => {
      const folders = itemFolders(root, checkedPlace(namespace, key));
      const now = clock.now();
      const expires = ttlMs === undefined ? {} : { expires: now + ttlMs };
      const stored = { ...named(namespace, key, now), ...expires, value };
      return broken(root, () => write(folders, stored, ifAbsent === true ? CLAIM : REPLACE));
    },
    delete: async (namespace, key) => {
      const folders = itemFolders(root, checkedPlace(namespace, key));
      return broken(root, () => write(folders, named(namespace, key, clock.now()), DELETE));
    },
    search: async (namespace, limit = SEARCH_LIMIT) => {
      const top = foldersOf(root, checkedNamespace(namespace)).at(-1) ?? root;
      const found: StoreItem[] = [];
      for (const item of await itemsBelow(top)) {
        const live = liveItem(await readNewest(item));
        if (live !== undefined) found.push(live);
      }
      return found.sort(byPlace).slice(0, limit);
    },
  };
}

const MOST_LOOKS = 1000;

interface Writing {
  /** Whether it may be written over what is live now. */
  readonly may: (live: StoreItem | undefined) => boolean;
  /** What counts as written. */
  readonly done: readonly Written[];
}

const CLAIM: Writing = { may: (live) => live === undefined, done: ['written'] };
const REPLACE: Writing = { may: () => true, done: ['written', 'superseded'] };
const DELETE: Writing = { may: (live) => live !== undefined, done: ['written', 'superseded'] };

const named = (namespace: readonly string[], key: string, now: number) => {
  return { namespace: [...namespace], key, at: new Date(now).toISOString() };
};

/** Folders of items, in no order. */
async function itemsBelow(folder: string): Promise<readonly string[]> {
  const items: string[] = [];
  for (const name of await foldersIn(folder)) {
    const path = join(folder, name);
    if (name.endsWith(ITEM)) items.push(path);
    else if (!name.startsWith('.')) items.push(...(await itemsBelow(path)));
  }
  return items;
}

/** What is left of errors when those with advice of their own are named: the store cannot be used. */
async function broken<T>(root: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof ConvergeError ? error : unreachable(root, error);
  }
}
