import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Tone } from '../../../engine/cli/terminal';
import { ConvergeError } from '../../../engine/failure';
import type { RecordedRun } from '../../../engine/node/recordedRun';
import type { RunResult } from '../../../engine/run/state';
import type { Decision } from '../../../engine/trace/decision';
import { say } from '../../rows/say';
import { numberOf } from './breakpoints';
import { eventLabel, isEvent } from './eventFilters';
import type { Shown } from './target';

/** The one thread that a run is. */
export const THREAD = 1;

/** @param isByStep whether a breakpoint was set by a step's id */
export function stoppedBody(
  { why, text, hit }: Shown,
  isByStep: (id: string) => boolean,
): DebugProtocol.StoppedEvent['body'] {
  return {
    reason: reasonOf(why, hit, isByStep),
    description: why === 'end' ? text : isEvent(why) ? eventLabel(why) : text,
    text,
    threadId: THREAD,
    allThreadsStopped: true,
    preserveFocusHint: false,
    ...(hit.length === 0 ? {} : { hitBreakpointIds: [...new Set(hit.map(numberOf))] }),
  };
}

function reasonOf(why: Shown['why'], hit: readonly string[], isByStep: (id: string) => boolean): string {
  switch (why) {
    case 'entry':
    case 'step':
    case 'pause':
      return why;
    case 'end':
      return 'pause';
    case 'breakpoint':
      return hit.some((id) => !isByStep(id)) ? 'breakpoint' : 'function breakpoint';
    default:
      return 'exception';
  }
}

/** What an event stopped the run for. Throws where it stands for another reason. */
export async function exceptionInfo(
  shown: Shown,
  run: Pick<RecordedRun, 'page'>,
): Promise<DebugProtocol.ExceptionInfoResponse['body']> {
  if (!isEvent(shown.why)) {
    throw new ConvergeError('not-waiting', say('The run did not stop for an event here, but: {0}.', shown.text));
  }
  const [line] = await run.page(shown.line, 1);
  const events = line !== undefined && 'entry' in line && line.entry.type === 'commit' ? line.entry.events : [];
  const lines = [shown.text, ...events.flatMap(detailsOf)];
  return {
    exceptionId: eventLabel(shown.why),
    description: shown.text,
    breakMode: 'always',
    details: { message: lines.join('\n'), typeName: shown.why },
  };
}

function detailsOf(event: Decision): readonly string[] {
  switch (event.type) {
    case 'claim.weighed':
      return event.terms.map(({ term, ok, reason }) =>
        ok ? say('held: {0}: {1}', term, reason) : say('did not hold: {0}: {1}', term, reason),
      );
    case 'latch.opened':
      return [
        event.latch.claim === '' ? say('claim: nothing was claimed') : say('claim: {0}', event.latch.claim),
        say('reason: {0}', event.latch.reason),
      ];
    default:
      return [];
  }
}

export const categoryOf = (tone: Tone): 'stdout' | 'stderr' => (tone === 'bad' ? 'stderr' : 'stdout');

/** What a person must not miss when a run has come to rest; null: nothing. */
export function importantAtEnd({ run, outcome, why }: RunResult): string | null {
  switch (outcome) {
    case 'waiting':
      return say('Run {0} waits: answer it in the Runs view or with converge answer, and it goes on.', run);
    case 'failed':
      return say('Run {0} failed: {1}', run, why);
    case 'interrupted':
      return say('Run {0} was interrupted: its runner is gone. Resume it to go on.', run);
    default:
      return null;
  }
}
