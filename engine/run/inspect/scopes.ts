import type { Say } from '../../say';
import { english } from '../../say';
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

/** @param say in whose language */
export function scopesOf(
  state: RunState,
  flows: FlowsInForce | null,
  frame: Frame,
  say: Say = english,
): readonly Scope[] {
  const here: Here = {
    state,
    view: viewOf(state, frame.within),
    plan: flows === null ? null : (placedAt(flows, state, frame.within)?.plan ?? null),
    frame,
    say,
  };
  const scope = (name: string, of: (here: Here) => readonly Variable[]): Scope => ({ name, variables: () => of(here) });
  return [
    ...(frame.kind === 'step' || frame.kind === 'item' || frame.kind === 'task' ? [scope(say('Step'), stepScope)] : []),
    scope(say('Channels'), channelsScope),
    scope(say('Inputs'), inputsScope),
    scope(say('Outputs'), outputsScope),
    scope(say('Loops'), loopsScope),
    scope(say('Budget'), budgetScope),
    scope(say('Ledger'), ledgerScope),
    scope(say('Notes'), notesScope),
    scope(say('Questions and waits'), questionsScope),
  ];
}
