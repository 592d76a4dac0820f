/** A wall clock and the platform's timer. */
export interface AlarmClock {
  /** Milliseconds since 1970 (UTC). */
  readonly now: () => number;
  /** Calls once, after about `ms`, unless the function that it returns was called before. */
  readonly after: (ms: number, call: () => void) => () => void;
}

/** Wakes at many absolute instants with one timer. */
export interface Alarm {
  /** The instant for this name (milliseconds since 1970) in place of the one before; null: none. */
  readonly set: (name: string, at: number | null) => void;
  readonly close: () => void;
}

/**
 * The longest that anybody looks away. Timers of the platform wrap at 24.8 days, stand still while the computer sleeps and
 * know nothing of a clock that is set: after all of these an instant is met at most this much late.
 */
export const MOST_AWAY_MS = 60_000;
/** A timer that comes a little early is armed anew, and never at once. */
const LEAST_AWAY_MS = 1;

/**
 * R1 An instant is compared with the clock each time, never counted down: what a timer says is only when to look.
 * R2 Each instant rings once, however often it is set, and never before it has come. Never inside `set`.
 * R3 Instants that were slept through ring once each, in order: nothing is made up for.
 * @param ring may set other instants, the same name's too
 */
export function createAlarm(clock: AlarmClock, ring: (name: string) => void): Alarm {
  const waiting = new Map<string, number>();
  const rung = new Map<string, number>();
  let disarm: (() => void) | null = null;

  const arm = () => {
    disarm?.();
    disarm = null;
    if (waiting.size === 0) return;
    const away = Math.min(...waiting.values()) - clock.now();
    disarm = clock.after(Math.min(MOST_AWAY_MS, Math.max(LEAST_AWAY_MS, away)), look);
  };
  const look = () => {
    const now = clock.now();
    const come = [...waiting].filter(([, at]) => at <= now).sort(([, a], [, b]) => a - b);
    for (const [name, at] of come) {
      waiting.delete(name);
      rung.set(name, at);
    }
    arm();
    for (const [name] of come) ring(name);
  };
  return {
    set: (name, at) => {
      if (at === null) {
        rung.delete(name);
        if (waiting.delete(name)) arm();
      } else if (rung.get(name) !== at && waiting.get(name) !== at) {
        waiting.set(name, at);
        arm();
      }
    },
    close: () => {
      waiting.clear();
      disarm?.();
      disarm = null;
    },
  };
}

/** The machine's own. Its timer keeps the process alive. */
export const systemAlarmClock: AlarmClock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
