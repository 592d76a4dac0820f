import type { FlowChange } from '../../engine/flow/diff/change';
import type { Comparison } from '../protocol';

const ORDER = ['limits', 'flow', 'steps', 'loops', 'routes', 'entries', 'same', 'moved'] as const;
export type Group = (typeof ORDER)[number];

/** The lines by what they are about, limits first; within a group as they come. */
export function groupOf(
  comparison: Comparison,
  lines: readonly number[],
): readonly { readonly name: Group; readonly lines: readonly number[] }[] {
  return ORDER.map((name) => ({ name, lines: lines.filter((line) => nameOf(comparison, line) === name) })).filter(
    (group) => group.lines.length > 0,
  );
}

/** The lines in the order in which they are shown. */
export const inShownOrder = (comparison: Comparison, lines: readonly number[]): readonly number[] =>
  groupOf(comparison, lines).flatMap((group) => group.lines);

function nameOf({ lines, diff }: Comparison, index: number): Group {
  const line = lines[index];
  if (line?.cap) return 'limits';
  if (line?.how === 'moved') return 'moved';
  const change = typeof line?.change === 'number' ? diff.changes[line.change] : undefined;
  return change === undefined ? 'same' : groupOfPart(change.what);
}

function groupOfPart(what: FlowChange['what']): Group {
  switch (what) {
    case 'step':
      return 'steps';
    case 'loop':
      return 'loops';
    case 'route':
      return 'routes';
    case 'flow':
      return 'flow';
    case 'worker':
    case 'channel':
    case 'input':
      return 'entries';
  }
}
