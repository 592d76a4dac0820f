import type { Say } from '../../../say';
import type { Plan } from '../../plan';
import type { RunState } from '../../state';
import type { Frame } from '../frame';

/** What the variables of a place are made from. */
export interface Here {
  /** Of the whole run. */
  readonly state: RunState;
  /** As the flow of the place sees it. */
  readonly view: RunState;
  /** Null where the flow is not known. */
  readonly plan: Plan | null;
  readonly frame: Frame;
  /** In whose language it is said. What expressions and flows call by a name keeps that name. */
  readonly say: Say;
}

/** The entries of a record in the order of the flow's file; what the flow does not have comes last. */
export function inFileOrder<T>(
  entries: Readonly<Record<string, T>>,
  order: readonly string[],
): readonly (readonly [string, T])[] {
  const known = new Set(order);
  const own = (id: string): readonly (readonly [string, T])[] => {
    const value = Object.hasOwn(entries, id) ? entries[id] : undefined;
    return value === undefined ? [] : [[id, value]];
  };
  return [...order.flatMap(own), ...Object.entries(entries).filter(([id]) => !known.has(id))];
}
