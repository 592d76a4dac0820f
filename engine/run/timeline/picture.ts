import type { Spend } from '../../loops/spend';

/**
 * A stretch of a run in time, ready to be drawn: as much as fits the pixels and no more, however long the run is. Times are
 * milliseconds since 1970 (UTC), lines are numbers in the trace file, from 1.
 */
export interface TimelinePicture {
  readonly whole: {
    readonly from: number;
    readonly to: number;
    readonly lines: number;
    /** Lines that could not be read; nothing of them is drawn. */
    readonly hidden: number;
  };
  readonly window: { readonly from: number; readonly to: number };
  /** In the order in which they are shown. */
  readonly lanes: readonly TimelineLane[];
  /** Passes, batches and rounds, above the lanes. */
  readonly sections: readonly TimelineSection[];
  readonly latches: readonly TimelineSpan[];
  readonly spend: TimelineSpend;
}

export interface TimelineLane {
  /** The step's id, behind the path of the call that it stands in. */
  readonly key: string;
  readonly label: string;
  readonly depth: number;
  readonly spans: readonly TimelineSpan[];
  /** When it waited for a person or for a time; over the spans. */
  readonly waits: readonly TimelineSpan[];
  /** Of the whole run, not of the window alone. */
  readonly total: {
    readonly visits: number;
    readonly failed: number;
    /** How its last visit stands. */
    readonly last: SpanLook;
    /** Milliseconds, of all visits. */
    readonly took: number;
  };
}

export type SpanLook =
  | 'done'
  | 'failed'
  | 'running'
  | 'waiting'
  /** It was cut off: nobody carried it on. */
  | 'interrupted'
  /** A latch that is open, and one that is not any more. */
  | 'latch'
  | 'cleared'
  | 'accepted'
  | 'many';

/** One visit; or, where they are too many to be told apart, `count` of them. */
export interface TimelineSpan {
  readonly from: number;
  /** Null: it is not over. */
  readonly to: number | null;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly look: SpanLook;
  readonly label: string;
  readonly count: number;
  /** How many of them failed. */
  readonly failed: number;
  /** Spans of the same lane that overlap stand in rows, from 0. */
  readonly row: number;
}

export interface TimelineSection {
  readonly loop: string;
  /** `pass 2`, `batch 1 · iteration 3`; of many, the first and the last. */
  readonly label: string;
  readonly from: number;
  readonly to: number | null;
  readonly line: number;
  readonly depth: number;
  readonly count: number;
  /** What was decided at its end; empty: nothing was yet. */
  readonly decided: string;
}

export interface TimelineSpend {
  /** Absolute, after the turn at that time; so many turns so far are not in the sum, because nobody knows. */
  readonly points: readonly ({ readonly at: number } & Pick<
    Spend,
    'usd' | 'tokens' | 'unknownUsd' | 'unknownTokens'
  >)[];
  readonly now: Pick<Spend, 'usd' | 'tokens' | 'unknownUsd' | 'unknownTokens'>;
  /** Caps as lines to be drawn, each for as long as it holds; `to` null: it still does. */
  readonly caps: readonly {
    readonly label: string;
    readonly unit: 'usd' | 'tokens';
    readonly value: number;
    readonly from: number;
    readonly to: number | null;
  }[];
}
