import * as z from 'zod';
import type { FailureCode } from '../failure';
import { isObject } from '../json';
import type { Spend } from '../loops/spend';
import type { Ask, RunResult, RunState } from '../run/state';
import { openAsks, openLatches } from '../run/state';
import type { Control } from '../trace/control';
import type { DebugLog, DebugWish, HeldAt } from './debugWish';
import { debugLogSchema, debugWishSchema, heldAtSchema } from './debugWish';
import type { Serve, Served } from './serving';
import { servedSchema, serveSchema } from './serving';

/**
 * What is said over the channel of a run: one JSON object a line, both ways.
 *
 * R1 The first line of a connection is `hello` with the token that stands in the run's lock. Without it the connection ends.
 * R2 The holder answers every act and every wish with `done` or `refused`, by its `id`, and never says `done` before it is taken.
 * R3 After `hello` the holder pushes `grew` when the trace has grown. It may leave steps out, never the last one.
 * R4 What a log point says is pushed to everybody who is connected then, and kept for nobody.
 * R5 A window that says so in its `hello` serves requests of the holder, see `serving`; nobody else is asked.
 * R6 After `ended` the holder lets the lock go and hangs up, in this order.
 */
export type ToHolder =
  | { readonly type: 'hello'; readonly token: string; readonly from: Client; readonly serves?: true | undefined }
  | { readonly type: 'status'; readonly id: number }
  | { readonly type: 'act'; readonly id: number; readonly by: string; readonly act: Control }
  | { readonly type: 'debug'; readonly id: number; readonly wish: DebugWish }
  /** Of a request that the holder made. */
  | { readonly type: 'serving'; readonly id: number }
  | { readonly type: 'served'; readonly id: number; readonly served: Served };

/** `window`: somebody who watches; a runner without any for too long interrupts itself. `program`: comes and goes. */
export type Client = 'window' | 'program';

export type FromHolder =
  | { readonly type: 'hello'; readonly run: string; readonly pid: number; readonly now: Now }
  | { readonly type: 'grew'; readonly now: Now }
  | { readonly type: 'log'; readonly log: DebugLog }
  | { readonly type: 'serve'; readonly id: number; readonly request: Serve }
  /** Nobody wants the answer of that request any more. */
  | { readonly type: 'drop'; readonly id: number }
  | { readonly type: 'status'; readonly id: number; readonly now: Now }
  | { readonly type: 'done'; readonly id: number }
  | { readonly type: 'refused'; readonly id: number; readonly code: FailureCode; readonly message: string }
  | { readonly type: 'ended'; readonly result: RunResult };

/** Where the run stands, small enough to be said often. */
export interface Now {
  /** Bytes of the trace that are durable. */
  readonly size: number;
  readonly loops: Readonly<Record<string, { readonly pass: number; readonly total: number }>>;
  readonly openLatches: number;
  readonly asks: readonly (Pick<Ask, 'step' | 'question' | 'choices' | 'due'> & { readonly id: string })[];
  readonly spend: Spend;
  /** Where a debugger holds it; null: nothing does. */
  readonly held: HeldAt | null;
}

export const nowOf = (state: RunState, size: number, held: HeldAt | null = null): Now => ({
  size,
  loops: Object.fromEntries(Object.entries(state.loops).map(([id, { pass, total }]) => [id, { pass, total }])),
  openLatches: openLatches(state).length,
  asks: openAsks(state).map(({ id, step, question, choices, due }) => ({ id, step, question, choices, due })),
  spend: state.spend,
  held,
});

const bound = z.number().positive().optional();
/** Bounds as they stand in specifications and acts. */
export const raisedSchema = z.strictObject({
  maxPasses: bound,
  usd: bound,
  tokens: bound,
  noProgressCeiling: bound,
  maxIterations: bound,
  minutes: bound,
  superSteps: bound,
});

const text = z.string().max(10_000);
const control = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('stop'), when: z.literal('pass').optional() }),
  z.strictObject({ do: z.literal('pause') }),
  z.strictObject({ do: z.literal('caps'), loop: text, caps: raisedSchema }),
  z.strictObject({ do: z.literal('cancel') }),
  z.strictObject({ do: z.literal('answer'), ask: text, choice: text, text: text.optional() }),
  z.strictObject({ do: z.literal('note'), loop: text, text }),
  z.strictObject({ do: z.literal('accept'), latch: text, why: text }),
]);
const id = z.int().min(0);

/** Reads what a client says. */
export const toHolderSchema: z.ZodType<ToHolder> = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    token: text,
    from: z.enum(['window', 'program']),
    serves: z.literal(true).optional(),
  }),
  z.strictObject({ type: z.literal('status'), id }),
  z.strictObject({ type: z.literal('act'), id, by: text, act: control }),
  z.strictObject({ type: z.literal('debug'), id, wish: debugWishSchema }),
  z.strictObject({ type: z.literal('serving'), id }),
  z.strictObject({ type: z.literal('served'), id, served: servedSchema }),
]);

/** Acts as they stand in a file that starts a runner. */
export const actsSchema: z.ZodType<readonly { readonly act: Control; readonly by: string }[]> = z.array(
  z.strictObject({ act: control, by: text }),
);

const count = z.number();
const now: z.ZodType<Now> = z.object({
  size: count,
  loops: z.record(z.string(), z.object({ pass: count, total: count })),
  openLatches: count,
  asks: z.array(
    z.object({
      id: z.string(),
      step: z.string(),
      question: z.string(),
      choices: z.array(z.string()),
      due: z.string().nullable(),
    }),
  ),
  spend: z.object({
    usd: count,
    tokens: count,
    turns: count,
    unknownUsd: count,
    unknownTokens: count,
    firstUnknown: z.string().nullable(),
  }),
  // One that was started by an older program does not say it.
  held: heldAtSchema.nullable().default(null),
});

/** Reads what a holder says. Its result is shown and never acted upon. */
export const fromHolderSchema: z.ZodType<FromHolder> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), run: z.string(), pid: count, now }),
  z.object({ type: z.literal('grew'), now }),
  z.object({ type: z.literal('log'), log: debugLogSchema }),
  z.object({ type: z.literal('serve'), id, request: serveSchema }),
  z.object({ type: z.literal('drop'), id }),
  z.object({ type: z.literal('status'), id, now }),
  z.object({ type: z.literal('done'), id }),
  z.object({
    type: z.literal('refused'),
    id,
    code: z.custom<FailureCode>((code) => typeof code === 'string'),
    message: z.string(),
  }),
  z.object({ type: z.literal('ended'), result: z.custom<RunResult>(isObject) }),
]);
