import type { Decision } from '../../trace/decision';
import type { Entry } from '../../trace/entry';
import type { StepResult } from '../../trace/result';
import type { RunEnd } from '../state';
import type { EventBreakpoint } from './breakpoint';

/** Something that a debugger can hold a run for. */
export interface Happened {
  readonly event: EventBreakpoint;
  /** For people, without a full stop. */
  readonly text: string;
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
      return [{ event: 'failure', text: `attempt ${entry.attempt} of "${entry.step}" failed: ${entry.reason}` }];
    default:
      return [];
  }
}

/** What is about to happen where a run is about to end. */
export const aboutToFail = (end: RunEnd | undefined): readonly Happened[] =>
  end?.outcome === 'failed' ? [{ event: 'failure', text: `it is about to end as failed: ${end.why}` }] : [];

function decided(event: Decision): readonly Happened[] {
  switch (event.type) {
    case 'claim.weighed': {
      if (event.proposed !== 'met') return [];
      const came = event.confirmed ? 'confirmed' : 'not confirmed';
      return [{ event: 'met-claim', text: `pass ${event.pass} of "${event.loop}" claims its goal met: ${came}` }];
    }
    case 'latch.opened':
      return [{ event: 'latch-opened', text: `latch ${event.latch.id} was opened: ${event.latch.reason}` }];
    case 'spend.warned': {
      const percent = Math.round(event.part * 100);
      return [{ event: 'spend-80', text: `"${event.loop}" has spent ${percent} % of its cap` }];
    }
    case 'pass.ended': {
      const ended: Happened = {
        event: 'pass-ended',
        text: `pass ${event.pass} of "${event.loop}" ended: ${event.decision}`,
      };
      if (event.stalled === 0) return [ended];
      const passes = event.stalled === 1 ? 'a pass' : `${event.stalled} passes in a row`;
      return [{ event: 'stalled', text: `${passes} of "${event.loop}" left the progress marker unchanged` }, ended];
    }
    case 'step.done': {
      const untold = event.untold === undefined ? null : `its exitWhen cannot be told: ${event.untold}`;
      const why = failureOf(event.result) ?? untold;
      return why === null ? [] : [{ event: 'failure', text: `"${event.step}" failed: ${why}` }];
    }
    case 'poll': {
      if (event.outcome !== 'failed') return [];
      return [
        { event: 'failure', text: `poll ${event.poll} of "${event.step}" failed: ${event.why ?? 'no reason given'}` },
      ];
    }
    case 'run.ended':
      return event.outcome === 'failed'
        ? [{ event: 'failure', text: `it failed: ${event.why ?? 'no reason given'}` }]
        : [];
    default:
      return [];
  }
}

/** Why a result is no good, or null. What a bound kept from starting has not failed. */
function failureOf(result: StepResult): string | null {
  switch (result.kind) {
    case 'work':
      return result.ok || result.withheld === true ? null : (result.reason ?? 'its check did not hold');
    case 'verify':
      return result.clean ? null : (result.commands.find(({ clean }) => !clean)?.reason ?? 'it is not clean');
    case 'judge': {
      const { read, found } = result.judgment;
      return result.failed ?? (read === 'met' || read === 'not-met' ? null : `its judgment is ${read}: ${found}`);
    }
    case 'gate': {
      const red = result.commands.find(({ clean }) => !clean);
      if (result.withheld === true) return null;
      if (result.failed !== undefined || red !== undefined) return result.failed ?? red?.reason ?? null;
      return result.read === 'passed' || result.read === 'failed' ? null : `its verdict is ${result.read}`;
    }
    case 'router':
      return result.failed ?? null;
    case 'map':
      return result.ok || result.withheld === true ? null : (result.reason ?? 'an item failed');
    case 'plan': {
      const failed = result.results.find(({ status }) => status === 'failed');
      return failed === undefined ? null : `task ${failed.id}: ${failed.reason ?? 'it failed'}`;
    }
    case 'watch':
      return result.outcome === 'failed' ? result.why : null;
    case 'call':
      return result.outcome === 'failed' ? result.why : null;
    case 'ask':
    case 'join':
      return null;
  }
}
