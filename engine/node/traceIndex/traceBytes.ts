import type { FileHandle } from 'node:fs/promises';
import { stat } from 'node:fs/promises';
import { openOwnFile } from '../ownFile';

/** A file as it is now. */
export interface FileNow {
  /** The same as long as nobody puts another file in its place. */
  readonly identity: string;
  readonly size: number;
}

/** The bytes of one file that somebody else appends to. */
export interface TraceBytes {
  readonly identity: string;
  /** Fewer where the file ends before. */
  readonly read: (offset: number, length: number) => Promise<Buffer>;
  /** The same into bytes that are there already; answers how many of them were filled. */
  readonly readInto: (bytes: Buffer, offset: number) => Promise<number>;
  /** Gives the file back. Whoever reads later opens it anew for that. */
  readonly close: () => void;
}

/** Null: there is none. */
export const fileNow = (path: string): Promise<FileNow | null> => stat(path).then(nowOf, () => null);

/** Null: it cannot be opened. */
export async function openTraceBytes(path: string): Promise<TraceBytes | null> {
  let handle: FileHandle | null = await openOwnFile(path).catch(() => null);
  if (handle === null) return null;
  const { identity } = nowOf(await handle.stat());
  const readInto = async (bytes: Buffer, offset: number): Promise<number> => {
    if (handle !== null) return fill(handle, bytes, offset);
    const again = await openOwnFile(path);
    return fill(again, bytes, offset).finally(() => again.close());
  };
  return {
    identity,
    readInto,
    read: async (offset, length) => {
      const bytes = Buffer.allocUnsafe(length);
      return bytes.subarray(0, await readInto(bytes, offset));
    },
    close: () => {
      void handle?.close().catch(() => undefined);
      handle = null;
    },
  };
}

const nowOf = (found: { readonly dev: number; readonly ino: number; readonly size: number }): FileNow => ({
  identity: `${found.dev}:${found.ino}`,
  size: found.size,
});

async function fill(handle: FileHandle, bytes: Buffer, offset: number): Promise<number> {
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
