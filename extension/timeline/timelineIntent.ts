import * as z from 'zod';
import type { TimelineIntent } from '../../webview/timelineProtocol';

/** Reads what a timeline sends. A webview is outside: anything that is not an intent in every detail has no effect. */
const line = z.int().min(0);
const time = z.number();

export const timelineIntent: z.ZodType<TimelineIntent> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({
    type: z.literal('window'),
    from: time.nullable(),
    to: time.nullable(),
    pixels: z.number().min(1).max(100_000),
  }),
  z.strictObject({ type: z.literal('moment'), line: line.nullable() }),
  z.strictObject({ type: z.literal('scrub'), at: time }),
  z.strictObject({
    type: z.literal('step'),
    to: z.enum(['before', 'after', 'first', 'last']),
    by: z.literal('pass').optional(),
  }),
  z.strictObject({ type: z.literal('open'), line }),
  z.strictObject({ type: z.literal('failed'), message: z.string().max(100_000) }),
]);
