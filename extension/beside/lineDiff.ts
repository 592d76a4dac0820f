import { diffArrays } from 'diff';
import type { Edit, LineDiff } from '../../engine/run/attribution/writtenLines';

/**
 * The shortest way from a text to another, by Myers' algorithm. Beyond a number of edits all between the first and the last
 * line that differ counts as written anew: a wrong mark less matters more than a long wait.
 */
export const lineDiff: LineDiff = (before, after) => {
  let top = 0;
  const least = Math.min(before.length, after.length);
  while (top < least && before[top] === after[top]) top += 1;
  let tail = 0;
  while (tail < least - top && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const old = before.slice(top, before.length - tail);
  const fresh = after.slice(top, after.length - tail);
  if (old.length === 0 && fresh.length === 0) return [];
  const whole: Edit = { at: top, removed: old.length, added: fresh.length };
  if (old.length === 0 || fresh.length === 0) return [whole];
  const parts = diffArrays([...old], [...fresh], { maxEditLength: MOST_EDITS });
  return parts === undefined ? [whole] : editsOf(parts, top);
};

const MOST_EDITS = 2000;

interface Part {
  readonly count?: number;
  readonly added?: boolean;
  readonly removed?: boolean;
  readonly value: readonly string[];
}

function editsOf(parts: readonly Part[], top: number): readonly Edit[] {
  const edits: Edit[] = [];
  let at = top;
  let open: { at: number; removed: number; added: number } | null = null;
  for (const { value, added, removed } of parts) {
    if (!added && !removed) {
      if (open) edits.push(open);
      open = null;
      at += value.length;
      continue;
    }
    open ??= { at, removed: 0, added: 0 };
    if (added) open.added += value.length;
    else {
      open.removed += value.length;
      at += value.length;
    }
  }
  if (open) edits.push(open);
  return edits;
}
