import type { Draft, Edited } from './draft';

export function renameEntry(
  _draft: Draft,
  _map: 'workers' | 'channels' | 'inputs',
  _from: string,
  _to: string,
): Edited {
  return { why: 'Renaming is not there yet.' };
}
