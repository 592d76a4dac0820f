import type { FlowEdit } from '../engine/flow/edit';
import { graphOf } from '../engine/flow/graph';
import type { Json } from '../engine/json';
import { at, canonicalJson } from '../engine/json';

/**
 * Whether an edit that was meant for `seen` still means the same in `now`. Ids are names and keep their meaning; a place
 * in a list does not. What is gone altogether is refused by the edit itself.
 *
 * R1 A value inside a list fits only where that list is as it was.
 * R2 A route fits only where it still leads where it led, under the same label.
 */
export function stillFits(seen: Json, now: Json, edit: FlowEdit): boolean {
  if (seen === now) return true;
  switch (edit.type) {
    case 'set': {
      const index = edit.path.findIndex((key) => typeof key === 'number');
      if (index < 0) return true;
      const list = edit.path.slice(0, index);
      return same(at(seen, list), at(now, list));
    }
    case 'reconnect':
    case 'disconnect':
      return sameRoute(seen, now, edit.route);
    case 'addStep':
      return edit.onRoute === undefined || sameRoute(seen, now, edit.onRoute);
    case 'connect':
    case 'deleteSteps':
    case 'renameStep':
    case 'renameLoop':
    case 'move':
    case 'tidy':
    case 'wrapInLoop':
    case 'removeLoop':
    case 'takeOut':
    case 'paste':
    case 'duplicate':
    case 'renameEntry':
      return true;
    case 'batch':
      return edit.edits.every((each) => stillFits(seen, now, each));
  }
}

const same = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b);

function sameRoute(seen: Json, now: Json, id: string): boolean {
  const [before, after] = [seen, now].map((flow) => graphOf(flow).routes.find((route) => route.id === id));
  // One that is nowhere may be a route that the same batch draws first; else the edit itself refuses it.
  if (before === undefined || after === undefined) return before === after;
  return before.to === after.to && before.label === after.label;
}
