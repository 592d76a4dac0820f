import type { Saying } from '../../say';
import { toSay } from '../../say';
import type { Decision } from '../../trace/decision';
import type { Entry } from '../../trace/entry';
import type { StepResult } from '../../trace/result';
import type { RunEnd } from '../state';
import type { EventBreakpoint } from './breakpoint';

/** Something that a debugger can hold a run for. */
export interface Happened {
  readonly event: EventBreakpoint;
  /** For people, without a full stop and with a small first letter. */
  readonly said: Saying;
}

/**
 * What an entry says that has happened, in its order.
 *
 * R1 `met-claim`: a judge's proposal of success was weighed, whatever came of it.
 * R2 `spend-80`: the loop's warning that its spend nears its cap, which comes once.
 * R3 `stalled`: a pass ended that left the progress marker as it was.
 * R4 `failure`: an attempt that did not do, a step whose result is no good (checks that are red among them), a failed poll,
 *    a called flow that failed, a group's `exitWhen` that cannot be told. Verifications of number 0 are no failure: nobody has worked yet.
 */
export function happenedIn(entry: Entry): readonly Happened[] {
  switch (entry.type) {
    case 'commit':
      return entry.events.flatMap(decided);
    case 'step.failed':
      return [
        { event: 'failure', said: toSay('attempt {0} of "{1}" failed: {2}', entry.attempt, entry.step, entry.reason) },
      ];
    default:
      return [];
  }
}

/** What is about to happen where a run is about to end. */
export const aboutToFail = (end: RunEnd | undefined): readonly Happened[] =>
  end?.outcome === 'failed' ? [{ event: 'failure', said: toSay('it is about to end as failed: {0}', end.why) }] : [];

function decided(event: Decision): readonly Happened[] {
  switch (event.type) {
    case 'claim.weighed': {
      if (event.proposed !== 'met') return [];
      const said = event.confirmed
        ? toSay('pass {0} of "{1}" claims its goal met: confirmed', event.pass, event.loop)
        : toSay('pass {0} of "{1}" claims its goal met: not confirmed', event.pass, event.loop);
      return [{ event: 'met-claim', said }];
    }
    case 'latch.opened':
      return [{ event: 'latch-opened', said: toSay('latch {0} was opened: {1}', event.latch.id, event.latch.reason) }];
    case 'spend.warned': {
      const percent = Math.round(event.part * 100);
      return [{ event: 'spend-80', said: toSay('"{0}" has spent {1} % of its cap', event.loop, percent) }];
    }
    case 'pass.ended': {
      const ended: Happened = { event: 'pass-ended', said: howEnded(event) };
      if (event.stalled === 0) return [ended];
      const said =
        event.stalled === 1
          ? toSay('a pass of "{0}" left the progress marker unchanged', event.loop)
          : toSay('{0} passes in a row of "{1}" left the progress marker unchanged', event.stalled, event.loop);
      return [{ event: 'stalled', said }, ended];
    }
    case 'step.done': {
      const { step, untold } = event;
      const said =
        failureOf(step, event.result) ??
        (untold === undefined ? null : toSay('"{0}" failed: its exitWhen cannot be told: {1}', step, untold));
      return said === null ? [] : [{ event: 'failure', said }];
    }
    case 'poll': {
      if (event.outcome !== 'failed') return [];
      const said =
        event.why === undefined
          ? toSay('poll {0} of "{1}" failed, and no reason was given', event.poll, event.step)
          : toSay('poll {0} of "{1}" failed: {2}', event.poll, event.step, event.why);
      return [{ event: 'failure', said }];
    }
    case 'run.ended':
      if (event.outcome !== 'failed') return [];
      return [
        {
          event: 'failure',
          said:
            event.why === undefined ? toSay('it failed, and no reason was given') : toSay('it failed: {0}', event.why),
        },
      ];
    default:
      return [];
  }
}

function howEnded({ pass, loop, decision }: Extract<Decision, { readonly type: 'pass.ended' }>): Saying {
  switch (decision) {
    case 'confirmed':
      return toSay('pass {0} of "{1}" ended: confirmed', pass, loop);
    case 'again':
      return toSay('pass {0} of "{1}" ended: again', pass, loop);
    default:
      return toSay('pass {0} of "{1}" ended: {2}', pass, loop, decision);
  }
}

/** What is no good about a result, or null. What a bound kept from starting has not failed. */
function failureOf(step: string, result: StepResult): Saying | null {
  const because = (why: string | null | undefined): Saying | null =>
    why === null || why === undefined ? null : toSay('"{0}" failed: {1}', step, why);
  switch (result.kind) {
    case 'work':
      if (result.ok || result.withheld === true) return null;
      return because(result.reason) ?? toSay('"{0}" failed: its check did not hold', step);
    case 'verify':
      if (result.clean) return null;
      return (
        because(result.commands.find(({ clean }) => !clean)?.reason) ?? toSay('"{0}" failed: it is not clean', step)
      );
    case 'judge': {
      const { read, found } = result.judgment;
      if (result.failed !== undefined) return because(result.failed);
      return read === 'met' || read === 'not-met'
        ? null
        : toSay('"{0}" failed: its judgment is {1}: {2}', step, read, found);
    }
    case 'gate': {
      const red = result.commands.find(({ clean }) => !clean);
      if (result.withheld === true) return null;
      if (result.failed !== undefined || red !== undefined) return because(result.failed ?? red?.reason);
      return result.read === 'passed' || result.read === 'failed'
        ? null
        : toSay('"{0}" failed: its verdict is {1}', step, result.read);
    }
    case 'router':
      return because(result.failed);
    case 'map':
      if (result.ok || result.withheld === true) return null;
      return because(result.reason) ?? toSay('"{0}" failed: an item failed', step);
    case 'plan': {
      const failed = result.results.find(({ status }) => status === 'failed');
      if (failed === undefined) return null;
      return failed.reason === undefined
        ? toSay('"{0}" failed: task {1} failed', step, failed.id)
        : toSay('"{0}" failed: task {1}: {2}', step, failed.id, failed.reason);
    }
    case 'watch':
    case 'call':
      return result.outcome === 'failed' ? because(result.why) : null;
    case 'ask':
    case 'join':
      return null;
  }
}
