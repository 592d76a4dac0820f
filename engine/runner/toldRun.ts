import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LIMITS, openRecordedRun } from '../node/recordedRun';
import { TRACE_FILE } from '../node/runFolder';
import type { Reported } from '../run/report/reported';
import { resultOf } from '../run/result';
import { holderOf, readFlowCopy, readRun } from './runs';

/**
 * A run to be told of: all of it, or of a long one its end, with what is true of it now. A run of any length is read without
 * holding its trace.
 */
export async function toldRun(folder: string, limits = LIMITS): Promise<Reported> {
  const flow = await readFlowCopy(folder).then(
    (copy) => copy.flow,
    () => null,
  );
  const { size } = await stat(join(folder, TRACE_FILE)).catch(() => ({ size: 0 }));
  if (size <= limits.longBytes) return { ...(await readRun(folder)), flow };
  const holder = await holderOf(folder);
  const recorded = await openRecordedRun(folder, limits);
  try {
    const state = await recorded.stateAt(recorded.lines());
    const { history, earlier } = await recorded.historyAt(recorded.lines());
    const result = resultOf(state, {
      startedAt: state.head?.startedAt ?? '',
      endedAt: history.lastAt,
      trace: TRACE_FILE,
      holding: holder === null ? 'free' : 'held',
    });
    const run = state.head?.run ?? basename(folder);
    return { flow, state, history, earlier, result: { ...result, run }, damaged: history.damaged, tornBytes: 0 };
  } finally {
    recorded.close();
  }
}
