import type * as vscode from 'vscode';

/** Does something as often as it is wanted, but at most once in so many milliseconds; the last wish is always met. */
export interface Gathered extends vscode.Disposable {
  readonly soon: () => void;
  /** At once, and what was wanted before is done with it. */
  readonly now: () => void;
}

export function gathered(act: () => void, ms: number): Gathered {
  let timer: NodeJS.Timeout | null = null;
  let last = Number.NEGATIVE_INFINITY;
  const stop = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const now = () => {
    stop();
    last = Date.now();
    act();
  };
  return {
    now,
    soon: () => {
      timer ??= setTimeout(now, Math.max(0, last + ms - Date.now()));
    },
    dispose: stop,
  };
}
