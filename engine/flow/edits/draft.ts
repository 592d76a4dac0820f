import type { Change } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { isObject } from '../../json';
import type { Graph } from '../graph';
import { graphOf } from '../graph';
import { growing } from './growing';

/** An edit in the making: what it did so far, and the flow as it then is. */
export interface Draft {
  readonly flow: () => Json;
  readonly graph: () => Graph;
  readonly value: (path: JsonPath) => Json | undefined;
  readonly set: (path: JsonPath, value: Json) => void;
  readonly remove: (path: JsonPath) => void;
  /** Another key for a member; written so that the text edit changes only the key. */
  readonly renameKey: (path: JsonPath, to: string) => void;
  readonly changes: () => readonly Change[];
}

/** What an edit function gives back: what to select then, or why nothing was done. */
export type Edited = { readonly select?: readonly string[] } | { readonly why: string };

export function draftOf(flow: Json): Draft {
  const changes: Change[] = [];
  const now = growing(flow);
  let graph: Graph | undefined;
  const record = (...more: readonly Change[]) => {
    changes.push(...more);
    for (const change of more) now.make(change);
    graph = undefined;
  };
  return {
    flow: () => now.value(),
    graph: () => {
      graph ??= graphOf(now.value());
      return graph;
    },
    value: (path) => now.at(path),
    set: (path, value) => record({ path, value }),
    remove: (path) => record({ path }),
    renameKey: (path, to) => {
      const value = now.at(path);
      if (value !== undefined) record({ path }, { path: [...path.slice(0, -1), to], value });
    },
    changes: () => changes,
  };
}

export const hasStep = (draft: Draft, id: string): boolean => draft.value(['steps', id]) !== undefined;
export const noStep = (id: string): Edited => ({ why: `There is no step "${id}" any more.` });

/** Why no loop may have this name; null where it may. */
export const reservedLoop = (id: string): string | null =>
  id === 'budget' ? 'A loop cannot be called "budget": that is what the run’s own bounds are called.' : null;

/** Takes a key away where what it holds has become empty. */
export function removeIfEmpty(draft: Draft, path: JsonPath): void {
  const value = draft.value(path);
  if (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)
    draft.remove(path);
}

/** The wanted name, with a number behind it where it is taken. */
export function freeName(wanted: string, taken: (name: string) => boolean): string {
  if (!taken(wanted)) return wanted;
  let number = 2;
  while (taken(`${wanted}${number}`)) number++;
  return `${wanted}${number}`;
}
