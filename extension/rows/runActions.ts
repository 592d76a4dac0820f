import { openLatches } from '../../engine/run/state';
import type { RunView } from './runView';
import { asksPerson, isResumable, statusOf } from './runView';

export type RunAction =
  | 'answer'
  | 'show'
  | 'stop'
  | 'stopAfterPass'
  | 'stopNow'
  | 'pause'
  | 'addNote'
  | 'changeCaps'
  | 'acceptLatch'
  | 'resume'
  | 'report';

/** What can be done to a run as it is, what is needed first. Nothing else is offered. */
export function actionsOf(run: RunView): readonly RunAction[] {
  const { state, held } = run;
  const status = statusOf(run);
  const passes = Object.values(state.loops).some((loop) => loop.status === 'running');
  return [
    ...(asksPerson(run) && status === 'waiting' ? (['answer'] as const) : []),
    'show',
    ...(held && state.end === null ? (['stop'] as const) : []),
    ...(held && passes && !state.stopAfterPass ? (['stopAfterPass'] as const) : []),
    ...(held && state.end === null ? (['stopNow', 'pause'] as const) : []),
    ...(held && passes ? (['addNote'] as const) : []),
    ...(held && state.end === null ? (['changeCaps'] as const) : []),
    ...(openLatches(state).length > 0 && (held || isResumable(run)) ? (['acceptLatch'] as const) : []),
    ...(isResumable(run) ? (['resume'] as const) : []),
    'report',
  ];
}

/** What a wish to end a run can mean: each is another thing, so a person is asked which. */
export const endingsOf = (run: RunView): readonly Extract<RunAction, 'stop' | 'stopAfterPass' | 'stopNow'>[] =>
  actionsOf(run).filter((action) => action === 'stop' || action === 'stopAfterPass' || action === 'stopNow');
