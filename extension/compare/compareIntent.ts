import * as z from 'zod';
import type { CompareIntent } from '../../webview/protocol';

/** Reads what a page that compares sends. A webview is outside: anything that is not an intent in every detail has no effect. */
export const compareIntent: z.ZodType<CompareIntent> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('textDiff') }),
  z.strictObject({ type: z.literal('open'), selection: z.array(z.string().max(1_000_000)).max(100_000) }),
  z.strictObject({ type: z.literal('failed'), message: z.string().max(1_000_000) }),
]);
