/** How many strands of a run are at work: its own, or those of what it does beside each other; one that is held is not. */
export interface Strands {
  /** So many more are at work from now on, or fewer. */
  readonly change: (more: number) => void;
  /** Resolves once none is at work. */
  readonly quiet: () => Promise<void>;
}

export function createStrands(): Strands {
  let working = 1;
  const waiting: (() => void)[] = [];
  return {
    change: (more) => {
      working += more;
      if (working <= 0) for (const resolve of waiting.splice(0)) resolve();
    },
    quiet: () => (working <= 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
