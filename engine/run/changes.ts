import type { Flow } from '../flow/schema';
import { canonicalJson } from '../json';
import type { Within } from '../trace/scope';
import { placeOf } from '../trace/scope';
import type { FlowState, RunState } from './state';

/** A flow with those that it calls, by the names that `call` steps give. */
export interface WithCalled {
  readonly flow: Flow;
  readonly called: ReadonlyMap<string, { readonly flow: Flow }>;
}

/**
 * Why a run cannot go on with another version of its flow, each difference in a sentence; empty where it can. Whatever the
 * run has been through must still be there as it was: its steps with their kinds, its loops with their ends, its channels
 * with their reducers. The same holds for a called flow while it runs. Prompts, commands, caps, routes and new steps may
 * change.
 */
export function changesInTheWay(before: WithCalled, now: WithCalled, state: RunState): readonly string[] {
  return [
    ...inTheWay(before.flow, now.flow, state),
    ...Object.entries(state.children).flatMap(([within, child]) => {
      if (child.flow === null) return [];
      const [was, is] = [calledAt(before, within), calledAt(now, within)];
      const where = `in the flow "${child.flow.id}", called by "${placeOf(within)}", which is running`;
      // Where the way there is gone, the flow around it says so.
      if (was === undefined || is === undefined) return [];
      return inTheWay(was, is, child).map((each) => `${where}: ${each}`);
    }),
  ];
}

const inTheWay = (before: Flow, now: Flow, state: FlowState): readonly string[] => [
  ...(before.id === now.id ? [] : [`the flow's id was "${before.id}" and is "${now.id}"`]),
  ...stepsInTheWay(before, now, state),
  ...loopsInTheWay(before, now, state),
  ...channelsInTheWay(before, now, state),
];

/** The flow that is called there. A map or a plan calls a step of the flow around it, and only `call` leads to another. */
function calledAt({ flow, called }: WithCalled, within: Within): Flow | undefined {
  return placeOf(within)
    .split('/')
    .reduce<Flow | undefined>((here, id) => {
      const step = here?.steps[id];
      return step?.kind === 'call' ? called.get(step.flow)?.flow : step && here;
    }, flow);
}

function stepsInTheWay(before: Flow, now: Flow, state: FlowState): readonly string[] {
  const known = new Set([
    ...Object.keys(state.steps),
    ...state.frontier.map(({ step }) => step),
    ...Object.keys(state.doing),
  ]);
  const added = Object.keys(now.steps).filter((id) => !Object.hasOwn(before.steps, id));
  return [...known].flatMap((id) => {
    const [was, is] = [before.steps[id], now.steps[id]];
    const due = state.frontier.some(({ step }) => step === id) ? ', at which the run stands,' : '';
    if (is === undefined) {
      const hint = added.length === 0 ? '' : ` (new: ${added.map((name) => `"${name}"`).join(', ')})`;
      return [`the step "${id}"${due} is gone${hint}`];
    }
    return was === undefined || was.kind === is.kind
      ? []
      : [`the step "${id}" was of kind ${was.kind} and is of kind ${is.kind}`];
  });
}

function loopsInTheWay(before: Flow, now: Flow, state: FlowState): readonly string[] {
  const entered = [...Object.keys(state.loops), ...Object.keys(state.groups), ...Object.keys(state.improves)];
  return entered.flatMap((id) => {
    const [was, is] = [before.loops?.[id], now.loops?.[id]];
    if (is === undefined) return [`the loop "${id}" is gone`];
    if (was === undefined || canonicalJson(endsOf(was)) === canonicalJson(endsOf(is))) return [];
    return [`the loop "${id}" has another type, or stands between other steps`];
  });
}

const endsOf = (loop: NonNullable<Flow['loops']>[string]): readonly string[] =>
  loop.type === 'group' ? [loop.type, loop.to, loop.from] : [loop.type, loop.head, loop.tail];

function channelsInTheWay(before: Flow, now: Flow, state: FlowState): readonly string[] {
  return Object.keys(state.channels).flatMap((name) => {
    const [was, is] = [before.channels?.[name], now.channels?.[name]];
    if (is === undefined) return [`the channel "${name}" is gone`];
    return (was?.reducer ?? 'last') === (is.reducer ?? 'last') ? [] : [`the channel "${name}" has another reducer`];
  });
}
