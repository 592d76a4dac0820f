import type { RunState } from '../state';
import { viewOf } from '../state';
import type { Frame } from './frame';
import type { FlowsInForce } from './levels';
import { placedAt } from './levels';
import { budgetScope } from './scopes/budget';
import { channelsScope, inputsScope } from './scopes/channels';
import type { Here } from './scopes/here';
import { ledgerScope } from './scopes/ledger';
import { loopsScope } from './scopes/loops';
import { notesScope } from './scopes/notes';
import { outputsScope } from './scopes/outputs';
import { questionsScope } from './scopes/questions';
import { stepScope } from './scopes/step';
import type { Variable } from './variable';

/**
 * What a run holds at a place, as groups of variables, made when they are asked for. The ledger, the spend, questions and
 * waits are the run's; everything else is of the flow in which the place stands. A function of the state alone.
 */
export interface Scope {
  readonly name: string;
  readonly variables: () => readonly Variable[];
}

export function scopesOf(state: RunState, flows: FlowsInForce | null, frame: Frame): readonly Scope[] {
  const here: Here = {
    state,
    view: viewOf(state, frame.within),
    plan: flows === null ? null : (placedAt(flows, state, frame.within)?.plan ?? null),
    frame,
  };
  const made = SCOPES.map(([name, scope]) => ({ name, variables: () => scope(here) }));
  return frame.kind === 'step' || frame.kind === 'item' || frame.kind === 'task'
    ? [{ name: 'Step', variables: () => stepScope(here) }, ...made]
    : made;
}

const SCOPES: readonly (readonly [string, (here: Here) => readonly Variable[]])[] = [
  ['Channels', channelsScope],
  ['Inputs', inputsScope],
  ['Outputs', outputsScope],
  ['Loops', loopsScope],
  ['Budget', budgetScope],
  ['Ledger', ledgerScope],
  ['Notes', notesScope],
  ['Questions and waits', questionsScope],
];
