import type { Entry } from '../trace/entry';
import { readLine } from '../trace/read';

export interface NumberedEntry {
  /** The line's number in the file, from 1. */
  readonly line: number;
  readonly entry: Entry;
}

export interface TraceChunk {
  readonly entries: readonly NumberedEntry[];
  /** Numbers of lines that cannot be read. */
  readonly damaged: readonly number[];
  /** Numbers of whole lines of a type that this version does not know. */
  readonly unknown: readonly number[];
}

/** Turns bytes into entries as they come. A line counts once its line break is there. */
export interface TraceLines {
  readonly feed: (bytes: Buffer) => TraceChunk;
  /** The bytes after the last line break, and what they are as a line of their own. */
  readonly rest: () => { readonly bytes: number; readonly chunk: TraceChunk };
}

const BREAK = 0x0a;

export function createTraceLines(linesBefore = 0): TraceLines {
  let held: Buffer[] = [];
  let line = linesBefore;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const read = (bytes: Buffer, number: number, into: Gathered): void => {
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      into.damaged.push(number);
      return;
    }
    if (text.trim() === '') return;
    const one = readLine(text);
    if (one.kind === 'entry') into.entries.push({ line: number, entry: one.entry });
    else (one.kind === 'damaged' ? into.damaged : into.unknown).push(number);
  };
  return {
    feed: (bytes) => {
      const into = gathered();
      let start = 0;
      for (let end = bytes.indexOf(BREAK); end !== -1; end = bytes.indexOf(BREAK, start)) {
        const part = bytes.subarray(start, end);
        line += 1;
        read(held.length > 0 ? Buffer.concat([...held, part]) : part, line, into);
        held = [];
        start = end + 1;
      }
      if (start < bytes.length) held.push(bytes.subarray(start));
      return into;
    },
    rest: () => {
      const bytes = Buffer.concat(held);
      const into = gathered();
      if (bytes.length > 0) read(bytes, line + 1, into);
      return { bytes: bytes.length, chunk: into };
    },
  };
}

interface Gathered {
  readonly entries: NumberedEntry[];
  readonly damaged: number[];
  readonly unknown: number[];
}

const gathered = (): Gathered => ({ entries: [], damaged: [], unknown: [] });
