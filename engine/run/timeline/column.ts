/** A list of numbers that only grows, as compact as its numbers are: what is in it is never copied to make room. */
export interface Column {
  readonly length: () => number;
  readonly push: (value: number) => void;
  /** 0 beyond the end. */
  readonly get: (index: number) => number;
  /** Nothing beyond the end. */
  readonly set: (index: number, value: number) => void;
}

/** Times, sums: 8 bytes each. */
export const floats = (): Column => column((size) => new Float64Array(size));
/** Lines, counts, indices below 2^32: 4 bytes each. */
export const counts = (): Column => column((size) => new Uint32Array(size));
/** Numbers below 256. */
export const bytes = (): Column => column((size) => new Uint8Array(size));

const BITS = 12;
const SIZE = 1 << BITS;

function column(make: (size: number) => Float64Array | Uint32Array | Uint8Array): Column {
  const chunks: (Float64Array | Uint32Array | Uint8Array)[] = [];
  let length = 0;
  return {
    length: () => length,
    push: (value) => {
      const place = length & (SIZE - 1);
      const chunk = place === 0 ? make(SIZE) : chunks[length >> BITS];
      if (chunk === undefined) return;
      if (place === 0) chunks.push(chunk);
      chunk[place] = value;
      length += 1;
    },
    get: (index) => chunks[index >> BITS]?.[index & (SIZE - 1)] ?? 0,
    set: (index, value) => {
      const chunk = index < length ? chunks[index >> BITS] : undefined;
      if (chunk !== undefined) chunk[index & (SIZE - 1)] = value;
    },
  };
}

/** The last index whose number is at most this one, of a column that never falls; -1: there is none. */
export function lastAtMost(sorted: Column, value: number): number {
  let [low, high] = [0, sorted.length()];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted.get(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Texts that repeat, each kept once and named by a number. The empty one is 0. */
export interface Texts {
  readonly of: (text: string) => number;
  readonly text: (number: number) => string;
}

export function texts(): Texts {
  const all: string[] = [''];
  const known = new Map<string, number>([['', 0]]);
  return {
    of: (text) => {
      const number = known.get(text);
      if (number !== undefined) return number;
      known.set(text, all.length);
      return all.push(text) - 1;
    },
    text: (number) => all[number] ?? '',
  };
}
