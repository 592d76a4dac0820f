import { graphOf } from '../flow/graph';
import type { Terminal } from '../flow/names';
import type { Flow, UntilLoop } from '../flow/schema';
import type { Due } from '../trace/scope';
import type { RunEnd, RunState } from './state';
import { openLatches } from './state';

/** What is to be done next. Nothing else is ever done. */
export type Action =
  /** The loop is entered from outside: look at everything before any worker does. */
  | { readonly do: 'enter-loop'; readonly loop: string }
  /** All that is due runs at once, as one super-step. */
  | { readonly do: 'super-step'; readonly due: readonly Due[] }
  | { readonly do: 'end-pass'; readonly loop: string }
  /** Only answers of people are missing; `due` can go on where a deadline is over. */
  | { readonly do: 'wait'; readonly due: readonly Due[] }
  | { readonly do: 'end'; readonly end: RunEnd }
  /** It has ended; there is nothing to do. */
  | { readonly do: 'nothing' };

/**
 * A flow made ready for deciding: what would otherwise be computed at every step.
 * `loopOf` gives the loop in whose body a step stands.
 */
export interface Plan {
  readonly flow: Flow;
  readonly order: ReadonlyMap<string, number>;
  readonly loops: Readonly<Record<string, LoopPlan>>;
  readonly loopOf: ReadonlyMap<string, string>;
}

export interface LoopPlan {
  readonly loop: UntilLoop;
  readonly body: readonly string[];
  readonly verifications: readonly string[];
}

const DEFAULT_SUPER_STEPS = 1000;

export function planOf(flow: Flow): Plan {
  const graph = graphOf(flow);
  const loops: Record<string, LoopPlan> = {};
  const loopOf = new Map<string, string>();
  for (const { id, body } of graph.loops) {
    const loop = flow.loops?.[id];
    if (loop === undefined) continue;
    loops[id] = { loop, body, verifications: body.filter((step) => flow.steps[step]?.kind === 'verify') };
    for (const step of body) loopOf.set(step, id);
  }
  return { flow, order: new Map(graph.steps.map(({ id }, index) => [id, index])), loops, loopOf };
}

/**
 * R1 A pass that has ended its steps is ended before anything else happens.
 * R2 A due head of a loop that does not run means that the loop is entered.
 * R3 The run ends when nothing is due; of several terminals the worst is the outcome.
 * R4 `complete` is out of reach once a bound was taken, and while a latch is open.
 */
export function decide(plan: Plan, state: RunState): Action {
  if (state.end !== null) return { do: 'nothing' };
  for (const [id, loop] of Object.entries(state.loops)) {
    if (loop.status === 'running' && loop.closing !== null) return { do: 'end-pass', loop: id };
  }
  if (state.frontier.length === 0) return { do: 'end', end: endOf(state) };
  for (const { step } of state.frontier) {
    const id = plan.loopOf.get(step);
    if (id !== undefined && plan.loops[id]?.loop.head === step && state.loops[id]?.status !== 'running') {
      return { do: 'enter-loop', loop: id };
    }
  }
  const limit = plan.flow.budget?.superSteps ?? DEFAULT_SUPER_STEPS;
  if (state.freeSuperSteps >= limit && state.frontier.some(({ step }) => !plan.loopOf.has(step))) {
    const why = `${limit} super-steps were run: this looks like an endless cycle. Raise budget.superSteps if it is not.`;
    return {
      do: 'end',
      end: { outcome: 'stopped', reason: 'super-step-limit', confirmed: 'none', why, failure: null },
    };
  }
  return { do: waits(state) ? 'wait' : 'super-step', due: state.frontier };
}

/** Every step that is due asks, or has finished beside one that asks, and nobody has answered. */
const waits = (state: RunState): boolean =>
  state.frontier.some(({ step, visit }) => isOpenAsk(state, step, visit)) &&
  state.frontier.every(({ step, visit }) => isOpenAsk(state, step, visit) || state.doing[step]?.result != null);

const isOpenAsk = (state: RunState, step: string, visit: number): boolean => {
  const ask = state.asks[askId(step, visit)];
  return ask !== undefined && ask.answer === null;
};

/** The id of a question: a step's visit asks once. */
export const askId = (step: string, visit: number): string => `${step}.${visit}`;

const WORST_FIRST: readonly Terminal[] = ['@stop', '@escalate', '@handoff', '@complete'];

function endOf(state: RunState): RunEnd {
  const terminal = WORST_FIRST.find((each) => state.reached.includes(each));
  const open = openLatches(state);
  const base = { confirmed: 'none' as const, failure: null };
  switch (terminal) {
    case '@escalate':
      return { outcome: 'escalated', reason: null, ...base, why: 'the flow led to @escalate' };
    case '@handoff':
      return { outcome: 'handoff', reason: null, ...base, why: 'the flow led to @handoff' };
    case '@complete':
      if (state.bound !== null) break;
      if (open.length > 0) {
        const why = `the flow led to @complete, but ${open.length === 1 ? 'a latch is' : `${open.length} latches are`} open`;
        return { outcome: 'stopped', reason: 'open-latches', ...base, why };
      }
      return {
        outcome: 'complete',
        reason: null,
        confirmed: state.confirmed,
        failure: null,
        why: state.confirmed === 'evidence' ? 'the goal was met and the evidence confirms it' : 'every step was done',
      };
    case '@stop':
    case undefined:
      break;
  }
  if (state.bound !== null) return { outcome: 'stopped', reason: state.bound, ...base, why: BOUND_WORDS[state.bound] };
  return { outcome: 'stopped', reason: 'route', ...base, why: 'the flow led to @stop' };
}

const BOUND_WORDS = {
  'pass-cap': 'the cap on passes was reached before the goal was confirmed',
  'spend-cap': 'the cap on spend was reached',
  'spend-unproven': 'a turn did not report what it cost, so spend cannot be proven under the cap',
  budget: 'the budget of the run was reached',
  'no-progress': 'too many passes in a row left the progress marker unchanged',
  'not-met': 'the body ran once (supervised) and its goal was not confirmed',
} as const;
