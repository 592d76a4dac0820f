import type { Say } from '../../say';
import type { Within } from '../../trace/scope';
import { isItem } from '../../trace/scope';

/** A row of the timeline: a step, one of its items, or the run itself. */
export interface Lane {
  readonly key: string;
  readonly label: string;
  readonly depth: number;
  /** Its place among all lanes in the order in which they were met; null: the outermost. */
  readonly parent: number | null;
}

/**
 * The lanes of a run, as many as its flows have steps, not as many as it had visits.
 *
 * R1 Each visit of a call has the lanes of the one before it.
 * R2 The first items of a map, the first tasks of a plan have a lane each; all the others share one.
 * R3 What an item calls stands below that item.
 */
export interface Lanes {
  /** The index of the lane of what happens at this place; it is made where it is new. */
  readonly of: (within: Within, step: string) => number;
  /** The lane of the run as a whole. */
  readonly run: () => number;
  readonly lane: (index: number) => Lane;
  readonly count: () => number;
  /** Indices from top to bottom: each lane above those of what it calls. */
  readonly inOrder: () => readonly number[];
}

/** Items with a lane of their own. */
export const ITEMS_SHOWN = 8;

export function createLanes(say: Say): Lanes {
  const lanes: Lane[] = [];
  const known = new Map<string, number>();
  const own = new Map<string, number>();
  let order: readonly number[] | null = null;

  const lane = (key: string, label: string, parent: number | null): number => {
    const index = known.get(key);
    if (index !== undefined) return index;
    const depth = parent === null ? 0 : (lanes[parent]?.depth ?? 0) + 1;
    known.set(key, lanes.length);
    order = null;
    return lanes.push({ key, label, depth, parent }) - 1;
  };
  const placed = (within: Within, step: string): number => {
    const parts = partsOf(within);
    const whole = isItem(within) ? parts : [...parts, { name: step, item: undefined }];
    let parent: number | null = null;
    let path = '';
    for (const { name, item } of whole) {
      path = path === '' ? name : `${path}/${name}`;
      parent = lane(path, name, parent);
      if (item === undefined) continue;
      const shown = item < ITEMS_SHOWN;
      path = `${path}#${shown ? item : '…'}`;
      parent = lane(path, shown ? say('item {0}', item + 1) : say('items from {0} on', ITEMS_SHOWN + 1), parent);
    }
    return parent ?? lane(step, step, null);
  };
  return {
    of: (within, step) => {
      if (within !== '') return placed(within, step);
      const index = own.get(step) ?? lane(step, step, null);
      own.set(step, index);
      return index;
    },
    run: () => lane('', say('run'), null),
    lane: (index) => lanes[index] ?? { key: '', label: '', depth: 0, parent: null },
    count: () => lanes.length,
    inOrder: () => {
      order ??= ordered(lanes);
      return order;
    },
  };
}

/** Calls of a path without the number of the visit. An item is one step of the flow around it: it is not named twice. */
function partsOf(within: Within): readonly { readonly name: string; readonly item: number | undefined }[] {
  const parts: { name: string; item: number | undefined }[] = [];
  for (const part of within.split('/')) {
    const found = /^(.*)\.\d+(?:#(\d+))?$/.exec(part);
    const name = found?.[1] ?? part;
    const item = found?.[2] === undefined ? undefined : Number(found[2]);
    const before = parts.at(-1);
    if (before?.item !== undefined && before.name === name && item === undefined) continue;
    parts.push({ name, item });
  }
  return parts;
}

function ordered(lanes: readonly Lane[]): readonly number[] {
  const below = new Map<number | null, number[]>();
  for (const [index, { parent }] of lanes.entries()) {
    const list = below.get(parent);
    if (list) list.push(index);
    else below.set(parent, [index]);
  }
  const rank = (index: number): number => {
    const key = lanes[index]?.key ?? '';
    if (key === '') return -1;
    const item = /#(\d+|…)$/.exec(key)?.[1];
    return item === undefined ? ITEMS_SHOWN + 1 : item === '…' ? ITEMS_SHOWN : Number(item);
  };
  const order: number[] = [];
  const visit = (parent: number | null) => {
    for (const index of (below.get(parent) ?? []).sort((a, b) => rank(a) - rank(b) || a - b)) {
      order.push(index);
      visit(index);
    }
  };
  visit(null);
  return order;
}
