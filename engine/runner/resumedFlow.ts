import { resolve } from 'node:path';
import type { Flow } from '../flow/schema';
import { readRun } from '../node/runFolder';
import { fold } from '../run/fold';
import { EMPTY_STATE } from '../run/state';
import { keptCalledFlows, readCalledFlows } from './calledFlows';
import { readFlowFile, runnable } from './flowFile';
import { flowInForce } from './flowVersions';

/**
 * The flows of which a resume may execute something: the run's own in force, or as its file is now, and those that it calls.
 */
export async function flowsToApprove(folder: string, root: string, withChanges: boolean): Promise<readonly Flow[]> {
  const { entries } = await readRun(folder);
  const { head } = entries.reduce((state, { entry }) => fold(state, entry), EMPTY_STATE);
  if (withChanges) {
    const flow = runnable(await readFlowFile(resolve(root, head?.flow.path ?? '')));
    return [flow, ...Object.values(await readCalledFlows(flow, root)).map((called) => called.flow)];
  }
  const { flow } = await flowInForce(folder, head?.flow.hash ?? '');
  return [flow, ...Object.values(await keptCalledFlows(folder, flow)).map((called) => called.flow)];
}
