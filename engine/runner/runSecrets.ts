import { sha256 } from '../node/digest';
import { secretsFor } from '../node/workers/models/credentials';
import { approvalOf } from '../run/approval';
import { flowsIn, readCalledFlows } from './calledFlows';
import { readFlowFile, runnable } from './flowFile';
import { flowsToApprove } from './resumedFlow';
import { rootOfRun } from './runs';
import type { CarrySpec } from './startSpec';
import { machineOf, withOverrides } from './startSpec';
import { workspaceRootOf } from './workspaceRoot';

/** Of a person's secrets those that this run needs. Throws where its flows cannot be read, as its start would. */
export async function secretsOfRun(
  spec: CarrySpec,
  stored: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  if (stored.size === 0) return stored;
  const approval = approvalOf(await flowsOf(spec), sha256, machineOf(spec));
  const names = new Set(secretsFor(approval, stored.keys()));
  return new Map([...stored].filter(([name]) => names.has(name)));
}

async function flowsOf(spec: CarrySpec) {
  if (spec.kind === 'resume') return flowsToApprove(spec.folder, rootOfRun(spec.folder), spec.withChanges === true);
  const flow = withOverrides(runnable(await readFlowFile(spec.flowPath)), spec.overrides);
  const root = spec.root ?? (await workspaceRootOf(spec.flowPath));
  return [flow, ...flowsIn(await readCalledFlows(flow, root))];
}
