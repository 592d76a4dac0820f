import { ConvergeError } from '../failure';
import type { ExpressionEnv } from '../flow/expression';
import { evaluate } from '../flow/expression';
import type { Flow, StepOf } from '../flow/schema';
import type { Json, JsonObject } from '../json';
import { initialChannels, readChannels } from '../loops/channels';
import { CANCELLED } from '../steps/context';
import type { StepResult } from '../trace/result';
import type { Due, StepScope } from '../trace/scope';
import { childPath } from '../trace/scope';
import type { Carried } from './carried';
import { done } from './carried';
import { inputsOf } from './inputs';
import type { RunIo } from './io';
import { ioWithin } from './io';
import type { Around, Plan } from './plan';
import { calledAt, planOf } from './plan';
import { caps, deadlineOf } from './raised';
import type { Extra } from './reads';
import { expressionEnv } from './reads';
import type { RunState } from './state';

/**
 * Runs another flow inside this run: the same trace, ledger and spend; its own steps, loops and counters, anew each call.
 * A called flow that waits lets its caller wait.
 */
export async function callFlow(
  plan: Plan,
  io: RunIo,
  before: RunState,
  visit: { readonly due: Due; readonly scope: StepScope; readonly extra: Extra },
  step: StepOf<'call'>,
): Promise<Carried> {
  const { due, scope, extra } = visit;
  const found = io.ports.flow(step.flow);
  if (found === undefined) {
    throw new ConvergeError('flow-unreadable', `Step "${due.step}" calls the flow "${step.flow}", which is not known.`);
  }
  const path = childPath(plan.within, due.step, due.visit);
  if (io.root().children[path] === undefined) {
    const given = inputOf(step, expressionEnv(plan, before, due, extra));
    const inputs = given.ok ? inputsOf(found.flow, given.value) : given;
    if (!inputs.ok) return done(failed(inputs.why));
    io.record({
      type: 'call.started',
      ...scope,
      path,
      flow: { id: found.flow.id, hash: found.hash },
      goal: found.flow.goal ?? before.head?.goal ?? '',
      start: typeof found.flow.start === 'string' ? [found.flow.start] : found.flow.start,
      inputs: inputs.value,
      channels: initialChannels(found.flow.channels),
    });
  }
  const child = calledAt(planFor(found.flow), path, aroundOf(plan, before, scope));
  const ports = found.worker === undefined ? io.ports : { ...io.ports, worker: found.worker };
  const inside = ioWithin({ ...io, ports }, path);
  const came = await io.advance(child, inside);
  switch (came) {
    case 'parked':
      return { did: 'parked', events: [] };
    case 'yield':
      return { did: 'yield' };
    case 'ended':
      return ended(child, inside.state(), step);
    default:
      return CANCELLED;
  }
}

function ended(child: Plan, state: RunState, step: StepOf<'call'>): Carried {
  const { end } = state;
  if (end === null) return done({ ...failed('a bound around the call lets no worker start'), withheld: true });
  if (end.outcome === 'cancelled') return CANCELLED;
  const output = outputOfCall(child, state, step);
  if (!output.ok) return done(failed(output.why));
  const { outcome, reason, confirmed, why } = end;
  const stop = outcome === 'stopped' && reason !== null ? { reason } : {};
  return done({ kind: 'call', outcome, ...stop, confirmed, output: output.value, why });
}

/** What the call gives back: `output` over the called flow's state, or all of its channels. */
function outputOfCall(
  child: Plan,
  state: RunState,
  step: StepOf<'call'>,
): { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: string } {
  if (step.output === undefined) return { ok: true, value: readChannels(child.flow.channels, state.channels) };
  const value = evaluate(step.output, expressionEnv(child, state));
  return value.ok ? value : { ok: false, why: `its output cannot be told: ${value.why}` };
}

function inputOf(
  step: StepOf<'call'>,
  env: ExpressionEnv,
): { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly why: string } {
  const inputs: Record<string, Json> = {};
  for (const [name, text] of Object.entries(step.input ?? {})) {
    const value = evaluate(text, env);
    if (!value.ok) return { ok: false, why: `its input "${name}" cannot be told: ${value.why}` };
    inputs[name] = value.value;
  }
  return { ok: true, value: inputs };
}

/** What bounds the caller bounds the called. */
export function aroundOf(plan: Plan, state: RunState, scope: Pick<StepScope, 'loop'>): Around {
  const { spendCap, budget } = caps(plan, state, scope.loop);
  const least = (a: number | undefined, b: number | undefined) =>
    a === undefined ? b : b === undefined ? a : Math.min(a, b);
  return {
    usd: least(spendCap.usd, budget.usd),
    tokens: least(spendCap.tokens, budget.tokens),
    deadline: deadlineOf(plan, state),
  };
}

const plans = new WeakMap<Flow, Plan>();

/** The plan of a flow, made once. */
export function planFor(flow: Flow): Plan {
  const known = plans.get(flow) ?? planOf(flow);
  plans.set(flow, known);
  return known;
}

const failed = (why: string): Extract<StepResult, { kind: 'call' }> => ({
  kind: 'call',
  outcome: 'failed',
  confirmed: 'none',
  output: null,
  why,
});
