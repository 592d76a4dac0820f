import { evaluate } from '../../flow/expression';
import type { Flow } from '../../flow/schema';
import type { Json } from '../../json';
import { readChannels } from '../../loops/channels';
import { planRound } from '../../steps/plan';
import type { Within } from '../../trace/scope';
import { isItem, parentOf } from '../../trace/scope';
import type { Plan } from '../plan';
import type { Extra } from '../reads';
import { expressionEnv } from '../reads';
import type { RunState } from '../state';
import { viewOf } from '../state';
import { levelsOf } from './levels';

/** What an item or a task is given, beside what every step sees; empty outside of one, and where it cannot be told. */
export function extraAt(plan: Plan, state: RunState, within: Within): Extra {
  const level = levelsOf(within).at(-1);
  if (!isItem(within) || level === undefined || level.index === null) return {};
  const { index, visit } = level;
  const around = viewOf(state, parentOf(within));
  const caller = plan.flow.steps[level.step];
  if (caller?.kind === 'map') {
    const due = around.frontier.find((each) => each.step === level.step && each.visit === visit);
    const over = evaluate(caller.over, expressionEnv(plan, around, due, extraAt(plan, state, parentOf(within))));
    const items: readonly Json[] = over.ok && Array.isArray(over.value) ? over.value : [];
    const item = items[index];
    return item === undefined ? {} : { item };
  }
  if (caller?.kind !== 'plan') return {};
  const channel = readChannels(plan.flow.channels, around.channels)[caller.channel];
  const task = planRound(channel, caller.handlers, Number.MAX_SAFE_INTEGER).runnable.find(
    (each) => each.index === index,
  );
  if (task === undefined) return {};
  const { id, kind, prerequisites, input } = task;
  return { task: { id, kind, prerequisites: [...prerequisites], input } };
}

/** The step that is called for an item or a task; null where it cannot be told. */
export function calledStep(flow: Flow, step: string, { task }: Extra): string | null {
  const caller = flow.steps[step];
  if (caller?.kind === 'map') return caller.step;
  const kind = typeof task === 'object' && task !== null && 'kind' in task ? task.kind : null;
  return caller?.kind === 'plan' && typeof kind === 'string' ? (caller.handlers[kind] ?? null) : null;
}
