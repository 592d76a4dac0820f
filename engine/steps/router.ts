import type { ExpressionEnv } from '../flow/expression';
import { evaluate } from '../flow/expression';
import type { StepOf } from '../flow/schema';
import type { StepResult } from '../trace/result';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import { reconfigureOf } from './reconfigure';
import { inputsDigest, takeTurn } from './turn';

export type RouterResult = Extract<StepResult, { kind: 'router' }>;

/**
 * Decides and does no work: the first case that is true, else what its worker chooses among the branches, else `else`.
 * A condition that cannot be evaluated is not true, and says why. `to` null: no route.
 */
export async function router(
  step: StepOf<'router'>,
  context: StepContext,
  env: ExpressionEnv,
): Promise<RouterResult | typeof CANCELLED> {
  const failed: string[] = [];
  for (const { when, to } of step.cases ?? []) {
    const value = evaluate(when, env);
    if (value.ok && value.value === true) return { kind: 'router', to, why: when, changed: [] };
    if (!value.ok) failed.push(`${when}: ${value.why}`);
  }
  const chosen = step.worker === undefined ? undefined : await choose(step, step.worker, context);
  if (chosen === CANCELLED) return CANCELLED;
  if (chosen !== undefined && chosen.to !== null) return chosen;
  if (chosen !== undefined) return { ...chosen, to: step.else ?? null };
  return { kind: 'router', to: step.else ?? null, why: failed.join('; ') || 'no case is true', changed: [] };
}

async function choose(
  step: StepOf<'router'>,
  worker: string,
  context: StepContext,
): Promise<RouterResult | typeof CANCELLED> {
  const branches = step.branches ?? {};
  const names = Object.keys(branches);
  const attempts = step.attempts ?? 1;
  const failures = [...(context.doing?.failures ?? [])];
  let before = context.doing?.before ?? null;
  for (let attempt = failures.length + 1; attempt <= attempts; attempt++) {
    const end = await takeTurn(context, {
      worker,
      kind: 'router',
      task: step.prompt ?? 'Choose where the flow goes next.',
      access: 'read',
      timeout: step.timeout,
      branches: names,
      outputSchema: { type: 'object', properties: { branch: { enum: names } }, required: ['branch'] },
      answer: `Change nothing. Answer with a JSON object whose "branch" is one of: ${names.join(', ')}.`,
      failures,
      attempt,
      before,
      inputs: inputsDigest(context, step),
    });
    if (end.end === CANCELLED) return CANCELLED;
    if (end.end === 'withheld') {
      const why = `its worker was not started: ${end.bound}`;
      return { kind: 'router', to: null, why, changed: [], withheld: true };
    }
    before = end.before;
    const { turn, changed } = end;
    if (changed.length > 0) {
      const why = 'files changed while it chose: its choice is void';
      return { kind: 'router', to: null, why, changed };
    }
    const branch = turn.branch ?? '';
    const to = Object.hasOwn(branches, branch) ? branches[branch] : undefined;
    if (turn.status === 'ok' && to !== undefined) {
      const reconfigure = reconfigureOf(turn.structured);
      const why = `its worker chose ${branch}`;
      return { kind: 'router', to, why, changed, ...(reconfigure === undefined ? {} : { reconfigure }) };
    }
    const reason =
      turn.status === 'ok'
        ? `it chose "${branch}", which is none of ${names.join(', ')}`
        : `${turn.status}: ${turn.why ?? ''}`;
    context.record({ type: 'step.failed', ...context.scope, attempt, reason });
    failures.push(reason);
  }
  const why = failures.at(-1) ?? 'no choice';
  return { kind: 'router', to: null, why, changed: [], failed: why };
}
