import type { LineIndex } from './lineIndex';
import { createLineIndex } from './lineIndex';
import type { TraceBytes } from './traceBytes';
import { fileNow, openTraceBytes } from './traceBytes';

/**
 * A trace file and where its lines stand. A missing file is an empty one.
 *
 * R1 A line counts once its line break is there.
 * R2 A file that is another one, is shorter than before, or does not end what is known of it as it did, starts anew.
 * R3 It is read in slices, with a turn of the event loop between them.
 */
export interface IndexedTrace {
  readonly index: () => LineIndex;
  /** How much of the file is known, from 0 to 1. */
  readonly indexed: () => number;
  /** Rises whenever the file starts anew: what was found out before is of another file. */
  readonly generation: () => number;
  /** Reads what was appended. True where a line was, or where the file started anew. */
  readonly grow: () => Promise<boolean>;
  /** The bytes of these lines, from the first to the last of them, with their line breaks. */
  readonly bytesOf: (first: number, last: number) => Promise<Buffer>;
  /** Any bytes of the file. */
  readonly read: (offset: number, length: number) => Promise<Buffer>;
  readonly close: () => void;
}

/** Small enough that looking through one takes a millisecond or two. */
const SLICE_BYTES = 1024 * 1024;
const NOTHING = Buffer.alloc(0);

export function indexTrace(path: string): IndexedTrace {
  let file: TraceBytes | null = null;
  let index = createLineIndex();
  let size = 0;
  let generation = 0;
  /** It has been read to its end once. */
  let whole = false;
  /** The last bytes of the whole lines. */
  let ending = NOTHING;
  let last: Promise<unknown> = Promise.resolve();

  const anew = (next: TraceBytes | null) => {
    file?.close();
    file = next;
    index = createLineIndex();
    size = 0;
    whole = false;
    generation += 1;
    ending = NOTHING;
  };
  const read = async (offset: number, length: number) =>
    length <= 0 ? NOTHING : ((await file?.read(offset, length)) ?? NOTHING);
  const isSame = async (now: { readonly identity: string; readonly size: number }): Promise<boolean> => {
    if (file === null || file.identity !== now.identity || now.size < size) return false;
    if (now.size === size) return true;
    return ending.equals(await read(index.bytes() - ending.length, ending.length));
  };
  const readOn = async (): Promise<void> => {
    const mine = index;
    let slice = Buffer.allocUnsafe(Math.min(SLICE_BYTES, size - mine.bytes()));
    for (let at = mine.bytes(); at < size; at = mine.bytes()) {
      const bytes = slice.subarray(0, Math.min(slice.length, size - at));
      const filled = (await file?.readInto(bytes, at)) ?? 0;
      const taken = mine.feed(bytes.subarray(0, filled));
      if (taken > 0) {
        const last = bytes.subarray(Math.max(0, taken - ENDING), taken);
        ending = Buffer.concat([ending, last]).subarray(-ENDING);
      } else if (at + filled >= size || filled < bytes.length) return;
      // A line that is longer than a slice.
      else slice = Buffer.allocUnsafe(slice.length * 2);
    }
  };
  const grow = async (): Promise<boolean> => {
    const now = await fileNow(path);
    if (now === null) {
      const was = file !== null;
      if (was) anew(null);
      whole = true;
      return was;
    }
    const before = { generation, lines: index.lines() };
    if (!(await isSame(now))) {
      const had = file !== null;
      anew(await openTraceBytes(path));
      if (!had) before.generation = generation;
    }
    size = now.size;
    await readOn();
    whole = true;
    return generation !== before.generation || index.lines() > before.lines;
  };
  return {
    index: () => index,
    indexed: () => (whole ? 1 : size === 0 ? 0 : index.bytes() / size),
    generation: () => generation,
    grow: () => {
      const next = last.then(grow);
      last = next.catch(() => undefined);
      return next;
    },
    bytesOf: async (first, until) => {
      const to = Math.min(until, index.lines());
      if (first > to) return NOTHING;
      const begin = index.before(first - 1);
      const end = index.after(to);
      const bytes = await read(begin.offset, end.offset - begin.offset);
      const start = behindBreaks(bytes, 0, first - 1 - begin.line);
      return bytes.subarray(start, end.line === to ? bytes.length : behindBreaks(bytes, start, to - first + 1));
    },
    read,
    close: () => file?.close(),
  };
}

const ENDING = 64;
const BREAK = 0x0a;

/** Where the bytes go on behind so many line breaks. */
function behindBreaks(bytes: Buffer, from: number, breaks: number): number {
  let at = from;
  for (let left = breaks; left > 0; left--) {
    const found = bytes.indexOf(BREAK, at);
    if (found < 0) return bytes.length;
    at = found + 1;
  }
  return at;
}
