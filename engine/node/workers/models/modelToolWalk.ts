import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { ModelTool } from './modelTool';
import { denied, failed, modelTool } from './modelTool';
import { CLOSED, placeForTool } from './modelToolPlace';

const MOST_LISTED = 500;
const MOST_WALKED = 50_000;

/** @param root absolute path of the workspace */
export function listTool(root: string): ModelTool {
  const input = z.strictObject({ path: z.string().min(1).optional().describe('A folder; default: the workspace') });
  const about = 'The files below a folder. Links, .git and node_modules are not looked into.';
  return modelTool('list', about, input, async ({ path = '.' }) => {
    const place = await placeForTool(root, path);
    if (place.why !== undefined) return denied(`list ${path}`, place.why);
    const found = await stat(place.at).catch(() => undefined);
    if (found?.isDirectory() !== true) return failed(`"${path}" is no folder.`);
    const files: string[] = [];
    for await (const file of filesBelow(place)) {
      if (files.length === MOST_LISTED) return { text: [...files, '[there are more; name a folder]'].join('\n') };
      files.push(file);
    }
    return { text: files.length === 0 ? 'No files.' : files.join('\n') };
  });
}

/**
 * The files below a folder (or the file itself), relative to the workspace, folder by folder and by name. Links are not
 * followed, folders that are no one's work are left out.
 */
export async function* filesBelow(place: { readonly at: string; readonly path: string }): AsyncGenerator<string> {
  const found = await stat(place.at).catch(() => undefined);
  if (found?.isFile() === true) yield place.path;
  if (found?.isDirectory() !== true) return;
  let walked = 0;
  const folders = [{ at: place.at, path: place.path }];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const entries = await readdir(folder.at, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      walked += 1;
      if (walked > MOST_WALKED) return;
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.isFile()) yield path;
      else if (entry.isDirectory() && !LEFT_OUT(entry.name)) folders.push({ at: join(folder.at, entry.name), path });
    }
  }
}

const LEFT_OUT = (name: string): boolean => CLOSED.has(name.toLowerCase()) || name === 'node_modules';
