import type { FileHandle } from 'node:fs/promises';
import { open, stat } from 'node:fs/promises';

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
  /** Gives the file back. Whoever reads later opens it anew for that. */
  readonly close: () => void;
}

/** Null: there is none. */
export const fileNow = (path: string): Promise<FileNow | null> => stat(path).then(nowOf, () => null);

/** Null: it cannot be opened. */
export async function openTraceBytes(path: string): Promise<TraceBytes | null> {
  let handle: FileHandle | null = await open(path, 'r').catch(() => null);
  if (handle === null) return null;
  const { identity } = nowOf(await handle.stat());
  return {
    identity,
    read: async (offset, length) => {
      if (handle !== null) return readAll(handle, offset, length);
      const again = await open(path, 'r');
      return readAll(again, offset, length).finally(() => again.close());
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

async function readAll(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
