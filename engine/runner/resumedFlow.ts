import { join } from 'node:path';
import type { Flow } from '../flow/schema';
import { sha256 } from '../node/digest';
import { openTrace } from '../node/openTrace';
import { TRACE_FILE } from '../node/runFolder';
import { flowsIn } from './calledFlows';
import { changedFlow, flowInForce } from './flowVersions';

/**
 * The flows of which a resume may execute something: the run's own in force, or as its file is now, and those that it
 * calls. Throws where the resume itself would.
 */
export async function flowsToApprove(folder: string, root: string, withChanges: boolean): Promise<readonly Flow[]> {
  const { state } = await openTrace(join(folder, TRACE_FILE), sha256);
  const inForce = await flowInForce(folder, state);
  const { flow, called } = withChanges ? await changedFlow(folder, root, inForce, state) : inForce;
  return [flow, ...flowsIn(called)];
}
