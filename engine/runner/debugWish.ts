import * as z from 'zod';
import type { DebugLog, EventBreakpoint, Going, StepBreakpoint } from '../run/debug/breakpoint';
import { EVENT_BREAKPOINTS } from '../run/debug/breakpoint';
import type { Stop } from '../run/debug/stops';
import type { Saying } from '../say';
import type { Within } from '../trace/scope';

export type { DebugLog, EventBreakpoint, StepBreakpoint };
export { EVENT_BREAKPOINTS };

/**
 * What a debugger asks of whoever carries a run, and what it is told. None of it is part of the run: nothing of it stands
 * in the trace, and a run that was debugged has the trace of one that was not.
 *
 * R1 A run is held only between two actions: before a super-step, before an item of a map or a task of a plan. While it is
 *    held no worker is started and no entry appended; the process lives.
 * R2 What holds a run stays with its runner: a window that reloads, or a debugger that went away without `detach`, finds it
 *    held as it was. A stop or a cancel lets go at once.
 */
export type DebugWish =
  /** Replaces all breakpoints. */
  | {
      readonly do: 'breakpoints';
      readonly steps: readonly StepBreakpoint[];
      readonly events: readonly EventBreakpoint[];
    }
  | { readonly do: 'go'; readonly how: Going }
  /** Hold before the next action. */
  | { readonly do: 'hold' }
  /** Forgets every breakpoint and lets go. */
  | { readonly do: 'detach' };

/** Where a run is held. */
export interface HeldAt {
  /** Counts up with each hold of this runner: the same number is the same hold. */
  readonly count: number;
  readonly why: Stop['why'];
  /** For people: which breakpoint, which event. In English, and as it is said in any language. */
  readonly text: string;
  readonly said: readonly Saying[];
  readonly within: Within;
  /** What is due there, the first one first; empty where an event holds it with nothing due. */
  readonly due: readonly { readonly step: string; readonly visit: number }[];
  /** Ids of the breakpoints that were hit. */
  readonly hit: readonly string[];
  /** Entries of the trace that are durable: the state of the hold is the fold of so many. */
  readonly entries: number;
}

const count = z.number();

const saying: z.ZodType<Saying> = z.object({
  message: z.string(),
  args: z.array(z.union([z.string(), z.number()])),
});

/** Reads where a run is held. Its result is shown and never acted upon. */
export const heldAtSchema: z.ZodType<HeldAt> = z.object({
  count,
  why: z.enum(['entry', 'step', 'pause', 'breakpoint', ...EVENT_BREAKPOINTS]),
  text: z.string(),
  said: z.array(saying).default([]),
  within: z.string(),
  due: z.array(z.object({ step: z.string(), visit: count })),
  hit: z.array(z.string()),
  entries: count,
});

export const debugLogSchema: z.ZodType<DebugLog> = z.object({
  id: z.string(),
  step: z.string(),
  text: z.string(),
  fault: saying.optional(),
});

const text = z.string().max(10_000);

export const debugWishSchema: z.ZodType<DebugWish> = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('breakpoints'),
    steps: z
      .array(
        z.strictObject({
          id: text,
          flow: text,
          step: text,
          condition: text.optional(),
          hits: z.int().min(1).optional(),
          log: text.optional(),
        }),
      )
      .max(1000),
    events: z.array(z.enum(EVENT_BREAKPOINTS)),
  }),
  z.strictObject({ do: z.literal('go'), how: z.enum(['continue', 'over', 'into', 'out']) }),
  z.strictObject({ do: z.literal('hold') }),
  z.strictObject({ do: z.literal('detach') }),
]);
