import { ConvergeError } from '../failure';
import { durationMs } from '../flow/duration';
import type { JsonObject } from '../json';
import { canonicalJson } from '../json';
import { left, spendBound } from '../loops/bounds';
import type { TreeId, Turn, TurnResult, Worker, WorkerRole } from '../ports';
import type { ExitReason } from '../trace/decision';
import { checkRunner, checkTexts } from './checks';
import { isOver, timeLeft } from './command';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import { promptText } from './prompt';
import { recordEnd, recordStart } from './recordTree';

/** What a step wants of a worker. */
export interface TurnWish {
  readonly worker: string;
  readonly kind: WorkerRole;
  readonly task: string;
  readonly access: 'read' | 'write';
  readonly timeout: string | undefined;
  readonly outputSchema?: JsonObject | undefined;
  readonly branches?: readonly string[];
  /** What the answer must be, in words. */
  readonly answer: string;
  readonly failures: readonly string[];
  readonly attempt: number;
  readonly before: TreeId | null;
  /** Digest of everything the visit was given. */
  readonly inputs: string;
}

export type TurnEnd =
  | {
      readonly end: 'done';
      readonly turn: TurnResult;
      readonly before: TreeId | null;
      readonly after: TreeId | null;
      readonly changed: readonly string[];
    }
  /** A bound stood in the way: no worker was started. */
  | { readonly end: 'withheld'; readonly bound: ExitReason }
  | { readonly end: typeof CANCELLED };

const DEFAULT_TURN_MS = 30 * 60_000;
const IDLE_MS = 10 * 60_000;
const OUTPUT_BYTES = 64 * 1024 * 1024;
const KEPT_TEXT = 2000;

/** One worker turn: bounds first, the files before and after, the turn and what it cost as facts. */
export async function takeTurn(context: StepContext, wish: TurnWish): Promise<TurnEnd> {
  const { scope, ports } = context;
  const bound = spendBound(context.spend(), context.caps.spendCap, context.caps.budget);
  if (bound !== null) return { end: 'withheld', bound };
  const worker = ports.worker(wish.worker, wish.kind);
  if (worker === undefined) {
    const advice = `Add it to "workers" in the flow, or to the settings.`;
    throw new ConvergeError(
      'worker-unknown',
      `Step "${scope.step}" names the worker "${wish.worker}", which nobody knows. ${advice}`,
    );
  }
  const before = wish.before ?? (await recordStart(context));
  const limits = left(context.spend(), context.caps.spendCap, context.caps.budget);
  const turn = turnOf(context, wish, limits);
  const reserved = {
    ...(worker.free === true ? { usd: 0, tokens: 0 } : {}),
    ...(limits.usd !== undefined && worker.holds?.includes('usd') ? { usd: limits.usd } : {}),
    ...(limits.tokens !== undefined && worker.holds?.includes('tokens') ? { tokens: limits.tokens } : {}),
  };
  context.record({
    type: 'step.started',
    ...scope,
    kind: wish.kind,
    attempt: wish.attempt,
    inputs: wish.inputs,
    worker: wish.worker,
    ...(Object.keys(reserved).length > 0 ? { reserved } : {}),
  });
  await context.flush();
  const check = turn.checks === undefined ? {} : { check: checkRunner(context, wish.attempt) };
  const answer = context.answer === undefined ? {} : { answer: context.answer };
  const result = await worker.run(turn, { stop: context.stop, ...check, ...answer });
  recordTurn(context, wish, worker, result);
  // What was paid for must not be forgotten by a crash during what follows.
  if (result.usage.state !== 'free') await context.flush();
  if (result.broken !== undefined) {
    const why = result.why ?? 'its worker broke';
    throw new ConvergeError('handler-failed', `Step "${scope.step}": ${why}`, result.broken);
  }
  // The run's own time ended it: that is no failure of the worker.
  if (result.status === 'timed-out' && isOver(context)) return { end: CANCELLED };
  if (result.status === 'cancelled') return { end: CANCELLED };
  if (result.status === 'not-started') {
    throw new ConvergeError(
      'program-missing',
      result.why ?? `The program of worker "${wish.worker}" could not be started.`,
    );
  }
  const after = await recordEnd(context, before);
  return { end: 'done', turn: result, before, after: after.tree, changed: after.changed };
}

function recordTurn(context: StepContext, wish: TurnWish, worker: Worker, result: TurnResult): void {
  context.record({
    type: 'worker.turn',
    ...context.scope,
    attempt: wish.attempt,
    worker: wish.worker,
    use: worker.use,
    ...(worker.model === undefined ? {} : { model: worker.model }),
    status: result.status,
    ...(result.why === undefined ? {} : { why: result.why }),
    usage: result.usage,
    ...(result.claims === undefined ? {} : { claims: result.claims }),
    denials: result.denials,
    text: result.text.slice(0, KEPT_TEXT),
    ...(result.structured === undefined ? {} : { structured: result.structured }),
    ...(result.branch === undefined ? {} : { branch: result.branch }),
    exit: result.exit,
    ...(result.session === undefined ? {} : { session: result.session }),
    log: result.log,
    durationMs: result.durationMs,
  });
}

function turnOf(
  context: StepContext,
  wish: TurnWish,
  limits: { readonly usd?: number; readonly tokens?: number },
): Turn {
  const { scope, ports } = context;
  const place = context.within === '' ? '' : `${context.within}/`;
  const key = `${context.run}/${place}${scope.step}/${scope.visit}/${wish.attempt}`;
  const checks = checkTexts(context);
  const prompt = promptText({
    goal: context.goal,
    task: wish.task,
    reads: context.reads,
    notes: context.notes,
    steers: context.steers,
    failures: wish.failures,
    pass: scope.pass,
    loops: context.loops,
    effectKey: context.effectKey,
    frozen: wish.access === 'write' ? context.frozen : [],
    answer: wish.answer,
    digest: ports.digest,
    key,
  });
  return {
    key,
    prompt,
    request: {
      goal: context.goal,
      prompt: wish.task,
      reads: context.reads,
      step: scope.step,
      key,
      pass: scope.pass,
      attempt: wish.attempt,
      visit: scope.visit,
      notes: [...context.steers, ...context.notes],
      workspace: ports.workspace.root,
      ...(wish.branches === undefined ? {} : { branches: wish.branches }),
      ...context.extra,
      ...(context.effectKey === undefined ? {} : { effectKey: context.effectKey }),
      ...(Object.keys(context.loops).length === 0 ? {} : { loops: context.loops }),
    },
    cwd: ports.workspace.root,
    access: wish.access,
    ...(wish.outputSchema === undefined ? {} : { outputSchema: wish.outputSchema }),
    ...(checks.length > 0 && wish.access === 'write' ? { checks } : {}),
    limits: {
      wallMs: timeLeft(context, durationMs(wish.timeout ?? '') ?? DEFAULT_TURN_MS),
      idleMs: IDLE_MS,
      outputBytes: OUTPUT_BYTES,
      ...(limits.usd === undefined ? {} : { maxUsd: limits.usd }),
      ...(limits.tokens === undefined ? {} : { maxTokens: limits.tokens }),
    },
  };
}

/** Digest of what a visit is given and of the step as it is defined: after a crash the same is not asked twice. */
export const inputsDigest = (context: StepContext, step: { readonly kind: string }): string =>
  context.ports.digest(
    canonicalJson({
      step: JSON.parse(JSON.stringify(step)),
      goal: context.goal,
      reads: context.reads,
      item: context.extra.item ?? null,
      task: context.extra.task ?? null,
      notes: context.notes,
      steers: context.steers,
      pass: context.scope.pass,
      visit: context.scope.visit,
    }),
  );
