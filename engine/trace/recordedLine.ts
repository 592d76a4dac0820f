import type { Entry } from './entry';

/** A line of a trace file: an entry, or one that could not be read. `line` counts from 1. */
export type RecordedLine =
  | { readonly line: number; readonly entry: Entry }
  | { readonly line: number; readonly hidden: 'damaged' | 'unknown' };
