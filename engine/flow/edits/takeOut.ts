import type { Draft, Edited } from './draft';

export function takeOut(_draft: Draft, _ids: readonly string[]): Edited {
  return { why: 'Taking out is not there yet.' };
}
