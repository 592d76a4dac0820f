import type { Json, JsonPath } from '../engine/json';
import { at } from '../engine/json';

/** What stands where a text is looked for. `none`: nothing yet, but the object that would hold it is there. */
export type Found =
  | { readonly state: 'text'; readonly text: string }
  | { readonly state: 'none' }
  | { readonly state: 'other' }
  | { readonly state: 'gone' };

export function stringAt(flow: Json, path: JsonPath): Found {
  const value = at(flow, path);
  if (typeof value === 'string') return { state: 'text', text: value };
  if (value !== undefined) return { state: 'other' };
  // The step, loop or entry must be there; a holder inside of it comes with its first member.
  const owner = path.length > 2 ? path.slice(0, 2) : path.slice(0, -1);
  return path.length > 0 && at(flow, owner) !== undefined ? { state: 'none' } : { state: 'gone' };
}

/**
 * A file name that tells where the text stands: the flow's name, then the keys without the map they are in, such as
 * `fix › act › prompt.md`. Its ending tells the editor what kind of text it is.
 */
export function stringName(file: string, path: JsonPath): string {
  const flow = file.replace(/\.converge\.json$/, '');
  const keys = path.length > 2 ? path.slice(1) : path;
  const words = keys.flatMap((key, index) => {
    if (typeof key === 'number') return [];
    const next = keys[index + 1];
    return [typeof next === 'number' ? `${key} ${next + 1}` : key];
  });
  return `${[flow, ...words].join(' › ').replaceAll(/[/\\]/g, '∕')}.${endingOf(path.at(-1))}`;
}

const endingOf = (key: string | number | undefined): string => (key === 'shell' ? 'sh' : 'md');

/** The text as it is written back: line ends stay what they were. */
export const withLineEndsOf = (text: string, before: string): string =>
  before.includes('\r\n') ? text : text.replaceAll('\r\n', '\n');
