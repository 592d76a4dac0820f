/** Numbers that look random and are the same for a seed, on every machine. */
export interface Random {
  /** A whole number, both ends included. */
  readonly int: (least: number, most: number) => number;
  readonly chance: (part: number) => boolean;
  readonly pick: <T>(items: readonly T[]) => T;
  /** Some of the items, at least one, in their order. */
  readonly some: <T>(items: readonly T[]) => readonly T[];
}

/** After mulberry32 (Tommy Ettinger, public domain). */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[int(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return {
    int,
    pick,
    chance: (part) => next() < part,
    some: (items) => {
      const sure = pick(items);
      return items.filter((item) => item === sure || next() < 0.5);
    },
  };
}
