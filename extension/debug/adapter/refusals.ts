import { ConvergeError } from '../../../engine/failure';
import { EVENT_BREAKPOINTS } from '../../../engine/run/debug/breakpoint';
import { say } from '../../rows/say';

/** What the adapter refuses, and what to do instead. */
export const noRun = () =>
  new ConvergeError('run-unknown', say('No run is debugged yet: launch a flow or attach to a run.'));

export const itGoes = () => new ConvergeError('not-waiting', say('The run is going. Pause it to look at it.'));

export const noWayBack = () =>
  new ConvergeError('not-waiting', say('A live run cannot be taken back. Replay its recording, or restart from here.'));

export const noSuchEvent = (event: string) =>
  new ConvergeError(
    'flow-unreadable',
    say('There is no event "{0}" to stop at. There are: {1}.', event, EVENT_BREAKPOINTS.join(', ')),
  );

export const noSuchText = () => new ConvergeError('run-unknown', say('This text is not one of this run.'));

export const nothingBefore = () =>
  new ConvergeError('run-unknown', say('Nothing was decided before this place. Start a new run of the flow instead.'));
