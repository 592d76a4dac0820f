import { ConvergeError } from '../failure';
import { durationMs } from '../flow/duration';
import type { ExpressionEnv } from '../flow/expression';
import { evaluate } from '../flow/expression';
import type { Step } from '../flow/schema';
import type { JsonObject } from '../json';
import { canonicalJson } from '../json';
import type { CachedResult } from '../steps/cache';
import { definitionDigest, withCache } from '../steps/cache';
import type { StepContext } from '../steps/context';
import { CANCELLED } from '../steps/context';
import { withEffect } from '../steps/effect';
import { gate } from '../steps/gate';
import { judge } from '../steps/judge';
import { keyOf } from '../steps/key';
import { router } from '../steps/router';
import { inputsDigest } from '../steps/turn';
import { verify } from '../steps/verify';
import { watch } from '../steps/watch';
import { work } from '../steps/work';
import type { Decision } from '../trace/decision';
import type { StepResult } from '../trace/result';
import type { Due, StepScope } from '../trace/scope';
import { childPath } from '../trace/scope';
import { callFlow } from './called';
import type { Carried } from './carried';
import { done } from './carried';
import type { RunIo } from './io';
import { ioWithin } from './io';
import type { CarryItem } from './items';
import { mapItems, planRounds } from './items';
import { personTask } from './personTask';
import type { Plan } from './plan';
import type { Extra } from './reads';
import { expressionEnv, readsOf } from './reads';
import type { RunState } from './state';
import { askId } from './state';
import { contextOf, scopeOf } from './stepContext';

/** Carries out one step that is due. What it came to is kept as a fact unless it is `alone` before its commit. */
export async function carryStep(plan: Plan, io: RunIo, before: RunState, due: Due, alone: boolean): Promise<Carried> {
  return carry(plan, io, before, { due, scope: scopeOf(plan, io, due), extra: {}, alone });
}

const carryItem: CarryItem = (plan, io, before, caller, item) => {
  const within = childPath(plan.within, caller.due.step, caller.due.visit, item.index);
  const scope = { ...caller.scope, step: item.step, visit: 1 };
  const inside = { ...plan, within };
  return carry(inside, ioWithin(io, within), before, {
    due: { step: item.step, visit: 1 },
    scope,
    extra: item.extra,
    alone: false,
    item: 'new',
  });
};

interface Visit {
  readonly due: Due;
  readonly scope: StepScope;
  readonly extra: Extra;
  readonly alone: boolean;
  /** Of an item or a task: whether it was held already. */
  readonly item?: 'new' | 'held';
}

async function carry(plan: Plan, io: RunIo, before: RunState, visit: Visit): Promise<Carried> {
  const { due, scope, extra } = visit;
  const step = plan.flow.steps[due.step];
  if (step === undefined) throw new ConvergeError('internal', `The flow has no step "${due.step}".`);
  if (step.kind === 'ask') return answered(plan, io, before, due, step);
  const reads = 'reads' in step ? (step.reads ?? []) : [];
  const read = await readsOf(plan, before, io.ports.workspace, reads, extra);
  // Handlers in code could change what they are given: beside others, each has a copy of its own.
  const data = visit.alone ? read : copyOf(read);
  const context = contextOf(plan, io, { due, scope, reads: data, extra });
  // A watch knows itself whether the poll that ended it was committed.
  const kept = step.kind === 'watch' ? null : context.doing;
  if (kept?.result != null && (kept.inputs === '' || kept.inputs === inputsDigest(context, step))) {
    const key = keptKey(step, context, () => expressionEnv(plan, before, due, extra));
    return key === null ? done(kept.result) : { ...done(kept.result), cache: { key, hit: false } };
  }
  const holding = visit.item === 'new' ? io.held({ plan, due: [due], next: 'visits', extra }) : null;
  if (holding !== null) {
    await holding;
    const at = await io.boundary();
    if (at !== 'go') return at === 'now' ? CANCELLED : { did: 'yield' };
    // What it reads may have changed meanwhile.
    return carry(plan, io, before, { ...visit, item: 'held' });
  }
  const carried = await named(due.step, () => carryKind(plan, io, before, visit, step, context));
  const keeps = carried !== CANCELLED && carried.did === 'done' && !isWithheld(carried.result);
  if (keeps && !visit.alone) {
    io.record({ type: 'step.finished', ...scope, result: carried.result });
  }
  return carried;
}

async function carryKind(
  plan: Plan,
  io: RunIo,
  before: RunState,
  visit: Visit,
  step: Exclude<Step, { kind: 'ask' }>,
  given: StepContext,
): Promise<Carried> {
  const { due, scope, extra } = visit;
  const env = () => expressionEnv(plan, before, due, extra);
  const task = await personTask(plan, before, due, step, given);
  if (task.asks) return { did: 'parked', events: task.events };
  const context = task.answer === undefined ? given : { ...given, answer: task.answer };
  switch (step.kind) {
    case 'work': {
      const { effect } = step;
      if (effect !== undefined) {
        const key = evaluate(effect.key, env());
        if (!key.ok) return done(failedWork(`its effect's key cannot be told: ${key.why}`));
        const text = typeof key.value === 'string' ? key.value : canonicalJson(key.value);
        const guarded = { effect, key: text, flow: plan.flow.id, attempts: step.attempts ?? 1, context };
        return ofResult(await withEffect(guarded, (inside, attempts) => work({ ...step, attempts }, inside)));
      }
      return cached(plan, step, env, context, async () => ofResult(await work(step, context)));
    }
    case 'verify': {
      const { loop, step: id } = context.scope;
      const number0 = loop === undefined ? null : (before.loops[loop]?.baseline.verifications[id]?.inventory ?? null);
      const verified = await verify(step, context, number0);
      return verified === CANCELLED ? CANCELLED : done(verified.result);
    }
    case 'judge':
      return ofResult(await judge(step, context));
    case 'gate':
      return ofResult(await gate(step, context, env()));
    case 'router':
      return ofResult(await router(step, context, env()));
    case 'map':
      return cached(plan, step, env, context, () => mapItems(plan, io, before, { due, scope }, step, carryItem));
    case 'plan':
      return planRounds(plan, io, before, { due, scope }, step, carryItem);
    case 'join':
      return done({ kind: 'join' });
    case 'watch': {
      const id = askId(plan.within, due.step, due.visit);
      const wait = io.root().waits[id];
      const watched = await watch(step, context, { id, wait, cursor: before.cursors[due.step] ?? null });
      if (watched === CANCELLED) return CANCELLED;
      if ('parked' in watched) return { did: 'parked', events: watched.parked };
      return { did: 'done', result: watched.done, events: watched.events };
    }
    case 'call':
      return cached(plan, step, env, context, () => callFlow(plan, io, before, { due, scope, extra }, step));
  }
}

/** What a bound kept from starting is not a result: it is tried again once the bound is raised. */
const isWithheld = (result: StepResult): boolean => 'withheld' in result && result.withheld === true;

const copyOf = (data: JsonObject): JsonObject => JSON.parse(JSON.stringify(data));

const ofResult = (result: StepResult | typeof CANCELLED): Carried => (result === CANCELLED ? CANCELLED : done(result));

const failedWork = (reason: string): StepResult => {
  return { kind: 'work', ok: false, reason, output: null, changed: [], attempts: 0 };
};

/** The step's result under its cache key, where it has one: from the cache, or carried out and put there. */
async function cached(
  plan: Plan,
  step: Extract<Step, { kind: 'work' | 'map' | 'call' }>,
  env: () => ExpressionEnv,
  context: StepContext,
  run: () => Promise<Carried>,
): Promise<Carried> {
  if (step.cache === undefined) return run();
  const key = evaluate(step.cache.key, env());
  // Without a key there is nothing to be equal to: the work is done.
  if (!key.ok) return run();
  const { digest } = context.ports;
  const definition = definitionDigest(plan.flow, step, context.ports);
  const named = { ...context, flowId: plan.flow.id, definitionDigest: definition };
  let carried: Carried = CANCELLED;
  const { result, cached: hit } = await withCache<CachedResult>(step, key.value, named, async () => {
    carried = await run();
    return carried !== CANCELLED && carried.did === 'done' && isCached(carried.result) ? carried.result : CANCELLED;
  });
  const came = carried as Carried;
  if (result === CANCELLED) return came;
  const events = came !== CANCELLED && came.did === 'done' ? (came.events ?? []) : [];
  return { did: 'done', result, events, cache: { key: hit ?? keyOf(key.value, digest), hit: hit !== undefined } };
}

/** The cache key of a step whose result was kept as a fact, where it has one: what it writes is folded once for each key. */
function keptKey(step: Step, context: StepContext, env: () => ExpressionEnv): string | null {
  if (!('cache' in step) || step.cache === undefined) return null;
  const key = evaluate(step.cache.key, env());
  return key.ok ? keyOf(key.value, context.ports.digest) : null;
}

const isCached = (result: StepResult): result is CachedResult =>
  result.kind === 'work' || result.kind === 'map' || result.kind === 'call';

/** Whatever throws while a step is carried out names the step. */
async function named<T>(step: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof ConvergeError) throw thrown;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new ConvergeError('handler-failed', `Step "${step}" threw: ${why}`, { cause: thrown });
  }
}

/** The answer, the default once the deadline is over, or nothing yet. */
function answered(plan: Plan, io: RunIo, before: RunState, due: Due, step: Extract<Step, { kind: 'ask' }>): Carried {
  const id = askId(plan.within, due.step, due.visit);
  const ask = before.asks[id];
  if (ask === undefined) return { did: 'parked', events: [question(io, id, due, step)] };
  if (ask.answer !== null) return done({ kind: 'ask', choice: ask.answer });
  const over = ask.due !== null && Date.parse(ask.due) <= io.ports.clock.now();
  if (!over || ask.default === null) return { did: 'parked', events: [] };
  const taken: Decision = { type: 'ask.answered', ask: id, choice: ask.default, by: 'deadline' };
  return { ...done({ kind: 'ask', choice: ask.default }), events: [taken] };
}

function question(io: RunIo, ask: string, due: Due, step: Extract<Step, { kind: 'ask' }>): Decision {
  const wait = durationMs(step.deadline ?? '');
  return {
    type: 'ask.opened',
    ask,
    step: due.step,
    visit: due.visit,
    question: step.question,
    choices: step.choices,
    ...(wait === undefined ? {} : { due: new Date(io.ports.clock.now() + wait).toISOString() }),
    ...(step.default === undefined ? {} : { default: step.default }),
  };
}
