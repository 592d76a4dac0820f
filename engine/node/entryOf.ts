import type { Entry } from '../trace/entry';
import type { RecordedRun } from './recordedRun';

const PAGE = 500;

/**
 * The entry with this `seq`; null: there is none. It is looked for where it stands in a trace that is whole, and from there
 * outwards: every line that a crash cut off has moved it by one.
 */
export async function entryOf(run: RecordedRun, seq: number): Promise<Entry | null> {
  const lines = run.lines();
  const found = async (from: number, until: number): Promise<Entry | null> => {
    for (const line of await run.page(Math.max(1, from), until - Math.max(1, from) + 1))
      if ('entry' in line && line.entry.seq === seq) return line.entry;
    return null;
  };
  const at = Math.max(1, Math.min(seq + 1, lines));
  const there = await found(at, at);
  if (there !== null) return there;
  for (let done = 0; at + done <= lines || at - done >= 1; done += PAGE) {
    const entry = (await found(at + done, at + done + PAGE - 1)) ?? (await found(at - done - PAGE, at - done - 1));
    if (entry !== null) return entry;
  }
  return null;
}
