import { isTerminal } from '../flow/graph';
import type { Step } from '../flow/schema';
import type { Decision } from '../trace/decision';
import type { StepResult } from '../trace/result';
import type { Due } from '../trace/scope';
import type { Plan } from './decide';
import type { RunState } from './state';

/** Where a step's result leads. Pure: from the result and the flow alone. */
export type Routed =
  | { readonly outcome: string; readonly to: readonly string[]; readonly endsPass?: 'judged' | 'ended-early' }
  /** Nothing of the flow takes this result: the run fails, naming the step. */
  | { readonly fails: string };

/**
 * R1 Success leaves by the strong route, a named branch by its weak one.
 * R2 In a loop's body a failure that has no route ends the pass, never the run; a judge always ends it.
 * R3 A bound that kept a worker from starting ends the pass, whatever routes there are.
 * R4 Outside a loop a failure without a route fails the run.
 */
export function routeOf(step: Step, result: StepResult, inLoop: boolean): Routed {
  const endsEarly = (outcome: string, why: string): Routed =>
    inLoop ? { outcome, to: [], endsPass: 'ended-early' } : { fails: why };
  if (step.kind === 'work' && result.kind === 'work') {
    if (result.withheld === true) return endsEarly('withheld', result.reason ?? '');
    if (!result.ok) {
      const failed = step.routes?.failed;
      return failed === undefined
        ? endsEarly('failed', result.reason ?? 'it failed')
        : { outcome: 'failed', to: [failed] };
    }
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
    if (result.failed !== undefined || result.withheld === true || result.changed.length > 0)
      return endsEarly('failed', result.why);
    return { fails: `no route: ${result.why}` };
  }
  if (step.kind === 'ask' && result.kind === 'ask') {
    const to = step.routes[result.choice];
    return to === undefined
      ? { fails: `no route for the answer "${result.choice}"` }
      : { outcome: result.choice, to: [to] };
  }
  return { fails: `a result of kind ${result.kind} came back from a ${step.kind} step` };
}

const listOf = (next: string | readonly string[]): readonly string[] => (typeof next === 'string' ? [next] : next);

/**
 * The frontier after events: what is due and was not done, and the targets of what was; each step once, in the order of
 * the flow file. Steps of a body whose pass ended are no longer due.
 */
export function frontierAfter(
  plan: Plan,
  state: RunState,
  done: readonly Due[],
  events: readonly Decision[],
): readonly Due[] {
  const ended = new Set<string>();
  const targets: string[] = [];
  for (const event of events) {
    if (event.type === 'step.done') {
      targets.push(...event.to);
      if (event.endsPass !== undefined && event.loop !== undefined) ended.add(event.loop);
    }
    if (event.type === 'loop.exited') targets.push(...event.to);
    if (event.type === 'pass.started') targets.push(plan.loops[event.loop]?.loop.head ?? '');
  }
  const left = state.frontier.filter((due) => !done.some((each) => each.step === due.step));
  const due = new Map<string, Due>(left.map((each) => [each.step, each]));
  const visits = new Map(done.map((each) => [each.step, each.visit]));
  for (const step of targets) {
    if (step === '' || isTerminal(step) || due.has(step)) continue;
    due.set(step, { step, visit: (visits.get(step) ?? state.steps[step]?.visits ?? 0) + 1 });
  }
  return [...due.values()]
    .filter(({ step }) => !ended.has(plan.loopOf.get(step) ?? ''))
    .sort((a, b) => (plan.order.get(a.step) ?? 0) - (plan.order.get(b.step) ?? 0));
}
