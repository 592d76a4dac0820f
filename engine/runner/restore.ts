import { join } from 'node:path';
import type { Json } from '../json';
import { sha256 } from '../node/digest';
import { openRunFolder, TRACE_FILE } from '../node/runFolder';
import { readTrace } from '../node/traceFile';
import { stateOf } from '../run/openRun';
import { projector } from '../run/projections';
import { resultOf } from '../run/result';
import type { RunState } from '../run/state';
import type { Visit } from '../run/visits';
import { visitsBetween } from '../run/visits';

/**
 * Writes what a run folder has beside its trace anew, from the trace: for a run that has ended for good, which no holder will
 * carry again, and whose last one may have been killed before it had written all of it. The same bytes where they are there.
 */
export async function restoreProjections(folder: string, state: RunState): Promise<void> {
  const { entries } = await readTrace(join(folder, TRACE_FILE));
  const port = openRunFolder(folder);
  const visits: Visit[] = [];
  stateOf(entries, sha256, (_entry, before, after) => visits.push(...visitsBetween(before, after)));
  await projector({ ports: { folder: port }, state: () => state, flush: () => Promise.resolve() }, visits)();
  const result = resultOf(state, {
    startedAt: entries[0]?.entry.at ?? '',
    endedAt: entries.at(-1)?.entry.at ?? null,
    trace: TRACE_FILE,
    holding: 'free',
  });
  const plain: Json = JSON.parse(JSON.stringify(result));
  await port.project('result.json', plain);
}
