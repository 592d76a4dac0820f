import type { Json } from '../json';
import { openRunFolder, TRACE_FILE } from '../node/runFolder';
import { projector } from '../run/projections';
import { resultOf } from '../run/result';
import type { RunState } from '../run/state';
import type { Entry } from '../trace/entry';

/**
 * Writes what a run folder has beside its trace anew, from the trace: for a run that has ended for good, which no holder will
 * carry again, and whose last one may have been killed before it had written all of it. The same bytes where they are there.
 */
export async function restoreProjections(folder: string, state: RunState, entries: readonly Entry[]): Promise<void> {
  const port = openRunFolder(folder);
  await projector({ ports: { folder: port }, state: () => state, flush: () => Promise.resolve() })();
  const result = resultOf(state, {
    startedAt: entries[0]?.at ?? '',
    endedAt: entries.at(-1)?.at ?? null,
    trace: TRACE_FILE,
    holding: 'free',
  });
  const plain: Json = JSON.parse(JSON.stringify(result));
  await port.project('result.json', plain);
}
