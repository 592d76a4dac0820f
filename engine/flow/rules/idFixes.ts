import type { Fix } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import { draftOf } from '../edits/draft';
import { renameLoop, renameStep } from '../edits/rename';
import { renameEntry } from '../edits/renameEntry';
import { setTo } from './fixes';
import { objectAt } from './rule';

/** The id that a text comes nearest to: letters, digits, _ and - of it. */
export function nameFlow(text: string): Fix {
  const id = nearestId(text) || 'flow';
  return setTo(`Call it "${id}"`, ['id'], id);
}

/** Another name for what has a bad one, wherever it is named: the nearest good one that is free. */
export function renameFix(flow: Json, map: string, name: string): Fix | undefined {
  // This key would set a prototype.
  if (name === '__proto__' || at(flow, [map, name]) === undefined) return undefined;
  const names = objectAt(flow, [map]);
  const taken = (id: string) => Object.hasOwn(names, id) || (map === 'loops' && id === 'budget');
  const wanted = nearestId(name) || map.replace(/s$/, '');
  let id = wanted;
  for (let number = 2; taken(id); number++) id = `${wanted.slice(0, LONGEST - String(number).length)}${number}`;
  const draft = draftOf(flow);
  const edited = rename(map, draft, name, id);
  return edited === null || 'why' in edited ? undefined : { title: `Rename it to "${id}"`, changes: draft.changes() };
}

function rename(map: string, draft: ReturnType<typeof draftOf>, from: string, to: string) {
  switch (map) {
    case 'steps':
      return renameStep(draft, from, to);
    case 'loops':
      return renameLoop(draft, from, to);
    case 'workers':
    case 'channels':
    case 'inputs':
      return renameEntry(draft, map, from, to);
    default:
      return null;
  }
}

/** A flow that is full of bad ids has the first of them renamed; then the next are the first. */
export const MOST_RENAMED = 5;

/** Whether it stands in one of the maps whose names are known everywhere. */
export const isEntry = (path: JsonPath): boolean => path.length === 2;

const LONGEST = 64;

const nearestId = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, LONGEST)
    .replace(/-+$/, '');
