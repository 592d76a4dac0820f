import type { StopSignal, TurnLimits } from '../../../ports';
import { createStop } from '../../stop';

/** The clocks of a turn that is no program: whoever does it asks, and is told at once when it is over. */
export interface TurnWatch {
  /** Fires at a person's stop and at a limit alike. */
  readonly stop: StopSignal;
  /** How it was ended; null: it may go on. */
  readonly ended: () => { readonly status: 'timed-out' | 'cancelled'; readonly why: string } | null;
  readonly leftMs: () => number;
  /** The idle clock starts anew: something came, or is waited for from now on. */
  readonly heard: () => void;
  /** The idle clock rests: what takes time now is our own. */
  readonly rest: () => void;
  /** Resolves after `ms`, or at once when it is over. */
  readonly pause: (ms: number) => Promise<void>;
  readonly close: () => void;
}

export function watchTurn(limits: Pick<TurnLimits, 'wallMs' | 'idleMs'>, stop: StopSignal): TurnWatch {
  const own = createStop();
  const deadline = performance.now() + limits.wallMs;
  let ended: ReturnType<TurnWatch['ended']> = null;
  let idle: NodeJS.Timeout | undefined;
  const end = (status: 'timed-out' | 'cancelled', why: string): void => {
    ended ??= { status, why };
    clearTimeout(idle);
    own.stop('now');
  };
  const wall = setTimeout(
    () => end('timed-out', `it took longer than its limit of ${limits.wallMs} ms`),
    limits.wallMs,
  );
  const forget = stop.onNow(() => end('cancelled', 'it was stopped before it was done'));
  return {
    stop: own.signal,
    ended: () => ended,
    leftMs: () => Math.max(0, deadline - performance.now()),
    heard: () => {
      clearTimeout(idle);
      if (ended !== null) return;
      idle = setTimeout(() => end('timed-out', `the service sent nothing for ${limits.idleMs} ms`), limits.idleMs);
    },
    rest: () => clearTimeout(idle),
    pause: (ms) =>
      new Promise((resolve) => {
        let forgetEnd = (): void => undefined;
        const done = (): void => {
          clearTimeout(timer);
          forgetEnd();
          resolve();
        };
        const timer = setTimeout(done, ms);
        forgetEnd = own.signal.onNow(done);
      }),
    close: () => {
      clearTimeout(wall);
      clearTimeout(idle);
      forget();
    },
  };
}
