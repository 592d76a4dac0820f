import { join } from 'node:path';
import type { Place } from '../../storePlace';
import { sha256 } from '../digest';

/** What the folder of an item ends in. No encoded name has a dot, so a namespace is never taken for an item. */
export const ITEM = '.item';

/** The folders from the store's own down to that of a namespace. */
export function foldersOf(root: string, namespace: readonly string[]): readonly string[] {
  const folders = [root];
  for (const name of namespace) folders.push(join(folders.at(-1) ?? root, encoded(name)));
  return folders;
}

/** The folders from the store's own down to the item's. */
export function itemFolders(root: string, { namespace, key }: Place): readonly string[] {
  const folders = foldersOf(root, namespace);
  return [...folders, join(folders.at(-1) ?? root, `${encoded(key)}${ITEM}`)];
}

const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/;
const LONGEST = 100;
const KEPT = 60;

/**
 * A name as every file system keeps it apart from all others: not by the case of its letters alone, no name of a Windows
 * device, no dot at its end, at most 125 characters. Long ones are not meant to be read back: the item says its names.
 */
function encoded(name: string): string {
  const plain = name.replace(/[^a-z0-9_-]/g, hex);
  if (plain.length > LONGEST) return `${plain.slice(0, KEPT)}~${sha256(name)}`;
  return DEVICE.test(plain) ? `${hex(plain.slice(0, 1))}${plain.slice(1)}` : plain;
}

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
