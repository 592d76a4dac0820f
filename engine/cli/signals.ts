import type { Carrying } from '../runner/carry';
import type { Leave } from '../runner/waiting';
import { EXIT } from './exitCode';
import { person } from './person';
import type { Terminal } from './terminal';

/** What Ctrl+C is answered with, once and twice. */
export const STOPPING = 'Stopping at the next boundary. Ctrl-C again stops at once.';
export const STOPPING_NOW = 'Stopping at once: every process of the run is ended.';

/** Signals as wishes about the run in the foreground. */
export interface Signals {
  /** From now on they are about this stretch; those that came before take effect at once. */
  readonly carry: (ready: Carrying) => void;
  /** The run is parked; until it is false again there is nothing to stop. */
  readonly park: (parked: boolean) => void;
  readonly leave: Leave;
  readonly forget: () => void;
}

/**
 * Turns signals into wishes. Ctrl-C stops the run that is carried: once at the next boundary, twice at once. While it is
 * parked nothing runs that could be stopped: the program leaves and the run stays parked.
 */
export function onSignals(terminal: Terminal): Signals {
  let carrying: Carrying | null = null;
  let parked = false;
  let asked = 0;
  let gone = false;
  const leaving = new Set<() => void>();
  const go = () => {
    for (const listener of [...leaving]) listener();
  };
  const interrupt = () => {
    gone = true;
    carrying?.interrupt();
    go();
  };
  const ctrlC = () => {
    asked++;
    if (parked) {
      terminal.complain({ text: 'The run stays parked.', tone: 'warn' });
      go();
    } else if (asked === 1) {
      terminal.complain({ text: STOPPING, tone: 'warn' });
      carrying?.act({ do: 'stop' }, person());
    } else if (asked === 2) {
      terminal.complain({ text: STOPPING_NOW, tone: 'warn' });
      if (carrying === null) process.exit(EXIT.cancelled);
      carrying.act({ do: 'cancel' }, person());
    }
  };
  process.on('SIGINT', ctrlC).on('SIGTERM', interrupt).on('SIGHUP', interrupt);
  return {
    carry: (ready) => {
      carrying = ready;
      if (gone) ready.interrupt();
      else if (asked > 0) ready.act({ do: 'stop' }, person());
    },
    park: (now) => {
      parked = now;
      if (now) carrying = null;
    },
    leave: {
      wanted: () => gone || asked > 0,
      onWanted: (listener) => {
        const once = () => {
          leaving.delete(once);
          listener();
        };
        leaving.add(once);
        return () => void leaving.delete(once);
      },
    },
    forget: () => process.off('SIGINT', ctrlC).off('SIGTERM', interrupt).off('SIGHUP', interrupt),
  };
}
