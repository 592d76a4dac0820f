import type { Evaluator, Flow, Step, WorkerSpec } from '../flow/schema';
import type { Prices } from '../loops/price';
import type { WorkerRole } from '../ports';

/** Who does the steps of a role on this machine where nobody else is named. */
export type DefaultWorkers = Readonly<Partial<Record<WorkerRole, WorkerSpec>>>;

/** Workers that a machine knows, whatever flow it runs. */
export interface MachineWorkers {
  /** By the names that flows use. */
  readonly workers: Readonly<Record<string, WorkerSpec>>;
  readonly defaults: DefaultWorkers;
}

/** What a machine adds, as far as it decides who does a step and what that costs. */
export interface PayingMachine extends MachineWorkers {
  readonly prices: Prices;
}

export interface Found {
  readonly spec: WorkerSpec;
  readonly from: 'flow' | 'machine' | 'default';
}

/**
 * The definition that a step's worker name stands for: the flow's own, else the machine's of that name, else the machine's
 * default for the role in which the name is used.
 */
export function whoDoes(
  name: string,
  role: WorkerRole | undefined,
  { workers }: Pick<Flow, 'workers'>,
  machine: MachineWorkers,
): Found | undefined {
  const own = named(workers ?? {}, name);
  if (own !== undefined) return { spec: own, from: 'flow' };
  const known = named(machine.workers, name);
  if (known !== undefined) return { spec: known, from: 'machine' };
  const fallback = role && machine.defaults[role];
  return fallback && { spec: fallback, from: 'default' };
}

/** The names of workers that a step uses, those of a gate's evaluators too. */
export function workerNamesOf(step: Step): readonly string[] {
  if (step.kind === 'gate')
    return evaluatorsOf(step.evaluator).flatMap((each) => ('worker' in each ? [each.worker] : []));
  return 'worker' in step && step.worker !== undefined ? [step.worker] : [];
}

/** The role in which a step uses workers. */
export const roleOfStep = ({ kind }: Pick<Step, 'kind'>): WorkerRole =>
  kind === 'judge' || kind === 'gate' || kind === 'router' ? kind : 'work';

const evaluatorsOf = (evaluator: Evaluator): readonly Evaluator[] => ('all' in evaluator ? evaluator.all : [evaluator]);
const named = (specs: Readonly<Record<string, WorkerSpec>>, name: string): WorkerSpec | undefined =>
  Object.hasOwn(specs, name) ? specs[name] : undefined;
