import type { FlowFragment } from '../fragment';
import type { Draft, Edited } from './draft';

export function paste(
  _draft: Draft,
  _fragment: FlowFragment,
  _position: readonly [number, number] | undefined,
): Edited {
  return { why: 'Pasting is not there yet.' };
}

export function duplicate(_draft: Draft, _ids: readonly string[]): Edited {
  return { why: 'Duplicating is not there yet.' };
}
