import { ConvergeError } from '../failure';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import type { Doing } from './doing';
import type { EffectClaim } from './effectClaim';
import { claimEffect } from './effectClaim';
import { effectNamespace } from './effectMarker';
import { keyOf } from './key';
import { recordStart } from './recordTree';
import type { WorkResult } from './work';

/**
 * Guards an effect outside: claim, run, commit.
 *
 * R1 The claim is durable before the effect begins, the commit behind its end. What is done is never done again: its
 *    stored result comes back.
 * R2 A claim without a commit is an effect in doubt, whoever left it: a run that died, this very run before it was
 *    resumed, another that is still at it, an attempt before this one. The policy `onIncomplete` says what follows.
 * R3 A failure proves nothing: the claim stays and the next attempt meets R2, unless the author says `release`.
 *    A stop in the middle is a crash: the claim stays.
 * R4 Where no turn was started, nothing can have happened: a claim that was made for it is given back.
 */
export async function withEffect(
  guarded: GuardedEffect,
  run: (context: StepContext, attempts: number) => Promise<WorkResult | typeof CANCELLED>,
): Promise<WorkResult | typeof CANCELLED> {
  const { context, flow, attempts } = guarded;
  const { ports, scope } = context;
  const place = {
    namespace: effectNamespace(flow, scope.step),
    key: keyOf({ flow, step: scope.step, key: guarded.key }, ports.digest),
    label: guarded.key.slice(0, MOST_LABEL),
  };
  const failures = [...(context.doing?.failures ?? [])];
  let before = context.doing?.before ?? null;
  let last: WorkResult | null = null;
  for (;;) {
    if (context.stop.wanted() === 'now') return CANCELLED;
    const inside = () => ({ ...context, effectKey: place.key, doing: doingOf(context, failures, before) });
    // All attempts were made before an interruption: only their result is asked for.
    if (failures.length >= attempts) return run(inside(), attempts);
    const claim = await claimEffect(context, place, guarded.effect.onIncomplete ?? 'error');
    if (claim.may === 'return') return behind(last, failures, claim.result);
    before ??= await recordStart(context);
    const came = await held(claim, guarded, () => run(inside(), failures.length + 1));
    if (came === CANCELLED || came.ok || came.withheld === true) return came;
    if (failures.push(came.reason ?? 'it did not hold') >= attempts) return came;
    last = came;
  }
}

export interface GuardedEffect {
  readonly effect: {
    readonly onIncomplete?: 'error' | 'rerun' | 'skip' | undefined;
    readonly onError?: 'keep' | 'release' | undefined;
  };
  /** What names the one effect in its flow and step. */
  readonly key: string;
  /** The flow's id. */
  readonly flow: string;
  readonly attempts: number;
  readonly context: StepContext;
}

const MOST_LABEL = 200;

/** One attempt under a claim, and what becomes of the claim. */
async function held(
  claim: Extract<EffectClaim, { may: 'run' }>,
  { effect, context }: GuardedEffect,
  run: () => Promise<WorkResult | typeof CANCELLED>,
): Promise<WorkResult | typeof CANCELLED> {
  let started = false;
  try {
    await context.flush();
    started = true;
    const came = await claim.whileBeating(run);
    if (came === CANCELLED) return came;
    if (came.ok) await claim.commit(came);
    else if (came.withheld === true) await claim.giveBack();
    else if (effect.onError === 'release') await claim.release();
    return came;
  } catch (error) {
    // What went wrong is told, not that the claim could not be undone: then it stays, which is safe.
    if (!started || isNotStarted(error)) await claim.giveBack().catch(() => undefined);
    else if (effect.onError === 'release') await claim.release().catch(() => undefined);
    throw error;
  }
}

const isNotStarted = (error: unknown): boolean =>
  error instanceof ConvergeError && (error.code === 'program-missing' || error.code === 'worker-unknown');

/** What was seen of attempts before this one is not forgotten by how the effect ends. */
function behind(last: WorkResult | null, failures: readonly string[], result: WorkResult): WorkResult {
  if (last === null) return result;
  const reason = result.reason === undefined ? {} : { reason: `${failures.at(-1)}; ${result.reason}` };
  const claim = result.ok || last.claim === undefined ? {} : { claim: last.claim };
  return { ...result, ...reason, ...claim, changed: last.changed, attempts: last.attempts };
}

function doingOf(context: StepContext, failures: readonly string[], before: string | null): Doing {
  const { visit, pass } = context.scope;
  const none = {
    visit,
    pass,
    inputs: '',
    attempt: 0,
    open: false,
    reserved: null,
    worker: null,
    changed: [],
    result: null,
  };
  return { ...none, ...context.doing, failures: [...failures], before };
}
