import * as z from 'zod';
import type { Tokens, Usage } from '../../../ports';
import type { ClaudeResult } from './claudeRecords';

/**
 * What a result record proves about the cost of its turn. Tokens are the sum over `modelUsage`: the record's own `usage`
 * leaves out calls that were cut. The cost is the program's own estimate.
 *
 * @param spoke whether a model wrote anything: then zero tokens are no report, and a zero cost of used tokens is no cost
 */
export function claudeUsage(result: ClaudeResult, spoke: boolean): Usage {
  const cost = amount.safeParse(result.total_cost_usd).data;
  const models = modelUsage.safeParse(result.modelUsage).data;
  if (models === undefined) {
    if (cost === undefined || cost === 0) return absent('its result has no usage for each model and no cost');
    return { state: 'reported', tokens: null, usd: cost, basis: 'worker-estimate' };
  }
  const tokens = Object.values(models).reduce<Tokens>(
    (sum, model) => ({
      in: sum.in + model.inputTokens,
      cachedIn: sum.cachedIn + model.cacheReadInputTokens,
      cacheWrite: sum.cacheWrite + model.cacheCreationInputTokens,
      out: sum.out + model.outputTokens,
      reasoning: 0,
    }),
    { in: 0, cachedIn: 0, cacheWrite: 0, out: 0, reasoning: 0 },
  );
  if (spoke && tokens.out === 0) return absent('it reported no output tokens although a model wrote something');
  const used = tokens.in + tokens.cachedIn + tokens.cacheWrite + tokens.out > 0;
  if (!used && cost === undefined) return absent('its result has neither tokens nor a cost');
  const usd = cost === undefined || (cost === 0 && used) ? null : cost;
  return { state: 'reported', tokens, usd, basis: usd === null ? null : 'worker-estimate' };
}

const amount = z.number().min(0);
const count = z.int().min(0);
const modelUsage = z.record(
  z.string(),
  z.looseObject({
    inputTokens: count,
    outputTokens: count,
    cacheReadInputTokens: count.default(0),
    cacheCreationInputTokens: count.default(0),
  }),
);

const absent = (why: string): Usage => ({ state: 'absent', why });
