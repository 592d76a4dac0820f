import * as z from 'zod';
import type { Tokens, Usage } from '../../../ports';

/** What a program counts in the usual way: the input holds what was cached, the output holds the reasoning. */
export interface Counts {
  readonly input: unknown;
  readonly cached?: unknown;
  readonly cacheWrite?: unknown;
  readonly output: unknown;
  readonly reasoning?: unknown;
}

/** The counts with their parts taken apart; `undefined` where one is no whole number of at least 0. */
export function tokensApart(counts: Counts): Tokens | undefined {
  const read = shape.safeParse(counts);
  if (!read.success) return undefined;
  const { input, cached, cacheWrite, output, reasoning } = read.data;
  return {
    in: Math.max(0, input - cached - cacheWrite),
    cachedIn: cached,
    cacheWrite,
    out: Math.max(0, output - reasoning),
    reasoning,
  };
}

/**
 * A sum of tokens is a report where something was counted: a turn that came to its end asked a model.
 *
 * @param spoke whether a model wrote anything: then zero output tokens are no report
 */
export function tokensReported(tokens: Tokens | undefined, spoke: boolean, usd: number | null = null): Usage {
  if (tokens === undefined) return absent('the usage it reported cannot be read');
  if (sumOf(tokens) === 0) return absent('it reported zero tokens, as it does where its service told none');
  if (spoke && tokens.out + tokens.reasoning === 0) {
    return absent('it reported no output tokens although a model wrote something');
  }
  return { state: 'reported', tokens, usd, basis: usd === null ? null : 'worker-estimate' };
}

export const absent = (why: string): Usage => ({ state: 'absent', why });

export const NO_TOKENS: Tokens = { in: 0, cachedIn: 0, cacheWrite: 0, out: 0, reasoning: 0 };

export const addTokens = (one: Tokens, other: Tokens): Tokens => ({
  in: one.in + other.in,
  cachedIn: one.cachedIn + other.cachedIn,
  cacheWrite: one.cacheWrite + other.cacheWrite,
  out: one.out + other.out,
  reasoning: one.reasoning + other.reasoning,
});

export const sumOf = (tokens: Tokens): number =>
  tokens.in + tokens.cachedIn + tokens.cacheWrite + tokens.out + tokens.reasoning;

export const count = z.int().min(0);
const shape = z.object({
  input: count,
  cached: count.default(0),
  cacheWrite: count.default(0),
  output: count,
  reasoning: count.default(0),
});
