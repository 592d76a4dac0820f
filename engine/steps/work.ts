import type { StepOf } from '../flow/schema';
import type { JsonObject } from '../json';
import type { TurnResult } from '../ports';
import type { StepResult } from '../trace/result';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import { inputsDigest, takeTurn } from './turn';
import type { CheckedWork } from './workCheck';
import { evaluateCheck } from './workCheck';

export type WorkResult = Extract<StepResult, { kind: 'work' }>;

/**
 * A work step: a turn that produces an artifact, and the check that the engine makes of it.
 *
 * R1 It is tried `attempts` times; each try that did not do is told to the next.
 * R2 A turn that is not `ok` has not done, whatever it says.
 * R3 Whether the flow goes on is not for the step to say: only a named branch of its own routes is read.
 */
export async function work(step: StepOf<'work'>, context: StepContext): Promise<WorkResult | typeof CANCELLED> {
  const attempts = step.attempts ?? 1;
  const inputs = inputsDigest(context, step);
  const failures = [...(context.doing?.failures ?? [])];
  let before = context.doing?.before ?? null;
  let last: { turn: TurnResult; reason: string; check: CheckedWork; changed: readonly string[] } | undefined;
  for (let attempt = failures.length + 1; attempt <= attempts; attempt++) {
    const end = await takeTurn(context, {
      worker: step.worker,
      kind: 'work',
      task: step.prompt,
      access: step.access ?? 'write',
      timeout: step.timeout,
      outputSchema: step.output ?? branchSchema(step),
      ...(step.branches === undefined ? {} : { branches: Object.keys(step.branches) }),
      answer: branchAnswer(step),
      failures,
      attempt,
      before,
      inputs,
    });
    if (end.end === CANCELLED) return CANCELLED;
    if (end.end === 'withheld') {
      const reason = `its worker was not started: ${end.bound}`;
      return { kind: 'work', ok: false, withheld: true, reason, output: null, changed: [], attempts: attempt - 1 };
    }
    before = end.before;
    const check = await evaluateCheck(step, context, end);
    if (check === CANCELLED) return CANCELLED;
    context.record({ type: 'check.evaluated', ...context.scope, attempt, ok: check.ok, terms: check.terms });
    if (check.ok) {
      return {
        kind: 'work',
        ok: true,
        output: outputOf(end.turn),
        ...(end.turn.branch === undefined ? {} : { branch: end.turn.branch }),
        changed: end.changed,
        attempts: attempt,
      };
    }
    const reason = check.terms.flatMap((term) => (term.ok ? [] : [term.reason])).join('; ');
    context.record({ type: 'step.failed', ...context.scope, attempt, reason });
    failures.push(reason);
    last = { turn: end.turn, reason, check, changed: end.changed };
  }
  const changed = last?.changed ?? context.doing?.changed ?? [];
  return {
    kind: 'work',
    ok: false,
    reason: last?.reason ?? failures.at(-1) ?? 'it did not hold',
    output: last === undefined ? null : outputOf(last.turn),
    ...(last?.check.claim === undefined
      ? {}
      : { claim: last.check.claim, unchanged: last.check.unchanged.slice(0, 50) }),
    changed,
    attempts,
  };
}

const KEPT_OUTPUT = 16_000;

const outputOf = (turn: TurnResult) => turn.structured ?? turn.text.slice(0, KEPT_OUTPUT);

/** A worker that may choose a branch needs a place to say so; the strong route needs no word. */
function branchSchema(step: StepOf<'work'>): JsonObject | undefined {
  if (step.branches === undefined) return undefined;
  return {
    type: 'object',
    properties: { branch: { enum: [...Object.keys(step.branches), null] } },
    required: ['branch'],
  };
}

const branchAnswer = (step: StepOf<'work'>): string =>
  step.branches === undefined
    ? ''
    : `Name one of these in "branch" of your answer to go there, or null to go on: ${Object.keys(step.branches).join(', ')}.`;
