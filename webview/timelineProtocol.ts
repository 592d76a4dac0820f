import type { Spend } from '../engine/loops/spend';

/**
 * What passes between the extension and a page that shows a run in time. Snapshots go down, each replaces the one before;
 * intents come up. Times are milliseconds since 1970 (UTC), lines are numbers in the trace file, from 1.
 */
export interface TimelineSnapshot {
  readonly type: 'timeline';
  readonly run: { readonly id: string; readonly flow: string; readonly status: string; readonly live: boolean };
  /** The whole of the run so far; `indexed` below 1: how much of a long trace has been read by now. */
  readonly whole: {
    readonly from: number;
    readonly to: number;
    readonly lines: number;
    readonly indexed: number;
  };
  /** The stretch of time that this snapshot holds; it is drawn until the next one comes. */
  readonly window: { readonly from: number; readonly to: number };
  /** In the order in which they are shown. */
  readonly lanes: readonly TimelineLane[];
  /** Passes, batches and rounds, above the lanes. */
  readonly sections: readonly TimelineSection[];
  readonly latches: readonly TimelineSpan[];
  readonly spend: TimelineSpend;
  /** The moment that is looked at; null: the present. */
  readonly moment: { readonly line: number; readonly at: number; readonly text: string } | null;
}

export interface TimelineLane {
  /** The step's id, behind the path of the call that it stands in. */
  readonly key: string;
  readonly label: string;
  readonly depth: number;
  readonly spans: readonly TimelineSpan[];
}

/** One visit; or, where they are too many to be told apart, `count` of them. */
export interface TimelineSpan {
  readonly from: number;
  /** Null: it is not over. */
  readonly to: number | null;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly look: 'done' | 'failed' | 'running' | 'waiting' | 'latch' | 'many';
  readonly label: string;
  readonly count: number;
}

export interface TimelineSection {
  readonly loop: string;
  /** `pass 2`, `batch 1 · iteration 3`. */
  readonly label: string;
  readonly from: number;
  readonly to: number | null;
  readonly line: number;
  readonly depth: number;
}

export interface TimelineSpend {
  /** Absolute, after the turn at that time; `unknown` turns so far reported nothing. */
  readonly points: readonly {
    readonly at: number;
    readonly usd: number;
    readonly tokens: number;
    readonly unknown: number;
  }[];
  readonly now: Pick<Spend, 'usd' | 'tokens' | 'unknownUsd' | 'unknownTokens'>;
  /** Caps that hold, as lines to be drawn. */
  readonly caps: readonly { readonly label: string; readonly unit: 'usd' | 'tokens'; readonly value: number }[];
}

export type TimelineIntent =
  | { readonly type: 'ready' }
  /** This stretch of time is shown, so many CSS pixels wide. */
  | { readonly type: 'window'; readonly from: number; readonly to: number; readonly pixels: number }
  /** Look at the run behind this line; null: the present. */
  | { readonly type: 'moment'; readonly line: number | null }
  /** The next or previous commit from the moment that is looked at. */
  | { readonly type: 'step'; readonly to: 'before' | 'after' }
  /** Open what a line is about. */
  | { readonly type: 'open'; readonly line: number }
  | { readonly type: 'failed'; readonly message: string };
