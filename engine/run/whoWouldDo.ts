import type { Flow, WorkerSpec } from '../flow/schema';
import type { WorkerRole } from '../ports';
import type { Metering } from './metering';
import { meteringOf } from './metering';
import type { Found, PayingMachine } from './whoDoes';
import { roleOfStep, whoDoes, workerNamesOf } from './whoDoes';

/** What this machine adds. */
export interface Around extends PayingMachine {
  /** Workers that stand in for the ones that a flow defines. */
  readonly overrides: Readonly<Record<string, WorkerSpec>>;
}

/**
 * Who would do a step for which this worker is named, and which caps hold what it costs. Without a role: wherever it is named.
 * Nothing is started to find out; whether its program is there is not known.
 */
export function whoWouldDo(
  name: string,
  role: WorkerRole | undefined,
  flow: Pick<Flow, 'workers'>,
  around: Around,
): string {
  const instead = Object.hasOwn(around.overrides, name);
  const workers = instead ? { ...flow.workers, ...around.overrides } : flow.workers;
  const found = whoDoes(name, role, { ...flow, workers }, around);
  if (found === undefined)
    return `${name}: no worker of this name, neither in the flow nor in this machine's settings.`;
  const { use, model } = found.spec;
  const who = model === undefined ? use : `${use} ${model}`;
  const from = instead ? "in place of the flow's own, from converge.workerOverrides" : FROM[found.from];
  return `${name}: ${who} (${from}); ${provenText(found.spec, meteringOf(found.spec, around.prices))}.`;
}

/** The same for every step, by the names of workers that it uses. */
export function whoWouldDoSteps(
  flow: Pick<Flow, 'workers' | 'steps'>,
  around: Around,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return Object.fromEntries(
    Object.entries(flow.steps).flatMap(([id, step]) => {
      const names = workerNamesOf(step);
      if (names.length === 0) return [];
      const said = names.map((name) => [name, whoWouldDo(name, roleOfStep(step), flow, around)] as const);
      return [[id, Object.fromEntries(said)] as const];
    }),
  );
}

const FROM: Readonly<Record<Found['from'], string>> = {
  flow: "the flow's own",
  machine: "from this machine's settings",
  default: "this machine's default",
};

function provenText(spec: WorkerSpec, metering: Metering): string {
  if (metering.free) return 'costs nothing';
  const { usd, tokens } = metering;
  if (usd === 'never' && tokens === 'never')
    return 'reports nothing of its cost: no cap can be proven, the first turn of a loop with one is its last';
  const often = tokens === 'sometimes' || usd === 'sometimes' ? ', where its service sends them' : '';
  if (usd === 'never') return `reports tokens${often}: a cap in tokens can be proven; ${missing(spec)}`;
  const said =
    tokens === 'never'
      ? 'dollars'
      : spec.use === 'claude-code'
        ? 'dollars and tokens'
        : 'tokens, which have a price here';
  const caps = tokens === 'never' ? 'a cap in usd' : 'a cap in usd or tokens';
  return `reports ${said}${often}: ${caps} can be proven`;
}

const missing = ({ model }: WorkerSpec): string =>
  model === undefined
    ? 'a cap in usd needs a model that is named, and its price in converge.prices'
    : `a cap in usd needs a price for ${model} in converge.prices`;
