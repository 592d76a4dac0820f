import type { Json, JsonPath } from '../json';
import { at, isObject } from '../json';
import type { Graph } from './graph';

/** The maps of a flow whose entries steps name, beside the steps themselves. */
export type EntryMap = 'workers' | 'channels' | 'inputs';
export const ENTRY_MAPS: readonly EntryMap[] = ['workers', 'channels', 'inputs'];

/** A place outside of expressions that names a worker, channel or input. */
export interface EntryPlace {
  readonly map: EntryMap;
  readonly name: string;
  readonly path: JsonPath;
  /** The key at the end of the path names it, not the value. */
  readonly isKey: boolean;
  /** What stands there with another name. */
  readonly written: (name: string) => string;
}

/** Every such place of the steps, in their order. */
export function entryPlaces(flow: Json, graph: Graph): readonly EntryPlace[] {
  return graph.steps.flatMap(({ path, kind }) => {
    const step = at(flow, path);
    const evaluators = at(step, ['evaluator', 'all']);
    const writes = at(step, ['writes']);
    const channel = kind === 'plan' ? at(step, ['channel']) : undefined;
    return [
      ...workerIn(step, [], path),
      ...workerIn(step, ['evaluator'], path),
      ...(Array.isArray(evaluators)
        ? evaluators.flatMap((_, index) => workerIn(step, ['evaluator', 'all', index], path))
        : []),
      ...readsIn(at(step, ['reads']), [...path, 'reads']),
      ...(typeof writes === 'string' ? [writing(writes, [...path, 'writes'], false)] : []),
      ...(isObject(writes) ? Object.keys(writes).map((key) => writing(key, [...path, 'writes', key], true)) : []),
      ...(typeof channel === 'string' ? [writing(channel, [...path, 'channel'], false)] : []),
    ];
  });
}

function workerIn(step: Json | undefined, key: JsonPath, path: JsonPath): readonly EntryPlace[] {
  const name = at(step, [...key, 'worker']);
  if (typeof name !== 'string') return [];
  return [{ map: 'workers', name, path: [...path, ...key, 'worker'], isKey: false, written: (to) => to }];
}

function readsIn(reads: Json | undefined, path: JsonPath): readonly EntryPlace[] {
  return (Array.isArray(reads) ? reads : []).flatMap((read: Json, index) =>
    READS.flatMap(([prefix, map]): readonly EntryPlace[] => {
      if (typeof read !== 'string' || !read.startsWith(prefix)) return [];
      const name = read.slice(prefix.length);
      return [{ map, name, path: [...path, index], isKey: false, written: (to) => prefix + to }];
    }),
  );
}

const READS: readonly (readonly [string, EntryMap])[] = [
  ['channel:', 'channels'],
  ['inputs.', 'inputs'],
];

/** A channel, or one field of it. */
function writing(text: string, path: JsonPath, isKey: boolean): EntryPlace {
  const dot = text.indexOf('.');
  const [name, field] = dot < 0 ? [text, ''] : [text.slice(0, dot), text.slice(dot)];
  return { map: 'channels', name, path, isKey, written: (to) => to + field };
}
