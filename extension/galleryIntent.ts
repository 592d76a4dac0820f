import * as z from 'zod';
import type { GalleryIntent } from '../webview/protocol';

/** Reads what the gallery sends. A webview is outside: anything that is not an intent in every detail has no effect. */
export const galleryIntent: z.ZodType<GalleryIntent> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('choose'), name: z.string().max(200) }),
  z.strictObject({ type: z.literal('failed'), message: z.string().max(1_000_000) }),
]);
