import { counted } from '../counted';
import { evaluate } from '../flow/expression';
import type { StepOf } from '../flow/schema';
import type { Json } from '../json';
import { isObject } from '../json';
import { readChannels } from '../loops/channels';
import { held } from '../loops/stepMatter';
import { CANCELLED } from '../steps/context';
import { planRound } from '../steps/plan';
import type { Decision } from '../trace/decision';
import type { StepResult, TaskResult } from '../trace/result';
import type { Due, StepScope } from '../trace/scope';
import type { Carried, Done } from './carried';
import { done, pooled, together } from './carried';
import type { RunIo } from './io';
import type { Plan } from './plan';
import type { Extra } from './reads';
import { expressionEnv, outputOf } from './reads';
import type { RunState } from './state';

interface Caller {
  readonly due: Due;
  readonly scope: StepScope;
}

/** Carries out the called step for one item or task, as number `index` of the step that is due. */
export type CarryItem = (
  plan: Plan,
  io: RunIo,
  before: RunState,
  caller: Caller,
  item: { readonly index: number; readonly step: string; readonly extra: Extra },
) => Promise<Carried>;

const DEFAULT_CONCURRENCY = 4;
const DEFAULT_FANOUT = 4;

/** The called step once for each item; results in the order of the items. */
export async function mapItems(
  plan: Plan,
  io: RunIo,
  before: RunState,
  caller: Caller,
  step: StepOf<'map'>,
  carryItem: CarryItem,
): Promise<Carried> {
  const over = evaluate(step.over, expressionEnv(plan, before, caller.due));
  const failed = (reason: string): Carried =>
    done({ kind: 'map', ok: false, reason, output: [], failures: [], changed: [] });
  if (!over.ok) return failed(`what it works on cannot be told: ${over.why}`);
  if (!Array.isArray(over.value)) return failed(`"over" gives no list but ${JSON.stringify(over.value).slice(0, 100)}`);
  const items: readonly Json[] = over.value;
  const most = step.maxConcurrency ?? plan.flow.concurrency ?? DEFAULT_CONCURRENCY;
  const carried = await pooled(items, most, io.strands, (item, index) =>
    carryItem(plan, io, before, caller, { index, step: step.step, extra: { item } }),
  );
  const all = together(carried);
  if (all === CANCELLED || all.did !== 'all-done') return all;
  const results = all.done.map(({ result }) => result);
  const failures = results.flatMap((result, index) => {
    const reason = failureOf(result);
    return reason === null ? [] : [{ index, reason }];
  });
  const ok = failures.length === 0 || step.onFailure === 'collect';
  const first = failures[0];
  return {
    ...done({
      kind: 'map',
      ok,
      ...(ok || first === undefined
        ? {}
        : {
            reason: `${failures.length} of ${counted(items.length, 'item')} failed; item ${first.index}: ${first.reason}`,
          }),
      output: results.map((result) => (failureOf(result) === null ? outputOf(result) : null)),
      failures,
      changed: changedBy(results),
      ...(results.some(isWithheld) ? { withheld: true } : {}),
    }),
    ...eventsOf(all.done),
  };
}

/** One round of a plan: the tasks that can run now, at most `maxFanout`, and what is left behind them. */
export async function planRounds(
  plan: Plan,
  io: RunIo,
  before: RunState,
  caller: Caller,
  step: StepOf<'plan'>,
  carryItem: CarryItem,
): Promise<Carried> {
  const fanout = step.maxFanout ?? DEFAULT_FANOUT;
  const value = readChannels(plan.flow.channels, before.channels)[step.channel] ?? {};
  const round = planRound(value, step.handlers, fanout);
  const carried = await pooled(round.runnable, fanout, io.strands, (task) =>
    carryItem(plan, io, before, caller, {
      index: task.index,
      step: step.handlers[task.kind] ?? '',
      extra: { task: { id: task.id, kind: task.kind, prerequisites: [...task.prerequisites], input: task.input } },
    }),
  );
  const all = together(carried);
  if (all === CANCELLED || all.did !== 'all-done') return all;
  const results = round.runnable.map((task, index): TaskResult => resultOfTask(task.id, all.done[index]));
  const after = planRound(withResults(value, results), step.handlers, fanout);
  const finished: readonly Decision[] = results.map(({ id: task, status }) => {
    return { type: 'task.finished', ...caller.scope, task, status };
  });
  return {
    ...done({
      kind: 'plan',
      state: after.state,
      results,
      blocked: after.blocked,
      reason: after.reason,
      changed: changedBy(all.done.map(({ result }) => result)),
      ...(all.done.some(({ result }) => isWithheld(result)) ? { withheld: true } : {}),
    }),
    events: [...(eventsOf(all.done).events ?? []), ...finished],
  };
}

function resultOfTask(id: string, carried: Done | undefined): TaskResult {
  if (carried === undefined) return { id, status: 'failed', output: null, reason: 'it was not carried out' };
  const reason = failureOf(carried.result);
  const output = outputOf(carried.result);
  return reason === null ? { id, status: 'done', output } : { id, status: 'failed', output, reason };
}

function withResults(value: Json, results: readonly TaskResult[]): Json {
  const before = isObject(value) && Array.isArray(value.results) ? value.results : [];
  return { ...(isObject(value) ? value : {}), results: [...before, ...results.map((result) => ({ ...result }))] };
}

/** Why a called step's result is none, or null. */
function failureOf(result: StepResult): string | null {
  if (held(result)) return null;
  if (result.kind === 'work') return result.reason ?? 'it failed';
  if (result.kind === 'call') return `${result.outcome}: ${result.why}`;
  if (result.kind === 'verify') return 'its verification is not clean';
  return 'it failed';
}

const isWithheld = (result: StepResult): boolean => 'withheld' in result && result.withheld === true;

const changedBy = (results: readonly StepResult[]): readonly string[] =>
  [...new Set(results.flatMap((result) => ('changed' in result ? result.changed : [])))].sort().slice(0, 200);

const eventsOf = (all: readonly Done[]): { readonly events?: readonly Decision[] } => {
  const events = all.flatMap(({ events: own }) => own ?? []);
  return events.length === 0 ? {} : { events };
};
