import { EMPTY_SPEND } from '../../loops/spend';
import type { Fact } from '../../trace/entry';
import type { StepResult } from '../../trace/result';
import type { StepScope, Within } from '../../trace/scope';
import type { ChildRun, FlowHistory, StepRun } from '../history';
import { EMPTY_FLOW_HISTORY } from '../history';
import { spendOfStretches } from './spent';
import { withStep } from './stretches';

/** One call of a path: the visit of the step that called, and which item or task of it. */
interface Call {
  readonly path: Within;
  readonly step: string;
  readonly visit: number;
  readonly index: number | null;
}

/** The calls of a path from the outermost, or null where it is no path. */
export function callsOf(within: Within): readonly Call[] | null {
  const calls: Call[] = [];
  let path = '';
  for (const part of within.split('/')) {
    const match = /^(.+)\.(\d+)(?:#(\d+))?$/.exec(part);
    if (match === null) return null;
    const [, step = '', visit = '', index] = match;
    path = path === '' ? part : `${path}/${part}`;
    calls.push({ path, step, visit: Number(visit), index: index === undefined ? null : Number(index) });
  }
  return calls;
}

/** Where the step that called stands: an item is in the pass of its caller, and its facts say in which. */
export type CallerScope = Partial<Pick<StepScope, 'loop' | 'pass' | 'inner'>>;

/** Changes the flow at the end of the calls, and on the way there every step that called: it is at work as long. */
export function withCalled(
  flow: FlowHistory,
  [call, ...further]: readonly Call[],
  scope: CallerScope,
  at: string,
  change: (child: ChildRun) => ChildRun,
): FlowHistory {
  if (call === undefined) return flow;
  const { step, visit, index } = call;
  const visited = further.length === 0 && index !== null ? { ...scope, step, visit } : { step, visit };
  return withStep(flow, visited, at, (run) => {
    const state = run.state === 'interrupted' ? 'running' : run.state;
    const children = withChild(run.children, call, at, (child) =>
      further.length === 0 ? change(child) : { ...child, ...withCalled(child, further, scope, at, change) },
    );
    return { ...run, state, children };
  });
}

/** A called flow begins; one that a resume begins again is the same. */
export const childOfCall = (
  children: readonly ChildRun[],
  fact: Pick<Extract<Fact, { type: 'call.started' }>, 'path' | 'flow' | 'at'>,
): readonly ChildRun[] => {
  const call = callsOf(fact.path)?.at(-1);
  if (call === undefined) return children;
  return withChild(children, call, fact.at, (child) => ({ ...child, flow: fact.flow }));
};

/** Items and tasks have no decision of their own: they are over with the step that called them. */
export function settled(children: readonly ChildRun[], result: StepResult, at: string): readonly ChildRun[] {
  const order = children.flatMap(({ index }) => (index === null ? [] : [index])).sort((a, b) => a - b);
  return children.map((child) => {
    if (child.index === null) return child;
    if (result.kind === 'map') {
      const failed = result.failures.some(({ index }) => index === child.index);
      return settledItem(child, failed, null, at);
    }
    // The results of a round are in the order of its tasks.
    const task = result.kind === 'plan' ? result.results[order.indexOf(child.index)] : undefined;
    return settledItem(child, task?.status === 'failed', task?.id ?? null, at);
  });
}

function settledItem(child: ChildRun, failed: boolean, task: string | null, at: string): ChildRun {
  const close = (run: StepRun): StepRun => ({ ...run, state: failed ? 'failed' : 'done', endedAt: run.endedAt ?? at });
  const stretches = child.stretches.map((stretch) => ({ ...stretch, steps: stretch.steps.map(close) }));
  return { ...child, task, stretches, endedAt: child.endedAt ?? at };
}

function withChild(
  children: readonly ChildRun[],
  call: Call,
  at: string,
  change: (child: ChildRun) => ChildRun,
): readonly ChildRun[] {
  const known = children.findIndex((child) => child.within === call.path);
  const before = children[known] ?? freshChild(call, at);
  const changed = change(before);
  const after = { ...changed, spend: spendOfStretches(before, changed.stretches) };
  return known < 0 ? [...children, after] : children.map((each, index) => (index === known ? after : each));
}

const freshChild = (call: Call, at: string): ChildRun => ({
  ...EMPTY_FLOW_HISTORY,
  within: call.path,
  index: call.index,
  task: null,
  flow: null,
  startedAt: at,
  endedAt: null,
  ended: null,
  spend: EMPTY_SPEND,
});
