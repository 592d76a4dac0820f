import type { Step } from '../flow/schema';
import type { StepResult } from '../trace/result';

/** Where a step's result leads. Pure: from the result and the flow alone. A gate's is for `decideGate` to say. */
export type Routed =
  | { readonly outcome: string; readonly to: readonly string[]; readonly endsPass?: 'judged' | 'ended-early' }
  /** It was kept from starting by a bound: it is not done and stays due. */
  | { readonly stays: true }
  /** Nothing of the flow takes this result: the run fails, naming the step. */
  | { readonly fails: string }
  /** A called flow's end that no route takes is the end here too. */
  | { readonly ends: '@stop' | '@handoff' | '@escalate'; readonly outcome: string };

/**
 * R1 Success leaves by the strong route, a named branch by its weak one.
 * R2 In a loop's body a failure that has no route ends the pass, never the run; a judge always ends it.
 * R3 A bound that kept a worker from starting ends the pass, whatever routes there are; outside a loop the step stays due.
 * R4 Outside a loop a failure without a route fails the run.
 */
export function routeOf(id: string, step: Step, result: StepResult, inLoop: boolean): Routed {
  const failed = (outcome: string, why: string, to?: string): Routed =>
    to !== undefined ? { outcome, to: [to] } : inLoop ? { outcome, to: [], endsPass: 'ended-early' } : { fails: why };
  if ('withheld' in result && result.withheld === true) {
    return inLoop ? { outcome: 'withheld', to: [], endsPass: 'ended-early' } : { stays: true };
  }
  if (step.kind === 'work' && result.kind === 'work') {
    if (result.incomplete !== undefined) {
      const why = result.reason ?? 'nobody knows whether its effect happened';
      return failed('incomplete', why, step.routes?.incomplete ?? step.routes?.failed);
    }
    if (!result.ok) return failed('failed', result.reason ?? 'it failed', step.routes?.failed);
    const branch = result.branch === undefined ? undefined : step.branches?.[result.branch];
    if (result.branch !== undefined && branch !== undefined) return { outcome: result.branch, to: [branch] };
    return { outcome: 'done', to: listOf(step.next) };
  }
  if (step.kind === 'verify' && result.kind === 'verify') {
    if (result.clean) return { outcome: 'clean', to: listOf(step.next) };
    const fail = step.routes?.fail;
    if (fail !== undefined) return { outcome: 'fail', to: [fail] };
    return inLoop
      ? { outcome: 'fail', to: listOf(step.next) }
      : { fails: 'its verification is not clean and it has no "fail" route' };
  }
  if (step.kind === 'judge' && result.kind === 'judge') {
    return { outcome: result.judgment.read, to: [], endsPass: 'judged' };
  }
  if (step.kind === 'router' && result.kind === 'router') {
    if (result.to !== null) return { outcome: result.why, to: [result.to] };
    return result.failed !== undefined || result.changed.length > 0
      ? failed('failed', result.why)
      : { fails: `no route: ${result.why}` };
  }
  if (step.kind === 'ask' && result.kind === 'ask') {
    const to = step.routes[result.choice];
    return to === undefined
      ? { fails: `no route for the answer "${result.choice}"` }
      : { outcome: result.choice, to: [to] };
  }
  if (step.kind === 'map' && result.kind === 'map') {
    if (!result.ok) return failed('failed', result.reason ?? 'an item failed', step.routes?.failed);
    return { outcome: 'done', to: listOf(step.next) };
  }
  if (step.kind === 'plan' && result.kind === 'plan') {
    return { outcome: result.state, to: [planTarget(id, step, result.state)] };
  }
  if (step.kind === 'join' && result.kind === 'join') return { outcome: 'joined', to: listOf(step.next) };
  if (step.kind === 'watch' && result.kind === 'watch') {
    return failed(result.outcome, `${result.outcome}: ${result.why}`, step.routes[result.outcome]);
  }
  if (step.kind === 'call' && result.kind === 'call') return afterCall(step, result, failed);
  return { fails: `a result of kind ${result.kind} came back from a ${step.kind} step` };
}

/** A plan goes on with itself while more of it can run. */
const planTarget = (
  id: string,
  step: Extract<Step, { kind: 'plan' }>,
  state: 'more' | 'complete' | 'stalled' | 'idle',
): string => (state === 'more' ? id : state === 'idle' ? step.onIdle : (step.routes?.[state] ?? step.onIdle));

function afterCall(
  step: Extract<Step, { kind: 'call' }>,
  { outcome, why }: Extract<StepResult, { kind: 'call' }>,
  failed: (outcome: string, why: string, to?: string) => Routed,
): Routed {
  if (outcome === 'complete') return { outcome, to: listOf(step.next) };
  const to = step.routes?.[outcome];
  const words = `the flow "${step.flow}" ended ${outcome}: ${why}`;
  if (to !== undefined || outcome === 'failed') return failed(outcome, words, to);
  const same = failed(outcome, words);
  return 'fails' in same ? { ends: TERMINAL_OF[outcome], outcome } : same;
}

const TERMINAL_OF = { stopped: '@stop', handoff: '@handoff', escalated: '@escalate' } as const;

export const listOf = (next: string | readonly string[] | undefined): readonly string[] =>
  next === undefined ? [] : typeof next === 'string' ? [next] : next;
