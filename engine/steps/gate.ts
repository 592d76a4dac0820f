import type { ExpressionEnv } from '../flow/expression';
import { evaluate } from '../flow/expression';
import type { Evaluator, StepOf } from '../flow/schema';
import type { CommandEvidence, StepResult, Verdict } from '../trace/result';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import { commandsOpinion, runGateCommands } from './gateCommands';
import type { Opinion } from './gateVerdict';
import { noVerdict, together } from './gateVerdict';
import { askGate } from './gateWorker';
import { inputsDigest } from './turn';

export type GateResult = Extract<StepResult, { kind: 'gate' }>;

type SimpleEvaluator = Exclude<Evaluator, { all: unknown }>;

/**
 * A gate gives a verdict and does no work.
 *
 * R1 A worker passes with the boolean true at `passed` and nothing else, commands with clean evidence, a condition with the
 *    boolean true.
 * R2 Of several evaluators all are asked, one after another, so that whoever revises hears of everything; all must pass.
 * R3 An evaluator that gives no verdict does not pass. A worker that gives none is asked again, `attempts` times in all.
 * R4 A worker may only read: where files changed meanwhile its verdict is void. What commands write is theirs.
 */
export async function gate(
  step: StepOf<'gate'>,
  context: StepContext,
  env: ExpressionEnv,
): Promise<GateResult | typeof CANCELLED> {
  const { evaluator } = step;
  const evaluators: readonly SimpleEvaluator[] = 'all' in evaluator ? evaluator.all : [evaluator];
  const opinions: Opinion[] = [];
  const commands: CommandEvidence[] = [];
  for (const [index, each] of evaluators.entries()) {
    const opinion = await opinionOf(step, context, env, each, { index, alone: evaluators.length === 1, commands });
    if (opinion === CANCELLED) return CANCELLED;
    opinions.push(opinion);
    if (opinion.withheld) break;
  }
  return { kind: 'gate', ...together(opinions), commands };
}

interface Place {
  readonly index: number;
  readonly alone: boolean;
  /** Of the evaluators before it; it adds its own. */
  readonly commands: CommandEvidence[];
}

async function opinionOf(
  step: StepOf<'gate'>,
  context: StepContext,
  env: ExpressionEnv,
  evaluator: SimpleEvaluator,
  { index, alone, commands }: Place,
): Promise<Opinion | typeof CANCELLED> {
  if ('worker' in evaluator) return askGate(step, context, evaluator, { index, alone });
  const inputs = inputsDigest(context, step);
  if (index === 0) context.record({ type: 'step.started', ...context.scope, kind: 'gate', attempt: 1, inputs });
  if ('when' in evaluator) return conditionOpinion(evaluator.when, env);
  const ran = await runGateCommands(context, evaluator.commands, commands.length);
  if (ran === CANCELLED) return CANCELLED;
  commands.push(...ran);
  return commandsOpinion(ran);
}

function conditionOpinion(when: string, env: ExpressionEnv): Opinion {
  const value = evaluate(when, env);
  if (!value.ok) return noVerdict(`the condition ${when} cannot be evaluated: ${value.why}`);
  if (typeof value.value !== 'boolean') {
    return noVerdict(`the condition ${when} gives ${JSON.stringify(value.value).slice(0, 100)}, not true or false`);
  }
  const read = value.value ? 'passed' : 'failed';
  return { read, score: null, reasons: [`${when} is ${value.value}`], feedback: '', changed: [] };
}

/** What a gate knows of its last visit. */
export interface GateBefore {
  readonly attempts: number;
  readonly decision: 'passed' | 'failed' | 'escalated';
}

export interface GateDecision {
  /** Visits since it was entered anew, this one included. */
  readonly attempts: number;
  readonly decision: GateBefore['decision'];
  readonly to: readonly string[];
}

const DEFAULT_MAX_ATTEMPTS = 3;

/**
 * Where a verdict leads. A gate that let something through, or gave up, is entered anew by its next visit. The last visit
 * escalates, unless it passes. Not for a verdict that was withheld: nothing was decided then.
 */
export function decideGate(
  step: StepOf<'gate'>,
  before: GateBefore | undefined,
  verdict: Pick<Verdict, 'read'>,
): GateDecision {
  const attempts = before?.decision === 'failed' ? before.attempts + 1 : 1;
  if (verdict.read === 'passed') {
    return { attempts, decision: 'passed', to: typeof step.next === 'string' ? [step.next] : step.next };
  }
  if (attempts >= (step.maxAttempts ?? DEFAULT_MAX_ATTEMPTS)) {
    return { attempts, decision: 'escalated', to: [step.routes.escalate] };
  }
  return { attempts, decision: 'failed', to: [step.routes.revise] };
}
