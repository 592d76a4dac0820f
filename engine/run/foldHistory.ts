import type { Decision } from '../trace/decision';
import type { Commit, Entry } from '../trace/entry';
import type { Within } from '../trace/scope';
import { isItem, parentOf } from '../trace/scope';
import type { ChildRun, FlowHistory, RunHistory, StepRun, Stretch } from './history';
import type { CallerScope } from './history/children';
import { callsOf, withCalled } from './history/children';
import { decidedIn } from './history/decided';
import { spendOfRun, spendOfSteps, spendOfStretches } from './history/spent';
import type { StepFact } from './history/stepFacts';
import { interruptedRun, stepAfter } from './history/stepFacts';
import { withStep } from './history/stretches';

/**
 * The history after one more entry. Facts show at once, as what is going on; decisions come with their commit, whole.
 *
 * R1 A visit of a step is one `StepRun`, however often a crash made it start.
 * R2 What a pass decided stands in the stretch of that pass, also where the commit that says so came later.
 * R3 What a step called stands under it: an entry with `within` belongs to the flow, item or task at the end of that path.
 * R4 Questions and waits belong where their id says, whatever flow the commit is of.
 * R5 Total: an entry that fits nothing changes nothing, and one whose beginnings cannot be read makes its place.
 */
export function foldHistory(history: RunHistory, entry: Entry): RunHistory {
  const next = { ...history, lastAt: entry.at };
  switch (entry.type) {
    case 'run.started':
      return { ...next, startedAt: entry.at, mode: entry.mode };
    case 'run.resumed':
      return { ...next, ...interruptedFlow(next), acts: [...next.acts, { at: entry.at, what: entry }] };
    case 'run.forked':
      return { ...next, acts: [...next.acts, { at: entry.at, what: entry }] };
    case 'trace.repaired':
    case 'control':
    case 'snapshot':
      return next;
    case 'commit':
      return committed(next, entry);
    case 'call.started':
    case 'step.started':
    case 'worker.turn':
    case 'check.evaluated':
    case 'verify.command':
    case 'workspace.snapshot':
    case 'step.failed':
    case 'step.finished':
    case 'cache.hit':
    case 'effect.claimed':
    case 'effect.committed':
    case 'effect.incomplete':
      return facted(next, entry);
  }
}

function facted(history: RunHistory, fact: StepFact): RunHistory {
  const { within = '', at } = fact;
  const after = inFlow(history, within, fact, at, (flow) => withStep(flow, fact, at, (run) => stepAfter(run, fact)));
  return fact.type === 'step.finished' && isItem(within) ? inChild(after, within, at, { endedAt: at }) : after;
}

function committed(history: RunHistory, commit: Commit): RunHistory {
  const { at, events, frontier, within = '' } = commit;
  const after = events.reduce<RunHistory>((so, event) => decidedAt(so, event, within, at), history);
  return inFlow(after, within, {}, at, (flow) => ({ ...flow, due: frontier }));
}

function decidedAt(history: RunHistory, event: Decision, within: Within, at: string): RunHistory {
  if (isAct(event)) return { ...history, acts: [...history.acts, { at, what: event }] };
  if (event.type === 'run.ended') return inChild(history, within, at, { ended: event, endedAt: at });
  return inFlow(history, flowOf(event, within), {}, at, (flow) => decidedIn(flow, event, at));
}

/** Changes the flow at the end of the path; where that cannot be read, nothing. */
function inFlow(
  history: RunHistory,
  within: Within,
  scope: CallerScope,
  at: string,
  change: (flow: FlowHistory) => FlowHistory,
): RunHistory {
  if (within === '') return { ...history, ...change(history) };
  const calls = callsOf(within);
  if (calls === null) return history;
  return { ...history, ...withCalled(history, calls, scope, at, (child) => ({ ...child, ...change(child) })) };
}

function inChild(history: RunHistory, within: Within, at: string, change: Partial<ChildRun>): RunHistory {
  const calls = within === '' ? null : callsOf(within);
  if (calls === null) return history;
  return { ...history, ...withCalled(history, calls, {}, at, (child) => ({ ...child, ...change })) };
}

function flowOf(event: Decision, within: Within): Within {
  switch (event.type) {
    case 'ask.opened':
    case 'ask.answered':
      return parentOf(event.ask);
    case 'wait.started':
    case 'poll':
      return parentOf(event.wait);
    default:
      return within;
  }
}

const isAct = (event: Decision): event is Extract<Decision, { type: 'caps.changed' | 'caps.refused' | 'run.paused' }> =>
  event.type === 'caps.changed' || event.type === 'caps.refused' || event.type === 'run.paused';

/** What was running when the holder went away, and what that had called. */
const interruptedFlow = <F extends FlowHistory>(flow: F): F => ({
  ...flow,
  stretches: flow.stretches.map(interruptedStretch),
});

function interruptedStretch(stretch: Stretch): Stretch {
  if (!stretch.steps.some(({ state }) => state === 'running')) return stretch;
  const steps = stretch.steps.map((run): StepRun => {
    if (run.state !== 'running') return run;
    const children = run.children.map((child) => {
      const after = interruptedFlow(child);
      return { ...after, spend: spendOfStretches(child, after.stretches) };
    });
    const after = interruptedRun({ ...run, children });
    return { ...after, spend: spendOfRun(after) };
  });
  return { ...stretch, steps, spend: spendOfSteps(stretch, steps) };
}
