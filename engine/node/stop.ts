import type { StopSignal } from '../ports';

/** The two ends of a wish to stop: whoever wishes holds the controller, whoever works sees the signal. */
export interface StopController {
  readonly signal: StopSignal;
  /** A wish never weakens: `boundary` after `now` is still `now`. */
  readonly stop: (how: 'boundary' | 'now') => void;
}

export function createStop(): StopController {
  let wanted: 'no' | 'boundary' | 'now' = 'no';
  const listeners = new Set<() => void>();
  return {
    signal: {
      wanted: () => wanted,
      onNow: (listener) => {
        if (wanted === 'now') {
          listener();
          return () => undefined;
        }
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
        };
      },
    },
    stop: (how) => {
      if (wanted === 'now') return;
      wanted = how;
      if (how !== 'now') return;
      const told = [...listeners];
      listeners.clear();
      for (const listener of told) listener();
    },
  };
}
