/** Id before → id after. */
export type Names = ReadonlyMap<string, string>;

/** Pairs what has the same mark on both sides, where no other on either side has it. */
export function alone<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  mark: (value: T, id: string) => string | null,
): Names {
  const [old, now] = [idsByMark(before, mark), idsByMark(after, mark)];
  return new Map(
    [...old].flatMap(([key, ids]): readonly (readonly [string, string])[] => {
      const [from, to] = [ids[0], now.get(key)?.[0]];
      const certain = ids.length === 1 && now.get(key)?.length === 1;
      return certain && from !== undefined && to !== undefined ? [[from, to]] : [];
    }),
  );
}

function idsByMark<T>(values: ReadonlyMap<string, T>, mark: (value: T, id: string) => string | null) {
  const found = new Map<string, string[]>();
  for (const [id, value] of values) {
    const key = mark(value, id);
    if (key === null) continue;
    found.set(key, [...(found.get(key) ?? []), id]);
  }
  return found;
}
