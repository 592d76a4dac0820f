import type { Mode } from '../trace/control';
import type { ExitReason } from '../trace/decision';
import type { Spend } from './spend';

/**
 * The bounds of an until loop, each of which ends it and none of which can end it well.
 *
 * R1 Looked at only after the claim: a goal confirmed in the pass that reaches a bound is a confirmed goal.
 * R2 One reason, in this order: spend-unproven, spend-cap, budget, not-met (supervised), no-progress, pass-cap.
 * R3 Under a cap what is not known is not zero: the loop stops (unlike a budget that counts unknown as nothing).
 * R4 The same spend bounds are looked at before a worker's turn starts.
 */
export interface Caps {
  readonly usd?: number | undefined;
  readonly tokens?: number | undefined;
}

export interface PassBounds {
  readonly mode: Mode;
  readonly spend: Spend;
  readonly spendCap: Caps;
  readonly budget: Caps;
  readonly pass: number;
  readonly maxPasses: number;
  readonly stalled: number;
  readonly noProgressCeiling: number | undefined;
}

/** The bound that ends the loop at the end of a pass whose goal was not confirmed, or null: another pass. */
export function boundReached(bounds: PassBounds): ExitReason | null {
  const spent = spendBound(bounds.spend, bounds.spendCap, bounds.budget);
  if (spent !== null) return spent;
  if (bounds.mode === 'supervised') return 'not-met';
  if (bounds.noProgressCeiling !== undefined && bounds.stalled >= bounds.noProgressCeiling) return 'no-progress';
  if (bounds.pass >= bounds.maxPasses) return 'pass-cap';
  return null;
}

/** The spend bound that stands in the way of another turn, or null. */
export function spendBound(
  spend: Spend,
  spendCap: Caps,
  budget: Caps,
): 'spend-unproven' | 'spend-cap' | 'budget' | null {
  if (unproven(spend, spendCap) || unproven(spend, budget)) return 'spend-unproven';
  if (reached(spend, spendCap)) return 'spend-cap';
  if (reached(spend, budget)) return 'budget';
  return null;
}

/** How much of the tighter cap is used, 0 … 1 and above; 0 without a cap. */
export function partSpent(spend: Spend, cap: Caps): number {
  return Math.max(
    cap.usd === undefined ? 0 : spend.usd / cap.usd,
    cap.tokens === undefined ? 0 : spend.tokens / cap.tokens,
  );
}

/** What is left under both caps: the limit that is passed down to a worker that can hold one. */
export function left(spend: Spend, spendCap: Caps, budget: Caps): { readonly usd?: number; readonly tokens?: number } {
  const least = (...values: readonly (number | undefined)[]) => {
    const known = values.filter((value): value is number => value !== undefined);
    return known.length === 0 ? undefined : Math.max(0, Math.min(...known));
  };
  const usd = least(minus(spendCap.usd, spend.usd), minus(budget.usd, spend.usd));
  const tokens = least(minus(spendCap.tokens, spend.tokens), minus(budget.tokens, spend.tokens));
  return { ...(usd === undefined ? {} : { usd }), ...(tokens === undefined ? {} : { tokens }) };
}

const unproven = (spend: Spend, cap: Caps): boolean =>
  (cap.usd !== undefined && spend.unknownUsd > 0) || (cap.tokens !== undefined && spend.unknownTokens > 0);
const reached = (spend: Spend, cap: Caps): boolean =>
  (cap.usd !== undefined && spend.usd >= cap.usd) || (cap.tokens !== undefined && spend.tokens >= cap.tokens);
const minus = (cap: number | undefined, spent: number): number | undefined =>
  cap === undefined ? undefined : cap - spent;
