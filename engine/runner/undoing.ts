/** What has been taken or made on the way, to be given back in the opposite order. */
export interface Undoing {
  readonly always: (undo: () => Promise<void>) => void;
  /** Only where the run came to nothing. */
  readonly whereNothingRan: (undo: () => Promise<void>) => void;
  /** Undoes everything, once; a failing undo keeps no other from being done. */
  readonly undo: (ran: boolean) => Promise<void>;
}

export function createUndoing(): Undoing {
  const steps: { readonly undo: () => Promise<void>; readonly always: boolean }[] = [];
  return {
    always: (undo) => steps.push({ undo, always: true }),
    whereNothingRan: (undo) => steps.push({ undo, always: false }),
    undo: async (ran) => {
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        if (step.always || !ran) await step.undo().catch(() => undefined);
      }
    },
  };
}
