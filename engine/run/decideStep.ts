import { evaluate } from '../flow/expression';
import { writesOf } from '../loops/channels';
import { held } from '../loops/stepMatter';
import { decideGate } from '../steps/gate';
import type { Decision, Write } from '../trace/decision';
import type { Due } from '../trace/scope';
import type { Done } from './carried';
import type { RunIo } from './io';
import type { Plan } from './plan';
import { expressionEnv, outputOf } from './reads';
import { roundEnd } from './round';
import type { Routed } from './routes';
import { routeOf } from './routes';
import type { RunState } from './state';
import { scopeOf } from './stepContext';
import { capsEvents, latchEvents } from './stepEvents';

export type StepEnd = { readonly fails: string } | { readonly stays: boolean; readonly events: readonly Decision[] };

/** What a step's result decides, in the order in which it is to be read. */
export async function decideStep(plan: Plan, io: RunIo, before: RunState, due: Due, done: Done): Promise<StepEnd> {
  const step = plan.flow.steps[due.step];
  if (step === undefined) return { stays: true, events: [] };
  const scope = scopeOf(plan, io, due);
  const { result, cache } = done;
  const gate =
    step.kind === 'gate' && result.kind === 'gate' && result.withheld !== true
      ? decideGate(step, before.gates[due.step], result)
      : null;
  let routed: Routed =
    gate === null ? routeOf(due.step, step, result, scope.loop !== undefined) : { outcome: gate.decision, to: gate.to };
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
