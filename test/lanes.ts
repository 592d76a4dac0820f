/** Starts the work item after item, at most `most` at once, and gives each item's promise. */
export function inLanes<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): ReadonlyMap<T, Promise<R>> {
  let free = most;
  const waiting: (() => void)[] = [];
  const lane = async (): Promise<void> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const done = (): void => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  const promises = items.map((item) => {
    const promise = lane()
      .then(() => work(item))
      .finally(done);
    // Whoever awaits it hears of a failure; until then it must not count as unheard.
    promise.catch(() => undefined);
    return [item, promise] as const;
  });
  return new Map(promises);
}
