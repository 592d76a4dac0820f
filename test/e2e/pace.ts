import type { Frame } from 'playwright-core';

/** How a page kept up while something was done in it; milliseconds. */
export interface Pace {
  /** Of all frames 95 of 100 came sooner after the one before. */
  readonly frame95: number;
  /** The longest time from a key to the picture that shows it; 0 where no key was slow enough to be noted. */
  readonly key: number;
  /** The longest time in which nothing else could happen. */
  readonly freeze: number;
}

/** Does something and measures how the page keeps up meanwhile, as its own browser tells. */
export async function paceOf(frame: Frame, act: () => Promise<void>): Promise<Pace> {
  const recorder = await frame.evaluateHandle(record);
  await act();
  return recorder.evaluate((stop) => stop());
}

/** Runs in the page. */
function record(): () => Pace {
  const [frames, keys, tasks]: number[][] = [[], [], []];
  const watch = (type: string, into: number[] | undefined, wanted: (entry: PerformanceEntry) => boolean) => {
    const observer = new PerformanceObserver((list) =>
      into?.push(
        ...list
          .getEntries()
          .filter(wanted)
          .map(({ duration }) => duration),
      ),
    );
    observer.observe({ type, durationThreshold: 16 } as PerformanceObserverInit);
    return observer;
  };
  const observers = [
    watch('event', keys, ({ name }) => name === 'keydown' || name === 'input'),
    watch('longtask', tasks, () => true),
  ];
  let [before, going] = [performance.now(), true];
  const frame = (now: number) => {
    frames?.push(now - before);
    before = now;
    if (going) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return () => {
    going = false;
    for (const observer of observers) observer.disconnect();
    const sorted = (frames ?? []).sort((a, b) => a - b);
    return {
      frame95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      key: Math.max(0, ...(keys ?? [])),
      freeze: Math.max(0, ...(tasks ?? [])),
    };
  };
}
