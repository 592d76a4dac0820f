import * as z from 'zod';
import type { Json } from '../../json';
import type { Tokens, Usage } from '../../ports';

/**
 * What a program's own report of its usage proves.
 *
 * R1 No report is `absent`, unless the worker is declared free.
 * R2 A field that is there and is no finite number of at least 0 spoils the whole report.
 * R3 Names that are not ours are not read: a cost under another name is no cost.
 * R4 Zero tokens are believed only beside an explicit cost of zero: a model that spoke used some.
 */
export function reportedUsage(report: Json | undefined, declaredFree: boolean): Usage {
  if (report === undefined || report === null) {
    return declaredFree ? { state: 'free' } : absent('the worker reported no usage');
  }
  const read = reportSchema.safeParse(report);
  if (!read.success) return absent(`the usage it reported cannot be read (${z.prettifyError(read.error)})`);
  const { inputTokens, outputTokens, usd } = known(read.data);
  if (inputTokens === undefined && outputTokens === undefined && usd === undefined) {
    return declaredFree
      ? { state: 'free' }
      : absent('its usage has neither "inputTokens" and "outputTokens" nor "usd"');
  }
  if ((inputTokens === undefined) !== (outputTokens === undefined) && usd === undefined) {
    return absent('its usage has only one of "inputTokens" and "outputTokens"');
  }
  const tokens = tokensOf(known(read.data));
  if (tokens !== null && tokens.in + tokens.cachedIn + tokens.out === 0 && usd !== 0 && !declaredFree) {
    return absent('it reported zero tokens without an explicit cost of zero');
  }
  return {
    state: 'reported',
    tokens,
    usd: usd ?? (declaredFree ? 0 : null),
    basis: usd === undefined ? null : 'worker-estimate',
  };
}

const count = z.int('must be a whole number of at least 0').min(0, 'must be a whole number of at least 0');
const reportSchema = z.object({
  inputTokens: count.nullish(),
  outputTokens: count.nullish(),
  cachedInputTokens: count.nullish(),
  usd: z.number('must be a number of at least 0').min(0, 'must be a number of at least 0').nullish(),
});

interface Known {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedInputTokens?: number;
  readonly usd?: number;
}

/** `null` is how JSON writes NaN and what programs write for "not known": not given. */
const known = (report: z.infer<typeof reportSchema>): Known =>
  Object.fromEntries(Object.entries(report).filter(([, value]) => value !== null));

/** Cached input is a part of the input in such reports; ours keeps them apart. */
function tokensOf({ inputTokens, outputTokens, cachedInputTokens = 0 }: Known): Tokens | null {
  if (inputTokens === undefined || outputTokens === undefined) return null;
  const cachedIn = Math.min(cachedInputTokens, inputTokens);
  return { in: inputTokens - cachedIn, cachedIn, cacheWrite: 0, out: outputTokens, reasoning: 0 };
}

const absent = (why: string): Usage => ({ state: 'absent', why });
