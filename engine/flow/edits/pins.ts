import { isObject } from '../../json';
import { layoutOf } from '../layout';
import type { Draft } from './draft';

type Place = readonly [number, number];

/** How far a copy stands from what it would cover. */
const ASIDE = 40;

/**
 * Where copies are pinned, by the ids they had. At a position: all of them, as they stand to each other, the top left one
 * there. Else those that were pinned before, moved aside where something is pinned already.
 */
export function pinsOf(
  copy: Draft,
  into: Draft,
  pinned: Readonly<Record<string, Place>>,
  position: Place | undefined,
): Readonly<Record<string, Place>> {
  if (position === undefined) return aside(pinned, placesIn(into));
  const boxes = Object.entries(layoutOf(copy.graph(), pinned).steps);
  const left = Math.min(...boxes.map(([, { x }]) => x));
  const top = Math.min(...boxes.map(([, { y }]) => y));
  const [x, y] = position;
  return Object.fromEntries(
    boxes.map(([id, box]) => [id, [Math.round(box.x - left + x), Math.round(box.y - top + y)] as const]),
  );
}

function aside(pinned: Readonly<Record<string, Place>>, taken: ReadonlySet<string>): Readonly<Record<string, Place>> {
  const places = Object.entries(pinned);
  let by = 0;
  while (places.some(([, [x, y]]) => taken.has(String([x + by, y + by])))) by += ASIDE;
  return Object.fromEntries(places.map(([id, [x, y]]) => [id, [x + by, y + by] as const]));
}

function placesIn(flow: Draft): ReadonlySet<string> {
  const layout = flow.value(['layout']);
  return new Set(Object.values(isObject(layout) ? layout : {}).map(String));
}
