import type { StepOf } from '../flow/schema';
import type { JsonObject } from '../json';
import { listed } from '../loops/guard';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import type { Opinion } from './gateVerdict';
import { noVerdict, readVerdict } from './gateVerdict';
import { inputsDigest, takeTurn } from './turn';

/**
 * Asks a worker for its verdict. An attempt that gives none is told to the next. Among several evaluators each has
 * numbers of its own for its attempts, and begins anew after a crash: what the others said before is not known then.
 */
export async function askGate(
  step: StepOf<'gate'>,
  context: StepContext,
  evaluator: { readonly worker: string; readonly prompt?: string | undefined },
  place: { readonly index: number; readonly alone: boolean },
): Promise<Opinion | typeof CANCELLED> {
  const attempts = step.attempts ?? 1;
  const doing = place.alone ? context.doing : null;
  const failures = [...(doing?.failures ?? [])];
  let before = doing?.before ?? null;
  for (let attempt = failures.length + 1; attempt <= attempts; attempt++) {
    const number = place.index * attempts + attempt;
    const end = await takeTurn(context, {
      worker: evaluator.worker,
      kind: 'gate',
      task: evaluator.prompt ?? 'Judge whether the work, as it is now, is good enough to go on with.',
      access: 'read',
      timeout: step.timeout,
      outputSchema: VERDICT_SCHEMA,
      answer: ANSWER,
      failures,
      attempt: number,
      before,
      inputs: inputsDigest(context, step),
    });
    if (end.end === CANCELLED) return CANCELLED;
    if (end.end === 'withheld') {
      const { failed, ...none } = noVerdict(`its worker was not started: ${end.bound}`);
      return { ...none, withheld: true };
    }
    before = end.before;
    if (end.changed.length > 0) {
      const reason = `files changed while it judged, so its verdict is void: ${listed(end.changed, 10)}`;
      return { read: 'void', score: null, reasons: [reason], feedback: '', changed: end.changed };
    }
    const { turn } = end;
    const verdict = turn.status === 'ok' ? readVerdict(turn.structured) : `${turn.status}: ${turn.why ?? ''}`;
    if (typeof verdict !== 'string') return verdict;
    const reason = `no verdict: ${verdict}`;
    context.record({ type: 'step.failed', ...context.scope, attempt: number, reason });
    failures.push(reason);
  }
  return noVerdict(failures.at(-1) ?? 'no verdict');
}

const ANSWER = [
  'Change nothing. Answer with a JSON object: "passed" (true only if it is good enough, else false), "score" (a number,',
  'where you give one), "reasons" (a list of your findings) and "feedback" (what is to be done about them).',
].join(' ');

const VERDICT_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    passed: { type: 'boolean' },
    score: { type: 'number' },
    reasons: { type: 'array', items: { type: 'string' } },
    feedback: { type: 'string' },
  },
  required: ['passed', 'reasons'],
};
