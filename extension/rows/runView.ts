import type { Flow } from '../../engine/flow/schema';
import type { RunHistory } from '../../engine/run/history';
import { iterationLimit } from '../../engine/run/iterations';
import { nextDue } from '../../engine/run/nextDue';
import type { RunState } from '../../engine/run/state';
import { openAsks } from '../../engine/run/state';
import type { Saying } from '../../engine/say';
import type { Outcome } from '../../engine/trace/decision';
import type { Within } from '../../engine/trace/scope';
import { batchText, outOf } from './countWords';
import { say } from './say';
import { joined } from './words';

/** A run as the window knows it: its folder, its folded trace, and whether somebody carries it now. */
export interface RunView {
  readonly id: string;
  /** Absolute path of the run folder. */
  readonly folder: string;
  readonly state: RunState;
  readonly history: RunHistory;
  /** True where the history tells of the end of a long run only. */
  readonly earlier?: boolean;
  /** The run's own copy of its flow, for the limits that stand in it; absent where it cannot be read. */
  readonly flow?: Flow | null;
  /** True while a living runner holds it, in this window or another. */
  readonly held: boolean;
  /** Where a debugger holds it between two actions; absent or null: nothing does. */
  readonly heldAt?: HeldPlace | null;
}

/** What is shown of a hold. */
export interface HeldPlace {
  /** The same number is the same hold. */
  readonly count: number;
  /** For people: which breakpoint, which event. In English, and as it is said in any language. */
  readonly text: string;
  readonly said: readonly Saying[];
  readonly within: Within;
  /** What is due there, the first one first. */
  readonly due: readonly { readonly step: string }[];
}

export type RunStatus = Outcome | 'running' | 'waiting' | 'paused' | 'interrupted';

/** How a run stands. `interrupted`: it has not ended and its holder is gone; never complete, never failed. */
export function statusOf(run: RunView): RunStatus {
  const { state, held } = run;
  if (state.end) return state.end.outcome;
  if (state.paused && !held) return 'paused';
  const flows = [state, ...Object.values(state.children)];
  const working = flows.some(({ doing }) => Object.values(doing).some(({ open }) => open));
  if ((asksPerson(run) || nextDue(state) !== null) && !working) return 'waiting';
  return held ? 'running' : 'interrupted';
}

/** Whether a person is asked something; else a waiting run waits for a time. */
export const asksPerson = (run: RunView): boolean => openAsks(run.state).length > 0;

/** When a parked run goes on without a person (ISO 8601, UTC); null: nobody holds it back, or only a person can let it go on. */
export const dueOf = (run: RunView): string | null =>
  !run.held && statusOf(run) === 'waiting' ? nextDue(run.state) : null;

/** Whether a run can go on, perhaps with a bound raised. One that waits for a person goes on with the answer instead. */
export function isResumable(run: RunView): boolean {
  const { head, end } = run.state;
  if (run.held || head === null) return false;
  if (end === null) return statusOf(run) !== 'waiting' || !asksPerson(run);
  switch (end.reason) {
    case null:
      return end.outcome === 'failed' || end.outcome === 'cancelled' || end.outcome === 'stopped';
    case 'by-person':
    case 'super-step-limit':
    case 'pass-cap':
    case 'spend-cap':
    case 'no-progress':
    case 'budget':
    case 'deadline':
      return true;
    case 'route':
    case 'open-latches':
    case 'not-met':
    case 'spend-unproven':
      return end.outcome === 'failed' || end.outcome === 'cancelled';
  }
}

/** Where a run is: its pass, and how far its groups and improve loops are. Empty outside all of them. */
export function whereOf(run: RunView): string {
  const { state, flow } = run;
  const pass = passOf(run);
  const limit = (loop: string) => iterationLimit(state, flow, '', loop);
  const groups = Object.entries(state.groups).filter(([, { status }]) => status === 'running');
  const rounds = Object.entries(state.improves).filter(([, { status }]) => status === 'running');
  const name = (loop: string) => (groups.length + rounds.length > 1 ? `${loop} ` : '');
  return joined(
    pass > 0 ? say('pass {0}', pass) : '',
    ...groups.map(([id, group]) => `${name(id)}${batchText(group, limit(id))}`),
    ...rounds.map(([id, { round, best }]) =>
      joined(
        `${name(id)}${say('round {0}', outOf(round, limit(id)))}`,
        best === null ? '' : say('best {0}', best.score),
      ),
    ),
  );
}

/** The pass that a run is in or was last in, of its latest loop; 0 outside any loop. */
function passOf(run: RunView): number {
  return run.history.stretches.reduce((pass, stretch) => (stretch.loop === null ? pass : stretch.pass), 0);
}

/** Newest start first, so that the list reads from the top. Equal starts keep the order of their ids. */
export function newestFirst(runs: readonly RunView[]): readonly RunView[] {
  const startOf = (run: RunView) => run.history.startedAt ?? '';
  return [...runs].sort((a, b) => startOf(b).localeCompare(startOf(a)) || b.id.localeCompare(a.id));
}
