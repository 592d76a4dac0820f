import type { EntryMap } from '../entryPlaces';
import { entryPlaces } from '../entryPlaces';
import { renamedExpression } from '../expression';
import { expressionPlaces, isOfCalledFlow } from '../expressionPlaces';
import { stepPlaces } from '../stepPlaces';
import type { Draft } from './draft';

/** New names by old ones, for each kind of name. */
export type Renaming = Readonly<Partial<Record<'steps' | 'loops' | EntryMap, ReadonlyMap<string, string>>>>;

/**
 * Renames whatever names something, all at once; what is named keeps its key. Prompts and other prose are left alone. So is
 * what a call gives back: its expression speaks of the flow that was called.
 */
export function renameAll(draft: Draft, to: Renaming): void {
  const { steps, loops, channels, inputs } = to;
  const graph = draft.graph();
  const flow = draft.flow();
  if (steps !== undefined)
    for (const { path, name } of stepPlaces(flow, graph)) put(draft, path, name, steps.get(name));
  const entries = entryPlaces(flow, graph).flatMap((place) => {
    const name = to[place.map]?.get(place.name);
    return name === undefined || name === place.name ? [] : [{ ...place, text: place.written(name) }];
  });
  for (const { isKey, path, text } of entries) if (!isKey) draft.set(path, text);
  const maps = { steps, gates: steps, loops, state: channels, inputs } as const;
  for (const place of expressionPlaces(flow, graph)) {
    if (isOfCalledFlow(place)) continue;
    const { path, text } = place;
    const renamed = renamedExpression(text, (root, name) =>
      root === 'budget' || root === 'item' || root === 'task' || root === 'output' ? undefined : maps[root]?.get(name),
    );
    put(draft, path, text, renamed);
  }
  // Keys come last: they are on the way to expressions.
  for (const { isKey, path, text } of entries) if (isKey) draft.renameKey(path, text);
}

function put(draft: Draft, path: readonly (string | number)[], now: string, next: string | undefined): void {
  if (next !== undefined && next !== now) draft.set(path, next);
}
