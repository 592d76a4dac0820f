import type { RecordedRun } from '../engine/node/recordedRun';
import type { RecordedLine } from '../engine/trace/recordedLine';
import { fitsLine } from './rows/fittingLines';
import type { TraceFilter } from './rows/traceFilter';
import { hidesLines } from './rows/traceFilter';
import { TRACE_PAGE } from './rows/traceRows';

/** What is listed of a trace. */
export interface ShownLines {
  readonly lines: readonly RecordedLine[];
  /** How many lines above them have not been looked at. */
  readonly above: number;
}

/**
 * The last lines of one trace, of those that a filter leaves, read in pages from its file: as many as are listed are kept,
 * and no more. A long trace shows its end before it has been looked through.
 */
export interface TracePages {
  /** What is known now. Reads on where this is another run, another filter or a page more. */
  readonly show: (folder: string, pages: number, filter: TraceFilter) => ShownLines;
  /** The trace may have grown. */
  readonly grown: () => void;
  /** Over once all that was wanted has been read. */
  readonly settled: () => Promise<void>;
}

const SLICE = 1000;
/** Where a filter leaves little: so many lines are looked at for each page that is wanted. */
const LOOKED_AT = 20_000;
const NOTHING: ShownLines = { lines: [], above: 0 };

/** @param onRead is called whenever there is more to show */
export function createTracePages(
  opened: (folder: string) => RecordedRun,
  onRead: () => void,
  onFailed: (thrown: unknown) => void,
): TracePages {
  let asked: { readonly folder: string; readonly pages: number; readonly filter: TraceFilter } | null = null;
  let shown = NOTHING;
  /** Lines from the first to the last of these have been looked at; null: none yet. */
  let seen: { readonly generation: number; readonly first: number; readonly last: number } | null = null;
  let reading: Promise<void> | null = null;
  let again = false;

  const put = (next: ShownLines) => {
    shown = next;
    onRead();
  };
  const read = async (): Promise<void> => {
    const mine = asked;
    if (mine === null) return;
    const { folder, pages, filter } = mine;
    const run = opened(folder);
    const most = pages * TRACE_PAGE;
    const fitting = (lines: readonly RecordedLine[]) =>
      hidesLines(filter) ? lines.filter((line) => fitsLine(line, filter)) : lines;
    if (seen === null && run.indexed() < 1) {
      const { lines } = await run.last(TRACE_PAGE);
      if (mine === asked) put({ lines: fitting(lines), above: Math.max(0, (lines[0]?.line ?? 1) - 1) });
    }
    await run.ready;
    await run.grow();
    const { generation } = run;
    const count = run.lines();
    const known =
      seen?.generation === generation() ? seen : { generation: generation(), first: count + 1, last: count };
    let { first } = known;
    let lines = seen === known ? shown.lines : [];
    for (let from = known.last + 1; from <= count; from += SLICE)
      lines = [...lines, ...fitting(await run.page(from, Math.min(SLICE, count - from + 1)))];
    const least = hidesLines(filter) ? Math.max(1, count - pages * LOOKED_AT) : 1;
    while (lines.length < most && first > least) {
      const from = Math.max(least, first - (hidesLines(filter) ? SLICE : most - lines.length));
      lines = [...fitting(await run.page(from, first - from)), ...lines];
      first = from;
    }
    if (mine !== asked || generation() !== known.generation) return;
    if (lines.length > most) {
      lines = lines.slice(-most);
      first = lines[0]?.line ?? first;
    }
    const same = seen === known && known.first === first && known.last === count;
    seen = { generation: known.generation, first, last: count };
    if (!same) put({ lines, above: first - 1 });
  };
  const soon = () => {
    again = true;
    reading ??= (async () => {
      while (again) {
        again = false;
        await read().catch(onFailed);
      }
      reading = null;
    })();
  };
  return {
    show: (folder, pages, filter) => {
      const same = asked?.folder === folder && asked.filter === filter;
      if (same && asked?.pages === pages) return shown;
      if (!same) {
        seen = null;
        shown = NOTHING;
      }
      asked = { folder, pages, filter };
      soon();
      return shown;
    },
    grown: () => {
      if (asked !== null) soon();
    },
    settled: async () => {
      while (reading !== null) await reading;
    },
  };
}
