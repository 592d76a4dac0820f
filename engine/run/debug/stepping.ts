import type { Within } from '../../trace/scope';
import { parentOf } from '../../trace/scope';

/**
 * Where a step of a debugger ends, from where it began.
 *
 * R1 Items of a map and tasks of a plan stand in one row: over one comes to the next, out of one to what follows the map.
 * R2 Over: the same flow, or one around it. The call or the map that stands there is not looked into.
 * R3 Out: a flow around it. Of the run's own flow there is none: the run goes on.
 */
export function endsStep(how: 'over' | 'into' | 'out', from: Within, at: Within): boolean {
  switch (how) {
    case 'into':
      return true;
    case 'over':
      return rowsAround(from).includes(rowOf(at));
    case 'out':
      return rowsAround(from).slice(1).includes(rowOf(at));
  }
}

const rowOf = (within: Within): Within => within.replace(/#\d+$/, '');

/** Its own row first, then those around it; the run's own flow is the last one. */
function rowsAround(within: Within): readonly Within[] {
  const own = rowOf(within);
  return own === '' ? [own] : [own, ...rowsAround(parentOf(own))];
}
