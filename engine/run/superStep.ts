import { evaluate } from '../flow/expression';
import { writesOf } from '../loops/channels';
import { scored } from '../loops/improve';
import { isNews } from '../loops/ledger';
import { held, stepMatter } from '../loops/stepMatter';
import { CANCELLED } from '../steps/context';
import { decideGate } from '../steps/gate';
import { BUDGET } from '../trace/control';
import type { Decision, Write } from '../trace/decision';
import type { Due, StepScope } from '../trace/scope';
import { qualified } from '../trace/scope';
import type { Done } from './carried';
import { pooled, together } from './carried';
import { carryStep } from './carryStep';
import { foldFlowDecision } from './foldDecision';
import type { RunIo } from './io';
import type { Plan } from './plan';
import { spanInForce } from './raised';
import { expressionEnv, outputOf } from './reads';
import { roundHeld } from './round';
import type { Routed } from './routes';
import { listOf, routeOf } from './routes';
import type { FlowState, RunState } from './state';
import { openLatches } from './state';
import { scopeOf } from './stepContext';

/** What a super-step came to. */
export type SuperStepEnd =
  | {
      readonly end: 'done';
      readonly done: readonly Due[];
      readonly events: readonly Decision[];
      /** Tails of groups whose `exitWhen` is true. */
      readonly exits: ReadonlySet<string>;
    }
  /** Somebody has to answer first, or time has to pass: only that is committed, results of siblings are kept as facts. */
  | { readonly end: 'parked'; readonly events: readonly Decision[] }
  | { readonly end: 'yield' }
  | { readonly end: 'failed'; readonly why: string }
  | { readonly end: typeof CANCELLED };

const DEFAULT_CONCURRENCY = 4;

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
  const carried = await pooled(due, plan.flow.concurrency ?? DEFAULT_CONCURRENCY, (each) =>
    carryStep(plan, io, before, each, due.length === 1),
  );
  const all = together(carried);
  if (all === CANCELLED) return { end: CANCELLED };
  if (all.did === 'yield') return { end: 'yield' };
  if (all.did === 'parked') return { end: 'parked', events: all.events };
  await io.takeCaps();
  const events: Decision[] = [];
  const decided: Due[] = [];
  for (const [index, each] of due.entries()) {
    const result = all.done[index];
    if (result === undefined) continue;
    const ended = await decideStep(plan, io, before, each, result);
    if ('fails' in ended) return { end: 'failed', why: `step "${each.step}": ${ended.fails}` };
    if (ended.stays) continue;
    decided.push(each);
    events.push(...ended.events);
  }
  return { end: 'done', done: decided, events, exits: exitsOf(plan, before, decided, events) };
}

type StepEnd = { readonly fails: string } | { readonly stays: boolean; readonly events: readonly Decision[] };

/** What a step's result decides, in the order in which it is to be read. */
async function decideStep(plan: Plan, io: RunIo, before: RunState, due: Due, done: Done): Promise<StepEnd> {
  const step = plan.flow.steps[due.step];
  if (step === undefined) return { stays: true, events: [] };
  const scope = scopeOf(plan, io, due);
  const { result, cache } = done;
  let routed: Routed = routeOf(step, result, scope.loop !== undefined);
  const gate =
    step.kind === 'gate' && result.kind === 'gate' && result.withheld !== true
      ? decideGate(step, before.gates[due.step], result)
      : null;
  if (gate !== null && !('stays' in routed) && !('endsPass' in routed))
    routed = { outcome: gate.decision, to: gate.to };
  if (step.kind === 'plan' && result.kind === 'plan' && !('stays' in routed) && !('endsPass' in routed)) {
    routed = { outcome: result.state, to: [planTarget(due.step, step, result.state)] };
  }
  if ('stays' in routed) return { stays: true, events: [] };
  if ('fails' in routed) return routed;
  if ('ends' in routed) routed = { outcome: routed.outcome, to: [routed.ends] };
  const wrote = isGood(routed.outcome, result) ? writesBy(plan, before, due, done) : { ok: true as const, writes: [] };
  if (!wrote.ok) {
    if (scope.loop === undefined) return { fails: wrote.why };
    routed = { outcome: 'failed', to: [], endsPass: 'ended-early' };
  }
  const writes = wrote.ok ? wrote.writes : [];
  const improve = await roundEnd(plan, io, before, due, done, routed);
  if (improve !== null && 'fails' in improve) return improve;
  const own: Decision = {
    type: 'step.done',
    ...scope,
    ...routed,
    ...(improve === null ? {} : { to: [] }),
    result,
    ...(writes.length === 0 ? {} : { writes }),
    ...(cache === undefined ? {} : { cache }),
  };
  return {
    stays: false,
    events: [
      ...(done.events ?? []),
      own,
      ...(gate === null || result.kind !== 'gate'
        ? []
        : [
            {
              type: 'gate.decided' as const,
              ...scope,
              attempt: gate.attempts,
              decision: gate.decision,
              verdict: { read: result.read, score: result.score, reasons: result.reasons, feedback: result.feedback },
            },
          ]),
      ...capsEvents(plan, due.step, done),
      ...latchEvents(plan, before, scope, done),
      ...(improve ?? []),
    ],
  };
}

/** Caps that a router's worker asked for: its flow says whether it may. A person always may, by an act. */
function capsEvents(plan: Plan, by: string, { result }: Done): readonly Decision[] {
  if (result.kind !== 'router' || result.reconfigure === undefined) return [];
  return Object.entries(result.reconfigure).map(([name, caps]): Decision => {
    const loop = qualified(plan.place, name);
    const known = name === BUDGET || plan.flow.loops?.[name] !== undefined;
    if (!known) return { type: 'caps.refused', loop, by, why: `there is no loop "${name}"` };
    if (plan.flow.reconfigurable === true) return { type: 'caps.changed', loop, caps, by };
    return {
      type: 'caps.refused',
      loop,
      by,
      why: 'the flow is not "reconfigurable": only a person may change its caps',
    };
  });
}

const planTarget = (
  id: string,
  step: Extract<Plan['flow']['steps'][string], { kind: 'plan' }>,
  state: 'more' | 'complete' | 'stalled' | 'idle',
): string => (state === 'more' ? id : state === 'idle' ? step.onIdle : (step.routes?.[state] ?? step.onIdle));

/** A step that failed writes nothing: what it gave back is not to be built on. */
const isGood = (outcome: string, result: Done['result']): boolean =>
  outcome !== 'withheld' &&
  (held(result) || result.kind === 'gate' || result.kind === 'verify' || result.kind === 'judge');

function writesBy(
  plan: Plan,
  before: RunState,
  due: Due,
  { result, cache }: Done,
): { readonly ok: true; readonly writes: readonly Write[] } | { readonly ok: false; readonly why: string } {
  const step = plan.flow.steps[due.step];
  if (cache !== undefined && before.folded.includes(`${due.step}:${cache.key}`)) return { ok: true, writes: [] };
  if (step?.kind === 'plan' && result.kind === 'plan') {
    const value = result.results.map((task) => ({ ...task }));
    const write: Write = { channel: step.channel, field: 'results', reducer: 'append', value };
    return { ok: true, writes: value.length === 0 ? [] : [write] };
  }
  const writes = step !== undefined && 'writes' in step ? step.writes : undefined;
  if (writes === undefined) return { ok: true, writes: [] };
  const output = outputOf(result);
  const value = (text: string) => evaluate(text, { ...expressionEnv(plan, before, due), output });
  return writesOf(plan.flow.channels, writes, output, value, due.step);
}

/** The end of an improve loop's round, where the step is its tail and leaves by its strong route. */
async function roundEnd(
  plan: Plan,
  io: RunIo,
  before: RunState,
  due: Due,
  { result }: Done,
  routed: Extract<Routed, { outcome: string; to: readonly string[] }>,
): Promise<readonly Decision[] | { readonly fails: string } | null> {
  const id = plan.innerOf.get(due.step) ?? '';
  const span = plan.improves[id];
  const state = before.improves[id];
  const step = plan.flow.steps[due.step];
  if (span === undefined || state?.status !== 'running' || span.loop.tail !== due.step || step === undefined)
    return null;
  const next = 'next' in step ? listOf(step.next) : [];
  if ('endsPass' in routed && routed.endsPass !== undefined) return null;
  if (routed.to.length !== next.length || routed.to.some((to, index) => to !== next[index])) return null;
  const loop = spanInForce(plan, io.state(), id, span.loop);
  const taken = loop.restoreBest === true ? await io.ports.workspace.snapshot() : null;
  const round = {
    output: outputOf(result),
    ok: held(result),
    confirmed: roundHeld(plan, before, span, due.step, result),
    tree: taken?.ok === true ? taken.tree : null,
  };
  const { events, restore } = scored({ id, loop, next }, state, round);
  if (restore === null) return events;
  // The tail is not to be played again on other files, where the run is cut off behind putting them back.
  io.record({ type: 'step.finished', ...scopeOf(plan, io, due), result });
  await io.flush();
  const put = await io.ports.workspace.restore(restore.tree);
  if (!put.ok) return { fails: `the files of round ${restore.round}, the best, could not be put back: ${put.why}` };
  return events.map((event) => (event.type === 'improve.ended' ? { ...event, restored: restore.round } : event));
}

/** Tails of groups whose condition is true on the state as it is behind these events. */
function exitsOf(plan: Plan, before: RunState, done: readonly Due[], events: readonly Decision[]): ReadonlySet<string> {
  const tails = Object.values(plan.groups).flatMap(({ loop }) =>
    loop.exitWhen !== undefined && done.some(({ step }) => step === loop.from)
      ? [[loop.from, loop.exitWhen] as const]
      : [],
  );
  if (tails.length === 0) return new Set();
  const flow = events.reduce<FlowState>((so, event) => foldFlowDecision(so, event, before.superStep + 1), before);
  const after: RunState = { ...before, ...flow };
  const env = expressionEnv(plan, after);
  return new Set(
    tails.flatMap(([tail, when]) => {
      const value = evaluate(when, env);
      return value.ok && value.value === true ? [tail] : [];
    }),
  );
}

/**
 * A step's own matter opens its latch with the step. In a loop's body the end of the pass says what clears; outside, the
 * step itself does when it is done again. A failure outside a loop has its route, or has failed the run: no latch.
 */
function latchEvents(plan: Plan, before: RunState, scope: StepScope, { result }: Done): readonly Decision[] {
  const { step, pass, loop = null } = scope;
  const found = stepMatter(step, result, plan.place).filter(({ cause }) => loop !== null || cause === 'void');
  const news = found.filter((latch) => isNews(before.ledger, latch));
  if (found.length > 0) return news.map((latch) => ({ type: 'latch.opened', loop, pass, latch }));
  if (loop !== null || !held(result)) return [];
  return openLatches(before)
    .filter((latch) => latch.step === step && latch.loop === null && latch.place === plan.place)
    .map((latch) => ({ type: 'latch.cleared', loop, pass, latch: latch.id, evidence: 'ran again, and only read' }));
}
