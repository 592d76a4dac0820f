import type { RecordedRun } from '../../engine/node/recordedRun';
import type { Timeline } from '../../engine/run/timeline/timeline';
import { createTimeline } from '../../engine/run/timeline/timeline';
import { english } from '../../engine/say';

/**
 * A run's trace read into a timeline.
 *
 * R1 The end of a long trace is there at once, the rest is read in slices between which the window can do other things.
 * R2 What is appended is read on; a file that was replaced by a shorter one is read anew.
 */
export interface Feed {
  /** What can be drawn by now: the whole run, or its end for as long as the rest is being read. */
  readonly timeline: () => Timeline;
  /** How much of the trace has been read, 0 … 1. */
  readonly indexed: () => number;
  /** Reads whatever there is; one reading at a time, a call meanwhile leads to one more. */
  readonly read: () => Promise<void>;
  readonly close: () => void;
}

/** Lines that are read at a time: what is drawn of them takes a few milliseconds. */
const SLICE = 500;
/** Lines of the end that are there at once. */
const END = 2000;

/** `recorded`: the run's trace, as it is now. `onRead` is called whenever there is more to draw. `say`: how the timeline is worded. */
export function createFeed(recorded: () => Promise<RecordedRun>, onRead: () => void, say = english): Feed {
  let whole = createTimeline(0, say);
  let end: Timeline | null = null;
  let part = 0;
  let complete = false;
  let current: RecordedRun | null = null;
  let reading: Promise<void> | null = null;
  let again = false;
  let closed = false;

  const readEnd = async (run: RecordedRun) => {
    const { lines } = await run.last(END);
    const first = lines[0]?.line ?? 1;
    if (first <= 1 || whole.lines() > 0) return;
    const timeline = createTimeline(first - 1, say);
    for (const line of lines) timeline.add(line);
    end = timeline;
    onRead();
  };
  const readRest = async () => {
    for (;;) {
      // Asked for anew each time: another run may have been looked at meanwhile, and this one closed.
      const run = await recorded();
      current = run;
      await run.ready;
      if (run.lines() < whole.lines()) {
        whole = createTimeline(0, say);
        complete = false;
      }
      const lines = await run.page(whole.lines() + 1, SLICE);
      if (closed || lines.length === 0) return;
      for (const line of lines) whole.add(line);
      part = whole.lines() / Math.max(1, run.lines());
      if (lines.length < SLICE) return;
      onRead();
      await new Promise<void>((go) => setImmediate(go));
    }
  };
  const readOnce = async () => {
    if (whole.lines() === 0) await readEnd(await recorded());
    await readRest();
    end = null;
    complete = true;
    onRead();
  };
  return {
    timeline: () => (complete ? whole : (end ?? whole)),
    // Looking through the file is about a third of the time, reading it the rest.
    indexed: () => (complete ? 1 : Math.min(0.99, ((current?.indexed() ?? 0) + 2 * part) / 3)),
    read: () => {
      again = reading !== null;
      reading ??= (async () => {
        do {
          again = false;
          await readOnce();
        } while (again && !closed);
      })().finally(() => {
        reading = null;
      });
      return reading;
    },
    close: () => {
      closed = true;
    },
  };
}
