import type { Flow } from '../flow/schema';
import { canonicalJson } from '../json';
import type { FlowState, RunState } from './state';

/**
 * Why a run cannot go on with another version of its flow, each difference in a sentence; empty where it can. Whatever the
 * run has been through must still be there as it was: its steps with their kinds, its loops with their ends, its channels
 * with their reducers. Prompts, commands, caps, routes and new steps may change.
 */
export function changesInTheWay(before: Flow, now: Flow, state: RunState): readonly string[] {
  return [
    ...(before.id === now.id ? [] : [`the flow's id was "${before.id}" and is "${now.id}"`]),
    ...stepsInTheWay(before, now, state),
    ...loopsInTheWay(before, now, state),
    ...channelsInTheWay(before, now, state),
  ];
}

function stepsInTheWay(before: Flow, now: Flow, state: RunState): readonly string[] {
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
