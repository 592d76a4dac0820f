import type { Step } from '../flow/schema';
import { spendBound } from '../loops/bounds';
import type { PersonAnswer } from '../ports';
import type { StepContext } from '../steps/context';
import type { Decision } from '../trace/decision';
import type { Due } from '../trace/scope';
import type { Plan } from './plan';
import type { RunState } from './state';
import { askId } from './state';
import { roleOfStep, workerNamesOf } from './whoDoes';

/**
 * A step whose worker is a person parks like a question, and goes on with the answer as its turn.
 *
 * R1 It is asked once for each visit: another attempt is told the same answer.
 * R2 What can be answered follows from the kind of step; a text may be given with it.
 * R3 A worker that is not ready until a person does something parks too, with its reason as the question. It is asked for
 *    once for each visit; the answer is taken as "try again".
 * R4 Where a bound keeps every turn from starting, nobody is asked.
 */
export type PersonTask =
  | { readonly asks: false; readonly answer?: PersonAnswer }
  | { readonly asks: true; readonly events: readonly Decision[] };

export async function personTask(
  plan: Plan,
  before: RunState,
  due: Due,
  step: Step,
  context: StepContext,
): Promise<PersonTask> {
  const [name, ...others] = workerNamesOf(step);
  if (name === undefined || others.length > 0) return { asks: false };
  const worker = context.ports.worker(name, roleOfStep(step));
  if (worker?.person !== true && worker?.ready === undefined) return { asks: false };
  if (spendBound(context.spend(), context.caps.spendCap, context.caps.budget) !== null) return { asks: false };
  const ask = askId(plan.within, due.step, due.visit);
  const known = before.asks[ask];
  if (worker.ready !== undefined) {
    // Whoever says "again" sees to it that it can be asked: the turn itself tells where it cannot.
    if (known !== undefined) return known.answer === null ? { asks: true, events: [] } : { asks: false };
    const why = await worker.ready();
    if (why === null) return { asks: false };
    const { step: of, visit } = due;
    return { asks: true, events: [{ type: 'ask.opened', ask, step: of, visit, question: why, choices: ['again'] }] };
  }
  if (known === undefined) {
    const question = questionOf(step);
    const choices = choicesOf(step);
    return { asks: true, events: [{ type: 'ask.opened', ask, step: due.step, visit: due.visit, question, choices }] };
  }
  if (known.answer === null) return { asks: true, events: [] };
  return { asks: false, answer: { choice: known.answer, text: known.text ?? '' } };
}

function questionOf(step: Step): string {
  if (step.kind === 'gate' && 'worker' in step.evaluator && step.evaluator.prompt !== undefined)
    return step.evaluator.prompt;
  if ('prompt' in step && step.prompt !== undefined) return step.prompt;
  return QUESTIONS[roleOfStep(step)];
}

const QUESTIONS = {
  work: 'Is it done?',
  judge: 'Is the goal met in the workspace as it is now?',
  gate: 'Is the work, as it is now, good enough to go on with?',
  router: 'Where does it go on?',
} as const;

function choicesOf(step: Step): readonly string[] {
  switch (roleOfStep(step)) {
    case 'judge':
      return ['met', 'not-met'];
    case 'gate':
      return ['passed', 'revise'];
    case 'router':
      return step.kind === 'router' ? Object.keys(step.branches ?? {}) : [];
    case 'work':
      return ['done', 'failed'];
  }
}
