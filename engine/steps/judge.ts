import type { StepOf } from '../flow/schema';
import type { JsonObject } from '../json';
import { noJudgment, readJudgment } from '../loops/judgment';
import type { TurnResult } from '../ports';
import type { Judgment, StepResult } from '../trace/result';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import { inputsDigest, takeTurn } from './turn';

export type JudgeResult = Extract<StepResult, { kind: 'judge' }>;

/**
 * A judge proposes. A turn that fails is tried again; one that answers is taken as it answered, however badly.
 * Its turn may only read: where files changed meanwhile, what it said is void.
 */
export async function judge(step: StepOf<'judge'>, context: StepContext): Promise<JudgeResult | typeof CANCELLED> {
  const attempts = step.attempts ?? 1;
  const inputs = inputsDigest(context, step);
  const failures = [...(context.doing?.failures ?? [])];
  let before = context.doing?.before ?? null;
  let changed: readonly string[] = [];
  for (let attempt = failures.length + 1; attempt <= attempts; attempt++) {
    const end = await takeTurn(context, {
      worker: step.worker,
      kind: 'judge',
      task: step.prompt ?? 'Judge whether the goal is met in the workspace as it is now.',
      access: 'read',
      timeout: step.timeout,
      outputSchema: JUDGMENT_SCHEMA,
      answer: ANSWER,
      failures,
      attempt,
      before,
      inputs,
    });
    if (end.end === CANCELLED) return CANCELLED;
    if (end.end === 'withheld') {
      return { kind: 'judge', judgment: noJudgment(`the judge was not asked: ${end.bound}`), changed };
    }
    before = end.before;
    changed = end.changed;
    if (end.turn.status === 'ok')
      return { kind: 'judge', judgment: voided(readJudgment(end.turn.structured, end.turn.text), changed), changed };
    const reason = unusable(end.turn);
    context.record({ type: 'step.failed', ...context.scope, attempt, reason });
    failures.push(reason);
  }
  const judgment: Judgment = { read: 'unreadable', found: failures.at(-1) ?? 'no answer', lesson: '', marker: null };
  return { kind: 'judge', judgment, changed, failed: judgment.found };
}

const voided = (judgment: Judgment, changed: readonly string[]): Judgment =>
  changed.length === 0
    ? judgment
    : { ...judgment, read: 'void', found: `${judgment.found}; but files changed while it judged`, marker: null };

const unusable = (turn: TurnResult): string => `${turn.status}: ${turn.why ?? 'no reason was given'}`;

const ANSWER = [
  'Change nothing. Answer with a JSON object: "goalMet" (true only if the goal is met, else false),',
  '"lesson" (a short lesson for the next pass), and "marker" (a value that changes when progress was made).',
].join(' ');

const JUDGMENT_SCHEMA: JsonObject = {
  type: 'object',
  properties: { goalMet: { type: 'boolean' }, lesson: { type: 'string' }, marker: {} },
  required: ['goalMet', 'lesson'],
};
