import { ConvergeError } from '../failure';
import { durationMs } from '../flow/duration';
import type { Step } from '../flow/schema';
import { isNews } from '../loops/ledger';
import { held, stepMatter } from '../loops/stepMatter';
import type { StepContext } from '../steps/context';
import { CANCELLED } from '../steps/context';
import { judge } from '../steps/judge';
import { router } from '../steps/router';
import { inputsDigest } from '../steps/turn';
import { verify } from '../steps/verify';
import { work } from '../steps/work';
import type { Decision } from '../trace/decision';
import type { StepResult } from '../trace/result';
import type { Due, StepScope } from '../trace/scope';
import type { Plan } from './decide';
import { askId } from './decide';
import type { RunIo } from './io';
import { expressionEnv, readsOf } from './reads';
import { routeOf } from './routes';
import type { RunState } from './state';
import { openLatches } from './state';
import { contextOf, scopeOf } from './stepContext';

/** What a super-step came to. */
export type SuperStepEnd =
  | { readonly end: 'done'; readonly done: readonly Due[]; readonly events: readonly Decision[] }
  /** Somebody has to answer first: only the questions are committed, results of siblings are kept as facts. */
  | { readonly end: 'parked'; readonly events: readonly Decision[] }
  | { readonly end: 'failed'; readonly why: string }
  | { readonly end: typeof CANCELLED };

const DEFAULT_CONCURRENCY = 4;
const PARKED = 'parked';

/**
 * Carries out all that is due, at most `concurrency` at once, each on the state before the super-step.
 *
 * R1 All or nothing: a port that breaks throws, and nothing of the super-step is decided.
 * R2 What a sibling finished is kept as a fact: after a resume it is not run again while its inputs are the same. A step
 *    that is due alone has its commit right behind it and needs no such fact.
 * R3 Events are in frontier order, whatever finished first.
 */
export async function superStep(plan: Plan, io: RunIo, due: readonly Due[]): Promise<SuperStepEnd> {
  const before = io.state();
  const results = await pooled(due, plan.flow.concurrency ?? DEFAULT_CONCURRENCY, (each) =>
    resultOf(plan, io, before, each, due.length === 1),
  );
  if (results.includes(CANCELLED)) return { end: CANCELLED };
  const asked = due.flatMap((each, index) => (results[index] === PARKED ? question(plan, io, before, each) : []));
  if (results.includes(PARKED)) return { end: 'parked', events: asked };
  const events: Decision[] = [];
  for (const [index, each] of due.entries()) {
    const result = results[index];
    const step = plan.flow.steps[each.step];
    if (result === undefined || result === PARKED || result === CANCELLED || step === undefined) continue;
    const scope = scopeOf(plan, io, each);
    const routed = routeOf(step, result, scope.loop !== undefined);
    if ('fails' in routed) return { end: 'failed', why: `step "${each.step}": ${routed.fails}` };
    events.push({ type: 'step.done', ...scope, ...routed, result }, ...latchEvents(before, scope, result));
  }
  return { end: 'done', done: due, events };
}

/**
 * A step's own matter opens its latch with the step. In a loop's body the end of the pass says what clears; outside, the
 * step itself does when it is done again. A failure outside a loop has its route, or has failed the run: no latch.
 */
function latchEvents(before: RunState, scope: StepScope, result: StepResult): readonly Decision[] {
  const { step, pass, loop = null } = scope;
  const found = stepMatter(step, result).filter(({ cause }) => loop !== null || cause === 'void');
  const news = found.filter((latch) => isNews(before.ledger, latch));
  if (found.length > 0) return news.map((latch) => ({ type: 'latch.opened', loop, pass, latch }));
  if (loop !== null || !held(result)) return [];
  return openLatches(before)
    .filter((latch) => latch.step === step && latch.loop === null)
    .map((latch) => ({ type: 'latch.cleared', loop, pass, latch: latch.id, evidence: 'ran again, and only read' }));
}

type Carried = StepResult | typeof CANCELLED | typeof PARKED;

async function resultOf(plan: Plan, io: RunIo, before: RunState, due: Due, alone: boolean): Promise<Carried> {
  const step = plan.flow.steps[due.step];
  if (step === undefined) throw new ConvergeError('internal', `The flow has no step "${due.step}".`);
  if (step.kind === 'ask') return answered(io, before, due);
  const scope = scopeOf(plan, io, due);
  const reads = step.kind === 'verify' ? [] : (step.reads ?? []);
  const context = contextOf(plan, io, scope, await readsOf(plan.flow, before, io.ports.workspace, reads));
  const kept = context.doing;
  if (kept?.result != null && (kept.inputs === '' || kept.inputs === inputsDigest(context, step))) return kept.result;
  const result = await carryOut(step, context, before);
  if (result !== CANCELLED && !alone) io.record({ type: 'step.finished', ...scope, result });
  return result;
}

async function carryOut(
  step: Exclude<Step, { kind: 'ask' }>,
  context: StepContext,
  before: RunState,
): Promise<StepResult | typeof CANCELLED> {
  switch (step.kind) {
    case 'work':
      return work(step, context);
    case 'verify': {
      const { loop, step: id } = context.scope;
      const number0 = loop === undefined ? null : (before.loops[loop]?.baseline.verifications[id]?.inventory ?? null);
      const verified = await verify(step, context, number0);
      return verified === CANCELLED ? CANCELLED : verified.result;
    }
    case 'judge':
      return judge(step, context);
    case 'router':
      return router(step, context, expressionEnv(before));
  }
}

/** The answer, the default once the deadline is over, or nothing yet. */
function answered(io: RunIo, before: RunState, due: Due): Carried {
  const ask = before.asks[askId(due.step, due.visit)];
  if (ask === undefined) return PARKED;
  if (ask.answer !== null) return { kind: 'ask', choice: ask.answer };
  const over = ask.due !== null && Date.parse(ask.due) <= io.ports.clock.now();
  return over && ask.default !== null ? { kind: 'ask', choice: ask.default } : PARKED;
}

function question(plan: Plan, io: RunIo, before: RunState, due: Due): readonly Decision[] {
  const step = plan.flow.steps[due.step];
  const ask = askId(due.step, due.visit);
  if (step?.kind !== 'ask' || before.asks[ask] !== undefined) return [];
  const wait = durationMs(step.deadline ?? '');
  return [
    {
      type: 'ask.opened',
      ask,
      step: due.step,
      visit: due.visit,
      question: step.question,
      choices: step.choices,
      ...(wait === undefined ? {} : { due: new Date(io.ports.clock.now() + wait).toISOString() }),
      ...(step.default === undefined ? {} : { default: step.default }),
    },
  ];
}

/** Results in the order of the items, at most `most` at once. The first that throws is thrown once all have settled. */
async function pooled<T, R>(items: readonly T[], most: number, each: (item: T) => Promise<R>): Promise<readonly R[]> {
  const settled: PromiseSettledResult<R>[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item === undefined) continue;
      [settled[index]] = (await Promise.allSettled([each(item)])) as [PromiseSettledResult<R>];
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
