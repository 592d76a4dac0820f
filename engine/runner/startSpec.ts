import * as z from 'zod';
import type { Flow, WorkerSpec } from '../flow/schema';
import { workerSchema } from '../flow/schema';
import type { JsonObject } from '../json';
import type { Prices } from '../loops/price';
import type { DefaultWorkers, PayingMachine } from '../run/whoDoes';
import type { Control, Mode, RaisedBounds } from '../trace/control';
import { defaultWorkersSchema, pricesSchema } from './machine';
import { actsSchema, raisedSchema } from './message';

/** What a run needs from outside to be carried. Data only: a window writes it to a file for the runner. */
export type CarrySpec = StartSpec | ResumeSpec;

interface Common {
  /** Workers that the machine's settings name; they serve the names that the flow itself does not give. */
  readonly workers: Readonly<Record<string, WorkerSpec>>;
  /** Programs of the machine's settings by `use`, such as where `claude-code` finds its program. */
  readonly executables: Readonly<Record<string, string>>;
  /** Who does the steps of a role whose worker neither the flow nor the machine's settings name. */
  readonly defaultWorkers?: DefaultWorkers;
  /** What the tokens of models cost, as the machine's settings have it. */
  readonly prices?: Prices;
  /** The hash that a person approved, `any`, or null: nobody did. */
  readonly approve: string | null;
  /** False where the workspace is not trusted: nothing is executed. */
  readonly trusted: boolean;
  /** Name and version of what carries the run. */
  readonly program: string;
  /** Held before its first action until a debugger lets it go. */
  readonly hold?: true;
}

export interface StartSpec extends Common {
  readonly kind: 'start';
  /** Absolute. */
  readonly flowPath: string;
  /** Absolute path of the workspace root, where it is not the flow's own. */
  readonly root?: string;
  readonly mode: Mode;
  readonly goal?: string;
  readonly start?: readonly string[];
  readonly inputs?: JsonObject;
  /** Workers put in the place of the flow's, for this run: they stand in its own copy of the flow. */
  readonly overrides: Readonly<Record<string, WorkerSpec>>;
}

export interface ResumeSpec extends Common {
  readonly kind: 'resume';
  /** Absolute path of the run folder. */
  readonly folder: string;
  readonly raised?: Readonly<Record<string, RaisedBounds>>;
  /** Goes on with the flow file as it is now. */
  readonly withChanges?: boolean;
  /** Acts to begin with, such as the answer that the run waits for. */
  readonly acts?: readonly { readonly act: Control; readonly by: string }[];
}

/** The machine as its settings stood when this was written down. */
export const machineOf = ({ workers, defaultWorkers = {}, prices = {} }: CarrySpec): PayingMachine => ({
  workers,
  defaults: defaultWorkers,
  prices,
});

/** The flow with workers put in place of its own. */
export const withOverrides = (flow: Flow, overrides: Readonly<Record<string, WorkerSpec>>): Flow =>
  Object.keys(overrides).length === 0 ? flow : { ...flow, workers: { ...flow.workers, ...overrides } };

const common = {
  workers: z.record(z.string(), workerSchema),
  executables: z.record(z.string(), z.string()),
  defaultWorkers: defaultWorkersSchema.optional(),
  prices: pricesSchema.optional(),
  approve: z.string().nullable(),
  trusted: z.boolean(),
  program: z.string(),
  hold: z.literal(true).optional(),
};

/** Reads the specification that a runner is started with. */
export const carrySpecSchema: z.ZodType<CarrySpec> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('start'),
    ...common,
    flowPath: z.string(),
    root: z.string().optional(),
    mode: z.enum(['autonomous', 'supervised']),
    goal: z.string().optional(),
    start: z.array(z.string()).min(1).optional(),
    inputs: z.record(z.string(), z.json()).optional(),
    overrides: z.record(z.string(), workerSchema),
  }),
  z.strictObject({
    kind: z.literal('resume'),
    ...common,
    folder: z.string(),
    raised: z.record(z.string(), raisedSchema).optional(),
    withChanges: z.boolean().optional(),
    acts: actsSchema.optional(),
  }),
]);
