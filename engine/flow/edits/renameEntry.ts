import type { EntryMap } from '../entryPlaces';
import type { Draft, Edited } from './draft';
import { badName } from './rename';
import { renameAll } from './renameAll';

/** Another name for a worker, channel or input, wherever it is named: by steps, in what they read and write, in expressions. */
export function renameEntry(draft: Draft, map: EntryMap, from: string, to: string): Edited {
  const one = ONE[map];
  if (draft.value([map, from]) === undefined) return { why: `There is no ${one} "${from}" in this flow any more.` };
  const why = badName(to, from, draft.value([map, to]) === undefined ? null : one);
  if (why !== null) return { why };
  if (to === from) return {};
  renameAll(draft, { [map]: new Map([[from, to]]) });
  draft.renameKey([map, from], to);
  return {};
}

const ONE: Readonly<Record<EntryMap, string>> = { workers: 'worker', channels: 'channel', inputs: 'input' };
