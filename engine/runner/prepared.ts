import type { Flow } from '../flow/schema';
import type { Lease } from '../node/lease';
import { redactionFor } from '../node/redactionFor';
import type { RunSandbox } from '../node/sandbox/runSandbox';
import { credentialsFrom, secretsIn } from '../node/secrets';
import type { WorkerHost } from '../node/workers/host';
import type { Workspace } from '../ports';
import type { Opening } from '../run/driving';
import type { CalledFlows } from './calledFlows';
import type { CarrySpec } from './startSpec';
import type { WorksIn } from './worksIn';

/** A stretch of a run that is about to begin: everything was looked at, both locks are ours, nothing has been executed. */
export interface Prepared {
  readonly flow: Flow;
  readonly folder: string;
  readonly root: string;
  readonly opening: Opening;
  readonly lock: Lease;
  readonly workspace: Workspace;
  readonly worksIn: WorksIn;
  readonly host: WorkerHost;
  readonly called: CalledFlows;
  /** When the run began, where it did before this stretch. */
  readonly startedAt: string | null;
}

export const hostOf = (
  spec: CarrySpec,
  workspaceRoot: string,
  runFolder: string,
  { sandbox, ready, home }: { sandbox?: RunSandbox | undefined; ready?: string | undefined; home?: string } = {},
): WorkerHost => ({
  workspaceRoot,
  runFolder,
  executables: spec.executables,
  env: credentialsFrom(process.env),
  secrets: secretsIn(process.env),
  redaction: redactionFor(process.env),
  prices: spec.prices ?? {},
  ...(sandbox === undefined ? {} : { sandbox }),
  ...(ready === undefined ? {} : { ready }),
  ...(home === undefined ? {} : { home }),
});
