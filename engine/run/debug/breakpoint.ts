import type { Saying } from '../../say';

/** Before each visit of a step, where the condition holds. */
export interface StepBreakpoint {
  /** Chosen by the debugger; unique among those that are set. */
  readonly id: string;
  /** The flow that the step stands in, by its id: the run's own or a called one. */
  readonly flow: string;
  readonly step: string;
  /** CEL, over what a `when` sees; absent: always. An error counts as true and is said. */
  readonly condition?: string;
  /** Holds at this many hits and at each later one; absent: 1. */
  readonly hits?: number;
  /** Says this and goes on; CEL in braces is put in. */
  readonly log?: string;
}

/** Behind the commit that says so, before anything follows from it. */
export const EVENT_BREAKPOINTS = ['met-claim', 'latch-opened', 'spend-80', 'stalled', 'pass-ended', 'failure'] as const;
export type EventBreakpoint = (typeof EVENT_BREAKPOINTS)[number];

/** How a run that was held goes on. */
export type Going = 'continue' | 'over' | 'into' | 'out';

/** What a log point said. */
export interface DebugLog {
  readonly id: string;
  readonly step: string;
  readonly text: string;
  /** Why its condition could not be told. */
  readonly fault?: Saying;
}
