import type { AlarmClock } from '../../engine/runner/alarm';

/**
 * A wall clock and a platform timer that are turned by hand, apart from one another as on a real machine: the timer counts
 * time in which the machine is awake, the wall clock can be set.
 */
export interface TurnedClock extends AlarmClock {
  /** Awake for `ms`: both go on, and timers fire at their time. */
  readonly pass: (ms: number) => Promise<void>;
  /** Asleep for `ms`: only the wall clock goes on. */
  readonly sleep: (ms: number) => void;
  /** Sets the wall clock by so much. */
  readonly set: (ms: number) => void;
  /** Timers armed now, and how often one has fired. */
  readonly armed: () => number;
  readonly fired: () => number;
  /** The longest that was asked for. */
  readonly longest: () => number;
}

export function turnedClock(start: string): TurnedClock {
  const timers = new Map<number, { readonly at: number; readonly call: () => void }>();
  let wall = Date.parse(start);
  let awake = 0;
  let next = 0;
  let fired = 0;
  let longest = 0;
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    now: () => wall,
    after: (ms, call) => {
      const id = next++;
      longest = Math.max(longest, ms);
      // As Node does: what it cannot count fires at once.
      timers.set(id, { at: awake + (ms > 2 ** 31 - 1 ? 1 : ms), call });
      return () => void timers.delete(id);
    },
    pass: async (ms) => {
      const end = awake + ms;
      for (;;) {
        await settle();
        const due = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
        const to = due?.[1].at ?? end;
        wall += to - awake;
        awake = to;
        if (due === undefined) return;
        timers.delete(due[0]);
        fired++;
        due[1].call();
      }
    },
    sleep: (ms) => {
      wall += ms;
    },
    set: (ms) => {
      wall += ms;
    },
    armed: () => timers.size,
    fired: () => fired,
    longest: () => longest,
  };
}
