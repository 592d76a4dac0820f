import { LIMITS } from '../node/recordedRun';
import type { Reported } from '../run/report/reported';
import { readFlowCopy, readRun } from './runs';

/**
 * A run to be told of: all of it, or of a long one its end, with what is true of it now. A run of any length is read without
 * holding its trace.
 */
export async function toldRun(folder: string, limits = LIMITS): Promise<Reported> {
  const flow = await readFlowCopy(folder).then(
    (copy) => copy.flow,
    () => null,
  );
  return { ...(await readRun(folder, limits)), flow };
}
