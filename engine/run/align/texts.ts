import type { AlignedLine } from './align';
import { firstDifference } from './align';

/** Both runs as texts whose lines stand beside each other as far as they are the same. */
export interface AlignedTexts {
  readonly before: string;
  readonly after: string;
  /** The line of the first difference in each, from 0; null: nothing differs. */
  readonly first: { readonly before: number; readonly after: number } | null;
}

/** What marks the first difference, in both. */
export const FIRST = '  ◀ first difference';

/**
 * R1 A pass or a stretch that is the same in both is one line, so that what differs is near together.
 * R2 A line that only one of them has leaves none in the other: editors for differences fill the room themselves.
 */
export function alignedTexts(lines: readonly AlignedLine[]): AlignedTexts {
  const found = firstDifference(lines)?.at(-1) ?? null;
  const sides = { before: [] as string[], after: [] as string[] };
  let first: AlignedTexts['first'] = null;
  const put = (each: AlignedLine, indent: string, top: boolean) => {
    const folded = top && each.same && each.below.length > 0;
    if (each === found) first = { before: sides.before.length, after: sides.after.length };
    for (const side of ['before', 'after'] as const) {
      const text = each[side];
      if (text === null) continue;
      sides[side].push(`${indent}${text}${folded ? ': the same in both' : ''}${each === found ? FIRST : ''}`);
    }
    if (!folded) for (const below of each.below) put(below, `${indent}  `, false);
  };
  for (const each of lines) put(each, '', true);
  const textOf = (side: readonly string[]) => `${side.join('\n')}\n`;
  return { before: textOf(sides.before), after: textOf(sides.after), first };
}
