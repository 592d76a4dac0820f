import type { Json } from '../../json';
import { membersIn, textIn } from '../graph/tolerant';
import type { PartChange } from './change';
import { valueChanges } from './values';

/** Loops, workers, channels or inputs of flows in which they already have the ids of `after`. */
export function entryChanges(
  what: Exclude<PartChange['what'], 'step' | 'flow'>,
  key: string,
  before: Json,
  after: Json,
  renamed: ReadonlyMap<string, string>,
): readonly PartChange[] {
  const was = new Map([...renamed].map(([from, to]) => [to, from]));
  const [old, now] = [membersIn(before, [key]), membersIn(after, [key])];
  const kind = (value: Json | undefined) => (what === 'loop' ? textIn(value, ['type']) : '');
  const one = { what, values: [], leads: [] } as const;
  return [
    ...Object.entries(now).flatMap(([id, value]): readonly PartChange[] => {
      const then = Object.hasOwn(old, id) ? old[id] : undefined;
      if (then === undefined) return [{ ...one, how: 'added', before: null, after: id, kind: kind(value) }];
      const values = valueChanges(then, value);
      const other = was.get(id);
      if (values.length === 0 && other === undefined) return [];
      const how = other === undefined ? 'changed' : 'renamed';
      return [{ ...one, how, before: other ?? id, after: id, kind: kind(value), values }];
    }),
    ...Object.entries(old)
      .filter(([id]) => !Object.hasOwn(now, id))
      .map(([id, value]): PartChange => ({ ...one, how: 'removed', before: id, after: null, kind: kind(value) })),
  ];
}
