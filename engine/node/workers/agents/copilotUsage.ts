import * as z from 'zod';
import type { Tokens, Usage } from '../../../ports';
import { absent, addTokens, NO_TOKENS, sumOf, tokensApart, tokensReported } from './countedTokens';

/**
 * What `copilot` wrote into its usage file: the sum over its models. Each model that was asked must have been counted, since
 * zeros are what it writes where a service told nothing.
 */
export function copilotUsage(text: string | undefined, spoke: boolean): Usage {
  if (text === undefined) return absent('it wrote no usage file');
  const models = modelsIn(text);
  if (models === undefined) return absent('its usage file cannot be read');
  let sum: Tokens = NO_TOKENS;
  for (const [model, { requests, usage }] of Object.entries(models)) {
    const tokens = tokensApart({
      input: usage.inputTokens,
      cached: usage.cacheReadTokens,
      cacheWrite: usage.cacheWriteTokens,
      output: usage.outputTokens,
      reasoning: usage.reasoningTokens,
    });
    if (tokens === undefined) return absent(`its usage file has no counts for "${model}"`);
    if (sumOf(tokens) === 0 && (requests?.count ?? 1) > 0) {
      return absent(`it reported zero tokens for "${model}", as it does where the service told none`);
    }
    sum = addTokens(sum, tokens);
  }
  return tokensReported(sum, spoke);
}

const fileSchema = z.looseObject({
  modelMetrics: z.record(
    z.string(),
    z.looseObject({
      requests: z.looseObject({ count: z.number().optional().catch(undefined) }).optional(),
      usage: z.looseObject({
        inputTokens: z.json().optional(),
        outputTokens: z.json().optional(),
        cacheReadTokens: z.json().optional(),
        cacheWriteTokens: z.json().optional(),
        reasoningTokens: z.json().optional(),
      }),
    }),
  ),
});

function modelsIn(text: string) {
  try {
    return fileSchema.safeParse(JSON.parse(text)).data?.modelMetrics;
  } catch {
    return undefined;
  }
}
