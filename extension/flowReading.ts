import { examine } from '../engine/flow/examine';
import type { ParsedFlow } from '../engine/flow/parse';
import type { Issue } from '../engine/issue';
import type { Json } from '../engine/json';

/** A flow's text, read. */
export interface FlowReading {
  readonly text: string;
  readonly parsed: ParsedFlow;
  /** Of syntax, shape and meaning together, in the order of the text. */
  readonly issues: readonly Issue[];
  /** The value of this text, or of the last text before it that could be read; null where there was none. */
  readonly lastGood: Json | null;
}

/** True of a text without any value: a file that was just made. */
export const holdsNothing = (reading: FlowReading | undefined): boolean => reading?.parsed.broken?.code === 'empty';

/** Reads a text. `before`: the reading it replaces, for the last good value and because most texts come unchanged. */
export function readFlow(text: string, before?: FlowReading): FlowReading {
  if (before?.text === text) return before;
  const parsed = examine(text);
  const good = parsed.broken === null ? parsed.value : null;
  return { text, parsed, issues: parsed.issues, lastGood: good ?? before?.lastGood ?? null };
}
