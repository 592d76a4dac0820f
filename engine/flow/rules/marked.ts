import type { RouteIndex } from '../graph';

/**
 * For each step, the marks of the steps from which it can be come to (its own only where a way leads back to it). All marks
 * go along the ways together, as bits, each step before what it leads to: but for ways back, once round is enough.
 */
export function markedBefore(
  ways: RouteIndex,
  marks: ReadonlyMap<string, readonly number[]>,
  count: number,
): (step: string, mark: number) => boolean {
  const words = Math.ceil(count / 32);
  const own = new Map([...marks].map(([step, bits]) => [step, withBits(words, bits)]));
  const come = new Map<string, Uint32Array>();
  const order = orderOf(ways);
  for (let grew = true; grew; ) {
    grew = false;
    for (const here of order) {
      const [before, mine] = [come.get(here), own.get(here)];
      if (before === undefined && mine === undefined) continue;
      for (const { to } of ways.get(here) ?? []) {
        let there = come.get(to);
        if (there === undefined) {
          there = new Uint32Array(words);
          come.set(to, there);
        }
        for (let word = 0; word < words; word++) {
          const now = there[word] ?? 0;
          const next = (now | (before?.[word] ?? 0) | (mine?.[word] ?? 0)) >>> 0;
          if (next === now) continue;
          there[word] = next;
          grew = true;
        }
      }
    }
  }
  return (step, mark) => (((come.get(step)?.[mark >>> 5] ?? 0) >>> (mark & 31)) & 1) === 1;
}

/** Each step before what it leads to, ways back apart. */
function orderOf(ways: RouteIndex): readonly string[] {
  const seen = new Set<string>();
  const finished: string[] = [];
  for (const start of ways.keys()) {
    if (seen.has(start)) continue;
    seen.add(start);
    const path = [{ id: start, next: 0 }];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const way = ways.get(here.id)?.[here.next++];
      if (way === undefined) {
        finished.push(here.id);
        path.pop();
      } else if (!seen.has(way.to)) {
        seen.add(way.to);
        path.push({ id: way.to, next: 0 });
      }
    }
  }
  return finished.reverse();
}

function withBits(words: number, bits: readonly number[]): Uint32Array {
  const set = new Uint32Array(words);
  for (const bit of bits) set[bit >>> 5] = (set[bit >>> 5] ?? 0) | (1 << (bit & 31));
  return set;
}
