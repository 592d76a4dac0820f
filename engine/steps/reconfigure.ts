import * as z from 'zod';
import type { Json } from '../json';
import { at } from '../json';
import type { RaisedBounds } from '../trace/control';

const count = z.int().min(1).max(1_000_000).optional();
const amount = z.number().positive().optional();

const wishSchema = z.record(
  z.string(),
  z.strictObject({
    maxPasses: count,
    maxIterations: count,
    noProgressCeiling: count,
    superSteps: count,
    usd: amount,
    tokens: count,
    minutes: amount,
  }),
);

/**
 * Other caps that a router's worker asks for, at `reconfigure` of its structured answer: loop id (or `budget`) → caps.
 * Undefined where it asks for none; what cannot be read asks for nothing. Whether it may is for the run to say.
 */
export function reconfigureOf(structured: Json | undefined): Readonly<Record<string, RaisedBounds>> | undefined {
  const read = wishSchema.safeParse(at(structured, ['reconfigure']));
  if (!read.success) return undefined;
  const wishes: Readonly<Record<string, RaisedBounds>> = JSON.parse(JSON.stringify(read.data));
  return Object.keys(wishes).length === 0 ? undefined : wishes;
}
