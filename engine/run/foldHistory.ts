import type { Decision } from '../trace/decision';
import type { Commit, Entry } from '../trace/entry';
import type { Act, ChildRun, FlowHistory, RunHistory, StepRun, Stretch } from './history';
import { callsOf, withCalled } from './history/children';
import { decidedIn } from './history/decided';
import { spendOfRun, spendOfSteps, spendOfStretches } from './history/spent';
import { interruptedRun, stepAfter } from './history/stepFacts';
import { withStep } from './history/stretches';

/**
 * The history after one more entry. Facts show at once, as what is going on; decisions come with their commit, whole.
 *
 * R1 A visit of a step is one `StepRun`, however often a crash made it start.
 * R2 What a pass decided stands in the stretch of that pass, also where the commit that says so came later.
 * R3 What a step called stands under it: an entry with `within` belongs to the flow, item or task at the end of that path.
 * R4 Total: an entry that fits nothing changes nothing, and one whose beginnings cannot be read makes its place.
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
      return next;
    case 'commit':
      return { ...inFlow(next, entry, (flow) => committed(flow, entry)), acts: [...next.acts, ...actsOf(entry)] };
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
      return inFlow(next, entry, (flow) => withStep(flow, entry, entry.at, (run) => stepAfter(run, entry)));
  }
}

/** Changes the flow that the entry belongs to; where its path cannot be read, nothing. */
function inFlow(history: RunHistory, entry: Entry, change: (flow: FlowHistory) => FlowHistory): RunHistory {
  const { within = '', at } = entry;
  if (within === '') return { ...history, ...change(history) };
  const calls = callsOf(within);
  if (calls === null) return history;
  return {
    ...history,
    ...withCalled(history, calls, at, (child) => childAfter({ ...child, ...change(child) }, entry)),
  };
}

/** An item or task ends with its step, a called flow with the decision that it has. */
function childAfter(child: ChildRun, entry: Entry): ChildRun {
  if (entry.type === 'step.finished' && child.flow === null) return { ...child, endedAt: entry.at };
  const ended = entry.type === 'commit' ? entry.events.find((event) => event.type === 'run.ended') : undefined;
  return ended === undefined ? child : { ...child, ended, endedAt: entry.at };
}

const committed = (flow: FlowHistory, commit: Commit): FlowHistory => ({
  ...commit.events.reduce<FlowHistory>((so, event) => decidedIn(so, event, commit.at), flow),
  due: commit.frontier,
});

const actsOf = ({ events, at }: Commit): readonly Act[] =>
  events.flatMap((what) => (isAct(what) ? [{ at, what }] : []));
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
