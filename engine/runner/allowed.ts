import { ConvergeError } from '../failure';
import type { Flow } from '../flow/schema';
import { sha256 } from '../node/digest';
import type { WorkerHost } from '../node/workers/host';
import { approvalLines, approvalOf } from '../run/approval';
import type { CalledFlows } from './calledFlows';
import { flowsIn } from './calledFlows';
import { assertSandbox, sandboxFor } from './sandboxed';
import { assertSetUp } from './setUp';
import type { CarrySpec } from './startSpec';
import { machineOf } from './startSpec';

/** Throws where the flow, or one that it calls, may not be executed here, or something that they need is missing. */
export async function assertReady(spec: CarrySpec, flow: Flow, called: CalledFlows, host: WorkerHost): Promise<void> {
  const flows = [flow, ...flowsIn(called)];
  assertAllowed(spec, flows);
  assertSandbox(flows, spec, await sandboxFor(flows, spec, host.workspaceRoot));
  for (const each of flows) await assertSetUp(each, spec.workers, host, spec.defaultWorkers);
}

/** Throws `untrusted` where nothing may be executed, however it was asked for. */
export function assertTrusted({ trusted }: Pick<CarrySpec, 'trusted'>): void {
  if (trusted) return;
  throw new ConvergeError('untrusted', 'This workspace is not trusted, so nothing of it is executed. Trust it first.');
}

function assertAllowed(spec: CarrySpec, flows: readonly Flow[]): void {
  assertTrusted(spec);
  if (spec.approve === 'any') return;
  const approval = approvalOf(flows, sha256, machineOf(spec));
  if (spec.approve === approval.hash) return;
  const what =
    spec.approve === null
      ? 'Nobody has approved what this flow executes'
      : 'The flow executes something else than what was approved';
  const lines = [`${what}. Look at it, then start again with --approve ${approval.hash}`, ...approvalLines(approval)];
  throw new ConvergeError('not-approved', lines.join('\n'));
}
