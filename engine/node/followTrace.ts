import { openOwnFile } from './ownFile';
import type { TraceChunk, TraceLines } from './traceLines';
import { createTraceLines } from './traceLines';

export interface Following {
  /**
   * What has been appended since the last call, or the next `most` bytes of it. Nothing is watched: call it when the file
   * may have grown.
   */
  readonly next: (most?: number) => Promise<FollowedChunk>;
}

export interface FollowedChunk extends TraceChunk {
  /** The file is shorter than what was read of it: it is another one, and this is read from its beginning. */
  readonly again: boolean;
  /** There is more to be read now. */
  readonly more: boolean;
}

/** Where a reader begins: behind this many bytes, which are this many whole lines. */
export interface TracePlace {
  readonly bytes: number;
  readonly lines: number;
}

const CHUNK_BYTES = 1024 * 1024;

/** Reads a trace that grows. A missing file is an empty one. A line shows once its line break is there. */
export function followTrace(path: string, from: TracePlace = { bytes: 0, lines: 0 }): Following {
  let offset = from.bytes;
  let lines: TraceLines = createTraceLines(from.lines);
  let last: Promise<unknown> = Promise.resolve();
  const read = async (most: number): Promise<FollowedChunk> => {
    const chunks: TraceChunk[] = [];
    const handle = await openOwnFile(path).catch(() => undefined);
    let again = false;
    let more = false;
    try {
      const { size } = (await handle?.stat()) ?? { size: 0 };
      if (size < offset) {
        again = true;
        offset = 0;
        lines = createTraceLines();
      }
      const end = Math.min(size, offset + most);
      more = end < size;
      while (handle !== undefined && offset < end) {
        const bytes = Buffer.alloc(Math.min(CHUNK_BYTES, end - offset));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
        if (bytesRead === 0) break;
        offset += bytesRead;
        chunks.push(lines.feed(bytes.subarray(0, bytesRead)));
      }
    } finally {
      await handle?.close();
    }
    return {
      again,
      more,
      entries: chunks.flatMap((chunk) => chunk.entries),
      damaged: chunks.flatMap((chunk) => chunk.damaged),
      unknown: chunks.flatMap((chunk) => chunk.unknown),
    };
  };
  return {
    next: (most = Number.POSITIVE_INFINITY) => {
      const next = last.then(() => read(most));
      last = next.catch(() => undefined);
      return next;
    },
  };
}
