import { constants, fstatSync, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { counted } from '../counted';
import { ConvergeError, messageOf } from '../failure';
import type { TraceSink } from '../ports';
import { withMappedErrors } from './files';
import { openOwnFile, readOwnBytes } from './ownFile';
import type { TraceChunk } from './traceLines';
import { createTraceLines } from './traceLines';

/**
 * R1 A trace is only ever appended to. Reading never changes it.
 * R2 Before each append the file must be as we left it and the run still ours; else `trace-changed`.
 * R3 A line that was cut off by a crash is closed with a line break by the next writer, so that later lines stay whole. It
 *    then counts as damaged.
 * R4 After a failed append nothing more is appended: nobody knows how much of it is there.
 */
export interface TraceFile extends TraceSink {
  /** Bytes that are durable. */
  readonly size: () => number;
  readonly close: () => Promise<void>;
}

export interface TraceFileOptions {
  /** False once another holder carries the run. */
  readonly held: () => boolean;
}

/** Opens a trace for its one writer, making the file where it is missing. */
export async function openTraceSink(path: string, { held }: TraceFileOptions): Promise<TraceFile> {
  const handle = await withMappedErrors(path, () => open(path, FLAGS, 0o644));
  let size = await withMappedErrors(path, async () => {
    await syncFolder(dirname(path));
    return (await handle.stat()).size;
  });
  let cutOff = await isCutOff(path, size);
  let broken: unknown = null;
  let waiting: { readonly lines: readonly string[]; readonly done: (error: unknown) => void }[] = [];
  let writing: Promise<void> | null = null;

  const write = async (lines: readonly string[]): Promise<void> => {
    if (broken !== null) throw broken;
    try {
      assertOurs(path, handle, size, held);
      const bytes = Buffer.from(`${cutOff ? '\n' : ''}${lines.join('\n')}\n`);
      await withMappedErrors(path, async () => {
        for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
        await handle.datasync();
      });
      size += bytes.length;
      cutOff = false;
    } catch (error) {
      broken = error;
      throw error;
    }
  };
  // What arrives during a flush shares the next one.
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const now = waiting;
      waiting = [];
      const error = await write(now.flatMap((one) => one.lines)).catch((thrown: unknown) => thrown ?? new Error());
      for (const one of now) one.done(error);
    }
    writing = null;
  };
  return {
    size: () => size,
    append: (lines) => {
      if (lines.length === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiting.push({ lines, done: (error) => (error === undefined ? resolve() : reject(error)) });
        writing ??= writeAll();
      });
    },
    close: async () => {
      await writing;
      await handle.close();
    },
  };
}

export interface ReadTrace extends TraceChunk {
  /** Bytes of a last line that a crash cut off; it is left out. */
  readonly tornBytes: number;
  readonly size: number;
}

/** Reads a whole trace. Damaged lines hide only themselves. Throws `run-unknown` where there is none. */
export async function readTrace(path: string): Promise<ReadTrace> {
  const bytes = await readOwnBytes(path).catch((error: unknown) => {
    throw new ConvergeError('run-unknown', `There is no trace to read at ${path}: ${messageOf(error)}`, {
      cause: error,
    });
  });
  return { ...entriesIn(bytes), size: bytes.length };
}

/** The entries of whole bytes: those of a file, or of its end from some line on. */
export function entriesIn(bytes: Buffer): Omit<ReadTrace, 'size'> {
  const lines = createTraceLines();
  const whole = lines.feed(bytes);
  const rest = lines.rest();
  // Where only the line break is missing, the entry is all there.
  const isEntry = rest.chunk.damaged.length === 0;
  return {
    entries: isEntry ? [...whole.entries, ...rest.chunk.entries] : whole.entries,
    damaged: whole.damaged,
    unknown: isEntry ? [...whole.unknown, ...rest.chunk.unknown] : whole.unknown,
    tornBytes: isEntry ? 0 : rest.bytes,
  };
}

/** How many bytes a last line has that a crash cut off, found from the end of the file on; 0 where none is, or no file. */
export async function tornBytesOf(path: string): Promise<number> {
  const handle = await openOwnFile(path).catch(() => undefined);
  if (handle === undefined) return 0;
  try {
    const { size } = await handle.stat();
    for (let length = Math.min(size, TAIL_BYTES); ; length = Math.min(size, length * 4)) {
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
      const behind = buffer.lastIndexOf(0x0a) + 1;
      if (behind > 0 || length === size) return entriesIn(buffer.subarray(behind)).tornBytes;
    }
  } finally {
    await handle.close();
  }
}

const TAIL_BYTES = 4096;

const FLAGS = constants.O_CREAT | constants.O_APPEND | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0);

function assertOurs(path: string, handle: FileHandle, size: number, held: () => boolean): void {
  if (!held()) throw changed(path, 'another runner has taken over this run');
  // Asked without a detour through the thread pool: this stands before every flush.
  const here = fstatSync(handle.fd);
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.ino !== here.ino) throw changed(path, 'the file was removed or replaced');
  if (here.size !== size) throw changed(path, `it has ${counted(here.size, 'byte')} where ${size} were left`);
}

const changed = (path: string, what: string): ConvergeError =>
  new ConvergeError(
    'trace-changed',
    `The trace ${path} is no longer as this runner left it: ${what}. Nothing more is written; look at the trace, then resume.`,
  );

async function isCutOff(path: string, size: number): Promise<boolean> {
  if (size === 0) return false;
  const handle = await openOwnFile(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] !== 0x0a;
  } finally {
    await handle.close();
  }
}

/** Makes the file's name durable too. Not every system can flush a folder; there the name is as safe as it gets. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}
