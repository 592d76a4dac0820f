import { constants, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogRef } from '../ports';
import { checkedName, withMappedErrors } from './files';
import type { Redaction } from './redact';
import { NO_REDACTION } from './redact';

/** A file in the run folder's `logs/` that takes everything a process writes, up to its cap. */
export interface LogFile {
  /** False: the disk is behind; hold back until `onDrain` calls. */
  readonly write: (bytes: Buffer) => boolean;
  readonly onDrain: (listener: () => void) => void;
  /** Calls back at most once, with what broke. */
  readonly onError: (listener: (error: Error) => void) => void;
  /** Resolves when all is handed to the system; throws `disk-full` or `folder-unwritable`. */
  readonly close: () => Promise<LogRef>;
}

export interface LogOptions {
  /** Default 64 MiB. */
  readonly capBytes?: number;
  /** What never reaches the file. Default: everything does. */
  readonly redaction?: Redaction | undefined;
}

const CAP_BYTES = 64 * 1024 * 1024;
const MOST_OF_ONE_KEY = 10_000;

/**
 * Creates `logs/<key>.log` in the run folder, or `logs/<key>-2.log` and so on where a stretch before has written one: a log
 * that an entry refers to is never written again.
 */
export async function openLog(
  runFolder: string,
  key: string,
  { capBytes = CAP_BYTES, redaction = NO_REDACTION }: LogOptions = {},
): Promise<LogFile> {
  checkedName(key);
  const folder = join(runFolder, 'logs');
  const { handle, name } = await withMappedErrors(folder, async () => {
    await mkdir(folder, { recursive: true });
    return createAnew(folder, key);
  });
  const stream = createWriteStream('', { fd: handle, highWaterMark: 1024 * 1024 });
  let bytes = 0;
  let cut = false;
  let broken: Error | null = null;
  stream.on('error', (error) => {
    broken = error;
  });
  const redacted = redaction.stream();
  const write = (chunk: Buffer): boolean => {
    const room = capBytes - bytes;
    if (chunk.length > room) cut = true;
    if (room <= 0 || broken !== null || chunk.length === 0) return true;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    bytes += part.length;
    return stream.write(part);
  };
  return {
    write: (chunk) => write(redacted.add(chunk)),
    onDrain: (listener) => {
      stream.once('drain', listener);
    },
    onError: (listener) => {
      stream.once('error', listener);
    },
    close: () =>
      withMappedErrors(join(folder, name), async () => {
        write(redacted.end());
        await new Promise<void>((resolve) => {
          if (stream.closed || broken !== null) resolve();
          else stream.once('close', resolve).end();
        });
        if (broken !== null) throw broken;
        return { path: `logs/${name}`, bytes, cut };
      }),
  };
}

async function createAnew(folder: string, key: string) {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
  for (let count = 1; ; count++) {
    const name = count === 1 ? `${key}.log` : `${key}-${count}.log`;
    try {
      return { handle: await open(join(folder, name), flags, 0o600), name };
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!taken || count >= MOST_OF_ONE_KEY) throw error;
    }
  }
}
