import { ConvergeError } from '../failure';
import { nextDue } from '../run/nextDue';
import type { AlarmClock } from './alarm';
import { MOST_AWAY_MS } from './alarm';
import type { Carried } from './carry';
import type { Reading } from './runs';
import type { CarrySpec, ResumeSpec } from './startSpec';

/** The wish of a person to be let go while a run is parked: the run stays as it is. */
export interface Leave {
  readonly wanted: () => boolean;
  /** Calls back once; returns a function that forgets the callback. */
  readonly onWanted: (listener: () => void) => () => void;
}

/** What it takes to carry a run over the times at which it is parked. */
export interface Carrier {
  readonly clock: AlarmClock;
  readonly carry: (spec: CarrySpec) => Promise<Carried>;
  readonly look: (folder: string) => Promise<Reading>;
  /** Bytes of the run's trace: they differ once somebody else has carried it. */
  readonly size: (folder: string) => Promise<number>;
  readonly leave: Leave;
  /** It sleeps until this instant (ISO 8601, UTC). */
  readonly onParked: (due: string) => void;
  /** It is due and cannot go on yet, for this reason; asked again every minute. */
  readonly onHeld: (why: string) => void;
}

/**
 * Carries a run, sleeps while only time is due, and carries it on, until it has ended, only a person can let it go on, or
 * whoever carries it wants to leave.
 *
 * R1 While it sleeps nothing is held: another process may answer, carry the run on or end it, and that is seen.
 * R2 It goes on by a resume, as after any end of a process; after a sleep of the computer once, whatever was missed.
 * R3 A workspace to which another run writes is waited for. Everything else that is in the way is thrown.
 * R4 A stretch that left the instant as it was has come to nothing (something else is in its way): the next try is a minute
 *    later, never at once.
 */
export async function carryThrough(spec: CarrySpec, on: Carrier): Promise<Carried> {
  let carried = await on.carry(spec);
  let before: string | null = null;
  for (let due = dueOf(carried); due !== null && !on.leave.wanted(); due = dueOf(carried)) {
    if (due !== before) on.onParked(due);
    const until = Math.max(Date.parse(due), due === before ? on.clock.now() + MOST_AWAY_MS : 0);
    before = due;
    if (!(await slept(until, carried.folder, on))) break;
    const after = await wake(spec, carried, on);
    if (after === null) break;
    carried = after;
  }
  return carried;
}

/** When the run can go on without a person; null: it cannot, or it has broken. */
function dueOf({ result, state, failure }: Pick<Carried, 'result' | 'state' | 'failure'>): string | null {
  return failure === undefined && result.outcome === 'waiting' ? nextDue(state) : null;
}

/** True once the instant has come or the trace has grown; false where somebody wants to leave. */
async function slept(until: number, folder: string, on: Carrier): Promise<boolean> {
  const size = await on.size(folder);
  for (;;) {
    const away = until - on.clock.now();
    if (away <= 0) return true;
    if (!(await pause(on, Math.min(away, MOST_AWAY_MS)))) return false;
    if ((await on.size(folder)) !== size) return true;
  }
}

/** The run as it is now, carried on where it is due. Null: somebody wants to leave. */
async function wake(spec: CarrySpec, before: Carried, on: Carrier): Promise<Carried | null> {
  for (;;) {
    const { holder, state, result } = await on.look(before.folder);
    if (holder === null) {
      const seen = { ...before, state, result };
      const due = dueOf(seen);
      if (due === null || Date.parse(due) > on.clock.now()) return seen;
      try {
        return await on.carry(resumeOf(spec, before.folder));
      } catch (thrown) {
        if (!(thrown instanceof ConvergeError) || !HELD.has(thrown.code)) throw thrown;
        on.onHeld(thrown.message);
      }
    } else {
      on.onHeld(`Process ${holder.pid} carries the run now.`);
    }
    if (!(await pause(on, MOST_AWAY_MS))) return null;
  }
}

const HELD: ReadonlySet<string> = new Set(['run-held', 'workspace-held']);

/** Goes on with what a run was begun with: the same workers, programs and approval. */
function resumeOf(spec: CarrySpec, folder: string): ResumeSpec {
  const { workers, executables, approve, trusted, program, defaultWorkers, prices } = spec;
  const more = { ...(defaultWorkers && { defaultWorkers }), ...(prices && { prices }) };
  return { kind: 'resume', workers, executables, ...more, approve, trusted, program, folder };
}

function pause({ clock, leave }: Carrier, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (leave.wanted()) {
      resolve(false);
      return;
    }
    const forgetTimer = clock.after(ms, () => {
      forgetLeave();
      resolve(true);
    });
    const forgetLeave = leave.onWanted(() => {
      forgetTimer();
      resolve(false);
    });
  });
}
