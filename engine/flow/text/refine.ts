import type { Json, JsonPath } from '../../json';
import { canonicalJson, isObject } from '../../json';

/** A change of one value of a document, made in the order of the list that holds it. */
export type Operation =
  | { readonly op: 'replace'; readonly path: JsonPath; readonly value: Json }
  | { readonly op: 'remove'; readonly path: JsonPath }
  /** A member that is not there yet, behind the others of its object or list. */
  | { readonly op: 'append'; readonly path: JsonPath; readonly value: Json }
  /** An item of a list, before the one that has its index. */
  | { readonly op: 'insert'; readonly path: JsonPath; readonly value: Json };

/** The fewest operations that make `next` out of `now`, so that what stays equal keeps its text. */
export function refine(now: Json, next: Json, path: JsonPath): readonly Operation[] {
  if (canonicalJson(now) === canonicalJson(next)) return [];
  if (Array.isArray(now) && Array.isArray(next)) return refineList(now, next, path);
  if (!isObject(now) || !isObject(next)) return [{ op: 'replace', path, value: next }];
  const removed = Object.keys(now).filter((key) => !Object.hasOwn(next, key));
  return [
    ...removed.map((key): Operation => ({ op: 'remove', path: [...path, key] })),
    ...Object.entries(next).flatMap(([key, value]): readonly Operation[] => {
      const old = Object.hasOwn(now, key) ? now[key] : undefined;
      return old === undefined ? [{ op: 'append', path: [...path, key], value }] : refine(old, value, [...path, key]);
    }),
  ];
}

function refineList(now: readonly Json[], next: readonly Json[], path: JsonPath): readonly Operation[] {
  const a = now.map((item) => canonicalJson(item));
  const b = next.map((item) => canonicalJson(item));
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const shared = most - head - tail;
  const operations: Operation[] = [];
  for (let index = head; index < head + shared; index++)
    operations.push(...refine(now[index] ?? null, next[index] ?? null, [...path, index]));
  for (let index = a.length - tail - 1; index >= head + shared; index--)
    operations.push({ op: 'remove', path: [...path, index] });
  for (let index = head + shared; index < b.length - tail; index++) {
    const op = index >= a.length - tail && tail === 0 ? 'append' : 'insert';
    operations.push({ op, path: [...path, index], value: next[index] ?? null });
  }
  return operations;
}
