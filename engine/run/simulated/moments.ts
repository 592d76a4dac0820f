import type { Flow } from '../../flow/schema';
import type { Commit, Entry } from '../../trace/entry';
import type { StepResult } from '../../trace/result';
import type { InnerScope, Within } from '../../trace/scope';
import { placeOf, qualified } from '../../trace/scope';
import { fold } from '../fold';
import { planOf } from '../plan';
import type { RunState } from '../state';
import { EMPTY_STATE, openLatches } from '../state';
import type { Told } from './told';

export type Mark = 'running' | 'done' | 'failed' | 'due';

/**
 * Something that happened in a simulated run, and what that changes of how the flow stands.
 *
 * R1 A super-step has two moments: its steps run, and the engine has decided. A start has one.
 * R2 `marks` and `latches` say what is other than in the moment before, by step of the flow itself; null: no longer so.
 *    What happens in a called flow shows on the step that called it.
 * R3 With a pass, the marks of its body start anew.
 */
export interface Moment {
  readonly what: 'begun' | 'running' | 'decided' | 'ended';
  /** Super-steps that were decided, this one included. */
  readonly superStep: number;
  readonly steps: readonly MomentStep[];
  readonly marks: Readonly<Record<string, Mark | null>>;
  /** By step: why its latch is open. */
  readonly latches: Readonly<Record<string, string | null>>;
  /** The pass that ended with it, and what the engine decided then. */
  readonly ended?: { readonly loop: string; readonly pass: number; readonly decision: string };
  /** `since` of the pass, batch or round that it belongs to; null: it is outside of loops. */
  readonly row: number | null;
}

export interface MomentStep {
  /** As the flow has it; in a called flow `<call>/<step>`. */
  readonly name: string;
  readonly visit: number;
  readonly pass: number;
  /** Absent: it runs. */
  readonly outcome?: string;
  readonly to?: readonly string[];
}

/** At most this many are told; the last one is always how it ended. */
const MOST_MOMENTS = 2000;

/** What happened, in order, from the run's first line to its last. */
export function momentsOf(flow: Flow, trace: readonly Entry[], told: Told): readonly Moment[] {
  const { loops } = planOf(flow);
  const moments: Moment[] = [];
  let state = EMPTY_STATE;
  let came: Readonly<Record<string, 'done' | 'failed'>> = {};
  let running: readonly string[] = [];
  let shown: Shown = { marks: {}, latches: {} };
  let row: number | null = null;

  const add = (what: Moment['what'], steps: readonly MomentStep[], ended?: Moment['ended']) => {
    const now: Shown = { marks: marksOf(state, came, running), latches: latchesOf(state) };
    const last = moments.at(-1);
    const marks = changesOf(shown.marks, now.marks);
    const latches = changesOf(shown.latches, now.latches);
    const moves = steps.length + Object.keys(marks).length + Object.keys(latches).length > 0 || ended !== undefined;
    if (what === 'decided' && !moves) return;
    if (what === 'running' && last?.what === 'running')
      moments[moments.length - 1] = joined(last, steps, marks, latches);
    else moments.push({ what, superStep: state.superStep, steps, marks, latches, row, ...(ended && { ended }) });
    shown = now;
  };

  for (const entry of trace) {
    state = fold(state, entry);
    const { within = '' } = entry;
    if (moments.length >= MOST_MOMENTS && entry !== trace.at(-1)) continue;
    switch (entry.type) {
      case 'run.started':
        add('begun', []);
        break;
      case 'step.started': {
        row = rowAt(told, within, entry, entry.seq) ?? (within === '' ? null : row);
        const { step, visit, pass } = entry;
        running = [...running, within === '' ? step : outermost(within)];
        add('running', [{ name: qualified(placeOf(within), step), visit, pass }]);
        break;
      }
      case 'commit': {
        const decided = decidedBy(entry);
        const [about] = decided;
        if (about !== undefined) row = rowAt(told, within, about, entry.seq - 1) ?? (within === '' ? null : row);
        if (within === '') {
          running = [];
          for (const { step, result, outcome } of decided)
            came = { ...came, [step]: isFailed(outcome, result) ? 'failed' : 'done' };
          for (const event of entry.events)
            if (event.type === 'pass.started') came = without(came, loops[event.loop]?.body ?? []);
        }
        const steps = decided.map(({ step, visit, pass, outcome, to }) => ({
          name: qualified(placeOf(within), step),
          visit,
          pass,
          outcome,
          to,
        }));
        add(state.end === null ? 'decided' : 'ended', steps, endedBy(entry));
        break;
      }
      default:
        break;
    }
  }
  return moments;
}

interface Shown {
  readonly marks: Readonly<Record<string, Mark>>;
  readonly latches: Readonly<Record<string, string>>;
}

const decidedBy = ({ events }: Commit) => events.flatMap((event) => (event.type === 'step.done' ? [event] : []));

function endedBy({ within = '', events }: Commit): Moment['ended'] {
  const found = events.find((event) => event.type === 'pass.ended');
  return found && { loop: qualified(placeOf(within), found.loop), pass: found.pass, decision: found.decision };
}

/** As a run's own history has it, and a verification that is not clean is as red as a failure. */
const isFailed = (outcome: string, result: StepResult): boolean =>
  outcome === 'failed' || outcome === 'fail' || outcome === 'incomplete' || (result.kind === 'verify' && !result.clean);

function marksOf(
  { end, frontier }: RunState,
  came: Readonly<Record<string, 'done' | 'failed'>>,
  running: readonly string[],
): Shown['marks'] {
  const marks: Record<string, Mark> = { ...came };
  if (end !== null) return marks;
  for (const { step } of frontier) marks[step] = 'due';
  for (const step of running) marks[step] = 'running';
  return marks;
}

const latchesOf = (state: RunState): Shown['latches'] =>
  Object.fromEntries(
    openLatches(state).flatMap(({ step, place, reason }) => {
      const at = place === '' ? step : place.split('/')[0];
      return at ? [[at, reason]] : [];
    }),
  );

const outermost = (within: Within): string => placeOf(within).split('/')[0] ?? within;

function changesOf<T>(
  before: Readonly<Record<string, T>>,
  now: Readonly<Record<string, T>>,
): Readonly<Record<string, T | null>> {
  const changes: Record<string, T | null> = {};
  for (const [key, value] of Object.entries(now)) if (before[key] !== value) changes[key] = value;
  for (const key of Object.keys(before)) if (!Object.hasOwn(now, key)) changes[key] = null;
  return changes;
}

/** Steps that run together are one moment. An attempt after the first changes nothing of it. */
function joined(
  moment: Moment,
  steps: readonly MomentStep[],
  marks: Moment['marks'],
  latches: Moment['latches'],
): Moment {
  const known = new Set(moment.steps.map(({ name, visit }) => `${name} ${visit}`));
  const more = steps.filter(({ name, visit }) => !known.has(`${name} ${visit}`));
  return {
    ...moment,
    steps: [...moment.steps, ...more],
    marks: { ...moment.marks, ...marks },
    latches: { ...moment.latches, ...latches },
  };
}

const without = <T>(record: Readonly<Record<string, T>>, keys: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

/** The innermost of what had begun by then: a batch or a round, else the pass. */
function rowAt(
  told: Told,
  within: Within,
  at: { readonly loop?: string; readonly pass: number; readonly inner?: InnerScope },
  seq: number,
): number | null {
  const last = (rows: readonly { readonly since: number; readonly loop: string }[], loop: string) =>
    rows.filter((each) => each.loop === qualified(placeOf(within), loop) && each.since <= seq).at(-1)?.since;
  const inner = at.inner && (last(told.batches, at.inner.loop) ?? last(told.rounds, at.inner.loop));
  const passes = told.passes.filter(({ pass }) => pass === at.pass);
  return inner ?? (at.loop === undefined ? undefined : last(passes, at.loop)) ?? null;
}
