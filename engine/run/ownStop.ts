import type { StopSignal } from '../ports';

/** A run's own stop: the wishes of its carrier, and those that were sent to it. */
export interface OwnStop {
  readonly signal: StopSignal;
  readonly want: (how: 'boundary' | 'now') => void;
}

export function ownStop(outer: StopSignal): OwnStop {
  let wanted: 'no' | 'boundary' | 'now' = 'no';
  const listeners = new Set<() => void>();
  return {
    want: (how) => {
      if (wanted === 'now') return;
      wanted = how;
      if (how === 'now') for (const listener of [...listeners]) listener();
    },
    signal: {
      wanted: () => {
        const outside = outer.wanted();
        if (wanted === 'now' || outside === 'now') return 'now';
        return wanted === 'boundary' || outside === 'boundary' ? 'boundary' : 'no';
      },
      onNow: (listener) => {
        let called = false;
        const once = () => {
          if (called) return;
          called = true;
          listener();
        };
        listeners.add(once);
        const forget = outer.onNow(once);
        if (wanted === 'now') once();
        return () => {
          listeners.delete(once);
          forget();
        };
      },
    },
  };
}
