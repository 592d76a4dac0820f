import type { Aspect, OutlineLine } from './outline';

/** A line of two outlines, side by side; null where only the other has it. */
export interface AlignedLine {
  readonly key: string;
  readonly aspect: Aspect;
  readonly before: string | null;
  readonly after: string | null;
  /** It and everything below it are the same in both. */
  readonly same: boolean;
  readonly below: readonly AlignedLine[];
}

/**
 * Two outlines side by side, by key: the order is that of the first, and what only the second has stands behind what it follows
 * there. Keys that stand twice beside each other are told apart by their order.
 */
export function align(before: readonly OutlineLine[], after: readonly OutlineLine[]): readonly AlignedLine[] {
  const [left, right] = [counted(before), counted(after)];
  const known = new Set(left.map(({ key }) => key));
  const others = new Map(right.map((each) => [each.key, each.line]));
  const made: AlignedLine[] = [];
  const behind = new Map<string, Counted[]>();
  let last = '';
  for (const each of right) {
    if (known.has(each.key)) last = each.key;
    else behind.set(last, [...(behind.get(last) ?? []), each]);
  }
  const onlyAfter = (key: string) => {
    for (const { key: own, line } of behind.get(key) ?? []) made.push(pair(own, null, line));
  };
  onlyAfter('');
  for (const { key, line } of left) {
    made.push(pair(key, line, others.get(key) ?? null));
    onlyAfter(key);
  }
  return made;
}

/**
 * The first line that differs, as the path of its keys. What was spent differs between any two runs of a model: it counts only
 * where nothing else differs.
 */
export function firstDifference(lines: readonly AlignedLine[]): readonly AlignedLine[] | null {
  return firstOf(lines, (aspect) => aspect !== 'spend') ?? firstOf(lines, () => true);
}

function firstOf(lines: readonly AlignedLine[], counts: (aspect: Aspect) => boolean): readonly AlignedLine[] | null {
  for (const each of lines) {
    if (each.same) continue;
    if (each.before !== each.after && counts(each.aspect)) return [each];
    const inside = firstOf(each.below, counts);
    if (inside !== null) return [each, ...inside];
  }
  return null;
}

interface Counted {
  readonly key: string;
  readonly line: OutlineLine;
}

function counted(lines: readonly OutlineLine[]): readonly Counted[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const count = (seen.get(line.key) ?? 0) + 1;
    seen.set(line.key, count);
    return { key: count === 1 ? `k ${line.key}` : `k ${line.key} #${count}`, line };
  });
}

function pair(key: string, before: OutlineLine | null, after: OutlineLine | null): AlignedLine {
  const below = align(before?.below ?? [], after?.below ?? []);
  return {
    key,
    aspect: (before ?? after)?.aspect ?? 'step',
    before: before?.text ?? null,
    after: after?.text ?? null,
    same: before?.text === after?.text && below.every((each) => each.same),
    below,
  };
}
