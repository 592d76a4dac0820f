import type { TimelinePicture } from '../engine/run/timeline/picture';

/**
 * What passes between the extension and a page that shows a run in time. Snapshots go down, each replaces the one before;
 * intents come up. Times are milliseconds since 1970 (UTC), lines are numbers in the trace file, from 1.
 */
export interface TimelineSnapshot extends Omit<TimelinePicture, 'whole'> {
  readonly type: 'timeline';
  /** `folder` is what the page remembers, so that a reload finds the run again. Null: the run is not there any more. */
  readonly run: {
    readonly id: string;
    readonly flow: string;
    readonly status: string;
    readonly live: boolean;
    readonly folder: string;
  } | null;
  /** The whole of the run so far; `indexed` below 1: how much of a long trace has been read by now. */
  readonly whole: TimelinePicture['whole'] & { readonly indexed: number };
  /** What each worker had spent at the moment that is looked at, a line each, in words. */
  readonly workers: readonly string[];
  /** The moment that is looked at; null: the present. */
  readonly moment: { readonly line: number; readonly at: number; readonly text: string } | null;
}

export type TimelineIntent =
  | { readonly type: 'ready' }
  /** This stretch of time is shown, so many CSS pixels wide; null: all of the run, also as it grows. */
  | { readonly type: 'window'; readonly from: number | null; readonly to: number | null; readonly pixels: number }
  /** Look at the run behind this line; null: the present. */
  | { readonly type: 'moment'; readonly line: number | null }
  /** Look at the run behind the last commit at this time or before. */
  | { readonly type: 'scrub'; readonly at: number }
  /** The next or previous commit from the moment that is looked at, or the first or last; `pass`: where a pass begins. */
  | { readonly type: 'step'; readonly to: 'before' | 'after' | 'first' | 'last'; readonly by?: 'pass' }
  /** Open what a line is about. */
  | { readonly type: 'open'; readonly line: number }
  | { readonly type: 'failed'; readonly message: string };
