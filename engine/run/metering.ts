import type { WorkerSpec } from '../flow/schema';
import type { Prices } from '../loops/price';
import { priceFor } from '../loops/price';

/** What a worker proves of its cost: always, only sometimes, or never. */
export type Proves = 'always' | 'sometimes' | 'never';

export type Metering =
  | { readonly free: true }
  | { readonly free: false; readonly usd: Proves; readonly tokens: Proves };

/**
 * What a worker meters by its definition, and therefore which caps hold it: a cap of what it does not prove stops the loop
 * after its first turn.
 */
export function meteringOf(spec: WorkerSpec, prices: Prices): Metering {
  const tokens = tokensOf(spec);
  if (tokens === 'free') return { free: true };
  const priced = priceFor(spec, prices) === undefined ? 'never' : tokens;
  return { free: false, tokens, usd: DOLLARS.has(spec.use) || spec.meters === 'usd' ? 'always' : priced };
}

const DOLLARS: ReadonlySet<string> = new Set(['claude-code']);

function tokensOf({ use, meters }: WorkerSpec): Proves | 'free' {
  switch (use) {
    case 'person':
    case 'scripted':
    case 'recorded':
      return 'free';
    case 'claude-code':
    case 'codex':
    case 'gemini':
      return 'always';
    case 'command':
    case 'script':
      return meters === 'free' ? 'free' : meters === 'tokens' ? 'always' : 'never';
    default:
      return 'sometimes';
  }
}

/** `dollars and tokens are reported`, `tokens are reported, dollars are not known: …`. */
export function meteringText(metering: Metering): string {
  if (metering.free) return 'costs nothing';
  const { usd, tokens } = metering;
  const said = [
    ...(usd === 'never' ? [] : [`dollars ${OFTEN[usd]}`]),
    ...(tokens === 'never' ? [] : [`tokens ${OFTEN[tokens]}`]),
  ];
  const unproven =
    usd === 'never'
      ? tokens === 'never'
        ? 'any cap'
        : 'a cap of dollars'
      : tokens === 'never'
        ? 'a cap of tokens'
        : '';
  return [
    said.length === 0 ? 'reports nothing of its cost' : `reports ${said.join(' and ')}`,
    ...(unproven === '' ? [] : [`${unproven} stops the loop after its first turn`]),
  ].join('; ');
}

const OFTEN = { always: 'each turn', sometimes: 'only where its service sends them' } as const;
