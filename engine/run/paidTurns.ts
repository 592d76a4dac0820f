import { counted } from '../counted';
import type { Flow, WorkerSpec } from '../flow/schema';
import type { Json } from '../json';
import { canonicalJson } from '../json';
import { priceFor } from '../loops/price';
import type { Metering } from './metering';
import { meteringOf, meteringText } from './metering';
import type { PayingMachine } from './whoDoes';
import { workersIn } from './workersIn';

/**
 * Which workers of the flows cost money, and which caps hold them: what a person should know before the first paid turn.
 * Empty where none does.
 */
export function paidLines(flows: readonly Flow[], machine: Partial<PayingMachine>): readonly string[] {
  const paid = paidWorkers(flows, machine).map(
    ({ name, spec, metering }) => `${name} (${spec.use}): ${meteringText(metering)}`,
  );
  if (paid.length === 0) return [];
  const caps = flows.flatMap(capsOf);
  return [...new Set(paid), caps.length === 0 ? 'No cap holds what they cost.' : `Held by: ${caps.join('; ')}.`];
}

/**
 * What holds the cost of the flows' paid workers, as it is hashed: whoever approved a cap of a dollar has not approved ten,
 * nor one that counts another price. Nothing where no worker costs money.
 */
export function payingOf(flows: readonly Flow[], machine: Partial<PayingMachine>): { readonly paying?: Json } {
  const paid = paidWorkers(flows, machine);
  if (paid.length === 0) return {};
  const prices = paid.flatMap(({ spec }) => {
    const known = priceFor(spec, machine.prices ?? {});
    return known === undefined
      ? []
      : [canonicalJson({ use: spec.use, model: spec.model ?? null, price: { ...known } })];
  });
  return { paying: { caps: flows.flatMap(capsOf), prices: [...new Set(prices)].sort() } };
}

interface PaidWorker {
  readonly name: string;
  readonly spec: WorkerSpec;
  readonly metering: Metering;
}

const paidWorkers = (flows: readonly Flow[], machine: Partial<PayingMachine>): readonly PaidWorker[] =>
  flows.flatMap((flow) =>
    workersIn(flow, machine).flatMap(({ name, spec }) => {
      if (spec === null) return [];
      const metering = meteringOf(spec, machine.prices ?? {});
      return metering.free ? [] : [{ name, spec, metering }];
    }),
  );

function capsOf(flow: Flow): readonly string[] {
  const loops = Object.entries(flow.loops ?? {});
  return [
    ...capTexts('the budget', flow.budget ?? {}),
    ...loops.flatMap(([id, loop]) => ('spendCap' in loop ? capTexts(`the cap of ${id}`, loop.spendCap ?? {}) : [])),
  ];
}

const capTexts = (
  what: string,
  { usd, tokens }: { readonly usd?: number | undefined; readonly tokens?: number | undefined },
) => [
  ...(usd === undefined ? [] : [`${what} of $${usd.toFixed(2)}`]),
  ...(tokens === undefined ? [] : [`${what} of ${counted(tokens, 'token')}`]),
];
