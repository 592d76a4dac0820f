import type { Terminal } from '../flow/names';
import { spendBound } from '../loops/bounds';
import type { Due } from '../trace/scope';
import { deadlock, readyOf } from './joins';
import type { Plan } from './plan';
import { caps, superStepLimit } from './raised';
import type { RunEnd, RunState } from './state';
import { openLatches } from './state';
import { scopeIn } from './stepContext';
import { isUnbounded } from './unbounded';

/** What is to be done next in a flow. Nothing else is ever done. */
export type Action =
  /** The until loop is entered from outside: look at everything before any worker does. */
  | { readonly do: 'enter-loop'; readonly loop: string }
  /** All that is due and not waiting for another branch runs at once, as one super-step. */
  | { readonly do: 'super-step'; readonly due: readonly Due[] }
  | { readonly do: 'end-pass'; readonly loop: string }
  /** The budget is reached, and a person is to say what happens. */
  | { readonly do: 'ask-budget'; readonly ask: string; readonly question: string }
  | { readonly do: 'end'; readonly end: RunEnd }
  /** It has ended, or what bounds the caller of this flow lets no worker start: the caller says what happens. */
  | { readonly do: 'nothing' };

/**
 * R1 A pass that has ended its steps is ended before anything else happens.
 * R2 A due head of a loop that does not run means that the loop is entered.
 * R3 The flow ends when nothing is due; of several terminals the worst is the outcome.
 * R4 `complete` is out of reach once a bound was taken, and while a latch is open.
 * R5 A budget that is reached lets no worker start: the flow ends, or asks where it is told to. Inside an until loop the
 *    end of the pass says so.
 */
export function decide(plan: Plan, state: RunState): Action {
  if (state.end !== null) return { do: 'nothing' };
  for (const [id, loop] of Object.entries(state.loops)) {
    if (loop.status === 'running' && loop.closing !== null) return { do: 'end-pass', loop: id };
  }
  if (state.frontier.length === 0) return { do: 'end', end: endOf(plan, state) };
  for (const { step } of state.frontier) {
    const id = plan.loopOf.get(step);
    if (id !== undefined && plan.loops[id]?.loop.head === step && state.loops[id]?.status !== 'running') {
      return { do: 'enter-loop', loop: id };
    }
  }
  const limit = superStepLimit(plan, state);
  if (state.freeSuperSteps >= limit && state.frontier.some((due) => isUnbounded(state, scopeIn(plan, state, due)))) {
    const why = `${limit} super-steps were run: this looks like an endless cycle. Raise budget.superSteps if it is not.`;
    return { do: 'end', end: stopped('super-step-limit', why) };
  }
  const { ready, waiting } = readyOf(plan.joinReach, state.frontier, (step) => joinWait(plan, step));
  if (ready.length === 0) return { do: 'end', end: { ...stopped(null, deadlock(waiting)), outcome: 'failed' } };
  return overBudget(plan, state, ready) ?? { do: 'super-step', due: ready };
}

const joinWait = (plan: Plan, id: string): 'all' | 'any' | undefined => {
  const step = plan.flow.steps[id];
  return step?.kind === 'join' ? (step.wait ?? 'all') : undefined;
};

function overBudget(plan: Plan, state: RunState, ready: readonly Due[]): Action | null {
  const workers = ready.filter(({ step }) => needsWorker(plan, step));
  if (workers.length === 0) return null;
  if (spendBound(state.spend, plan.around, {}) !== null) return { do: 'nothing' };
  const { spendCap, budget } = caps(plan, state, undefined);
  const over = spendBound(state.spend, spendCap, budget);
  if (over === null) return null;
  if (over === 'budget' && plan.flow.budget?.onOver === 'ask') {
    const asked = Object.entries(state.asks).filter(([, ask]) => ask.step === '' && ask.within === plan.within);
    const last = asked.at(-1)?.[1];
    if (last?.answer === 'stop') return { do: 'end', end: stopped('budget', BOUND_WORDS.budget) };
    if (last?.answer === 'take') return { do: 'end', end: TAKEN };
    const number = asked.length + (last === undefined || last.answer !== null ? 1 : 0);
    const ask = `${plan.within === '' ? '' : `${plan.within}/`}${BUDGET_ASK}.${number}`;
    return {
      do: 'ask-budget',
      ask,
      question: `${BOUND_WORDS.budget}. Spend as much again, take what there is, or stop?`,
    };
  }
  // In an until loop the turn is withheld and the end of the pass leaves by the loop's own exit.
  if (workers.every(({ step }) => plan.loopOf.has(step))) return null;
  return { do: 'end', end: stopped(over, BOUND_WORDS[over]) };
}

const BUDGET_ASK = 'budget';

/** Whether a step can start a worker's turn. */
function needsWorker(plan: Plan, id: string): boolean {
  const step = plan.flow.steps[id];
  switch (step?.kind) {
    case 'work':
    case 'judge':
    case 'map':
    case 'plan':
    case 'call':
      return true;
    case 'router':
      return step.worker !== undefined;
    case 'gate':
      return 'worker' in step.evaluator || 'all' in step.evaluator;
    default:
      return false;
  }
}

const WORST_FIRST: readonly Terminal[] = ['@stop', '@escalate', '@handoff', '@complete'];

function endOf(plan: Plan, state: RunState): RunEnd {
  const terminal = WORST_FIRST.find((each) => state.reached.includes(each));
  const open = openLatches(state).filter(({ place }) => isOwn(plan, place));
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
        why: COMPLETE_WORDS[state.confirmed],
      };
    case '@stop':
    case undefined:
      break;
  }
  if (state.bound !== null) return stopped(state.bound, BOUND_WORDS[state.bound]);
  return stoppedCall(plan, state) ?? stopped('route', 'the flow led to @stop');
}

/** A call whose stop no route takes up stops the flow around it, and for the same reason. */
function stoppedCall(plan: Plan, state: RunState): RunEnd | null {
  for (const [id, { result }] of Object.entries(state.steps)) {
    const step = plan.flow.steps[id];
    if (step?.kind !== 'call' || result.kind !== 'call' || result.outcome !== 'stopped') continue;
    if (step.routes?.stopped !== undefined || result.reason === undefined) continue;
    return stopped(result.reason, `the flow "${step.flow}" was stopped: ${result.why}`);
  }
  return null;
}

/** A called flow answers for its own latches, the run for all. */
const isOwn = (plan: Plan, place: string): boolean =>
  plan.place === '' || place === plan.place || place.startsWith(`${plan.place}/`);

const stopped = (reason: RunEnd['reason'], why: string): RunEnd => ({
  outcome: 'stopped',
  reason,
  confirmed: 'none',
  why,
  failure: null,
});

const TAKEN: RunEnd = {
  outcome: 'handoff',
  reason: null,
  confirmed: 'none',
  why: 'the budget was reached, and a person took what there was',
  failure: null,
};

const COMPLETE_WORDS = {
  evidence: 'the goal was met and the evidence confirms it',
  opinion: 'every step was done; a worker’s verdict is all that confirms it',
  none: 'every step was done',
} as const;

const BOUND_WORDS = {
  'pass-cap': 'the cap on passes was reached before the goal was confirmed',
  'spend-cap': 'the cap on spend was reached',
  'spend-unproven': 'a turn did not report what it cost, so spend cannot be proven under the cap',
  budget: 'the budget of the run was reached',
  'no-progress': 'too many passes in a row left the progress marker unchanged',
  'not-met': 'the body ran once (supervised) and its goal was not confirmed',
} as const;
