import type { LoopType } from '../flow/names';
import type { Flow } from '../flow/schema';
import type { FlowState, RunState } from '../run/state';
import type { RaisedBounds } from '../trace/control';
import { BUDGET } from '../trace/control';
import { placeOf, qualified } from '../trace/scope';

/** What can be capped: a loop by its type, or the run's own budget. */
export type Capped = LoopType | typeof BUDGET;

/** All that has caps: loops of the flow, those of called flows that run (by their qualified names), and the budget. */
export function knownLoops(state: RunState, flow: Flow | null): ReadonlyMap<string, Capped> {
  const declared = Object.entries(flow?.loops ?? {}).map(([id, { type }]) => [id, type] as const);
  return new Map<string, Capped>([
    ...declared,
    ...flowsOf(state).flatMap(([place, each]) => typed(place, each)),
    [BUDGET, BUDGET],
  ]);
}

/** Until loops that have been entered, by their qualified names: notes are for these. */
export const enteredLoops = (state: RunState): readonly string[] =>
  flowsOf(state).flatMap(([place, { loops }]) => Object.keys(loops).map((id) => qualified(place, id)));

/** The caps that it has. */
export function capsOf(type: Capped): readonly (keyof RaisedBounds)[] {
  switch (type) {
    case 'until':
      return ['maxPasses', 'usd', 'tokens', 'noProgressCeiling'];
    case 'group':
    case 'improve':
      return ['maxIterations'];
    case BUDGET:
      return ['usd', 'tokens', 'minutes', 'superSteps'];
  }
}

/** The run's own flow and the called ones, each with its place. */
const flowsOf = (state: RunState): readonly (readonly [string, FlowState])[] => [
  ['', state],
  ...Object.entries(state.children).flatMap(([within, child]) =>
    child.flow === null ? [] : [[placeOf(within), child] as const],
  ),
];

const typed = (place: string, { loops, groups, improves }: FlowState): readonly (readonly [string, LoopType])[] =>
  (
    [
      ['until', loops],
      ['group', groups],
      ['improve', improves],
    ] as const
  ).flatMap(([type, all]) => Object.keys(all).map((id) => [qualified(place, id), type] as const));
