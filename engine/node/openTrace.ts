import type { FileHandle } from 'node:fs/promises';
import { ConvergeError, messageOf } from '../failure';
import { stateOf } from '../run/openRun';
import { isWhole } from '../run/snapshots';
import type { RunState } from '../run/state';
import type { Visit } from '../run/visits';
import { recentVisits } from '../run/visits';
import type { Snapshot } from '../trace/entry';
import { readLine } from '../trace/read';
import { openOwnFile } from './ownFile';
import { entriesIn, readTrace } from './traceFile';

/** A trace, ready to be gone on with. */
export interface OpenedTrace {
  readonly state: RunState;
  /** When the run began. */
  readonly startedAt: string | null;
  /** Numbers of lines that could not be read, behind the last snapshot. */
  readonly damaged: readonly number[];
  /** Bytes of a last line that a crash cut off; it is left out. */
  readonly tornBytes: number;
  readonly size: number;
  /** Bytes from the last snapshot on; all of them where there is none. */
  readonly sinceSnapshot: number;
  /** Visits that a killed holder may not have written an artifact of. */
  readonly unwritten: readonly Visit[];
}

/**
 * Opens a trace to go on with it: from its last whole snapshot, so that its length does not matter, else from its beginning.
 * Throws `run-unknown` where there is none, and `trace-damaged` as `stateOf` does.
 *
 * R1 A snapshot counts that stands as it was written, behind an entry with a lower number: one that a holder wrote after
 *    it had lost the run does not.
 * R2 Where anything behind that snapshot is wrong, the whole trace is read, and what that says holds.
 */
export async function openTrace(path: string, digest: (text: string) => string): Promise<OpenedTrace> {
  return (await fromTheEnd(path, digest)) ?? fromTheStart(path, digest);
}

/** A snapshot in a trace, and the byte behind its line. */
export interface SnapshotPlace {
  readonly snapshot: Snapshot;
  readonly behind: number;
}

/**
 * The last snapshot that counts (R1) and stands so many bytes before the end; null where there is none in the part of the
 * file that is looked at, which is bounded, or no file.
 */
export async function snapshotNearEnd(
  path: string,
  digest: (text: string) => string,
  before: number,
): Promise<SnapshotPlace | null> {
  const handle = await openOwnFile(path).catch(() => null);
  if (handle === null) return null;
  try {
    const size = (await handle.stat()).size - before;
    for (let length = WINDOW; length <= MOST_LOOKED_AT; length *= 4) {
      const bytes = await lastBytes(handle, size, length);
      const at = lastSnapshot(bytes, digest);
      if (at !== null) {
        const end = bytes.indexOf(BREAK, at);
        const snapshot = snapshotIn(bytes.toString('utf8', at, end));
        return snapshot && { snapshot, behind: size - bytes.length + end + 1 };
      }
      if (bytes.length >= size) return null;
    }
    return null;
  } finally {
    await handle.close();
  }
}

async function fromTheStart(path: string, digest: (text: string) => string): Promise<OpenedTrace> {
  const { entries, damaged, tornBytes, size } = await readTrace(path);
  const visits = recentVisits();
  const state = stateOf(entries, digest, visits.see);
  const startedAt = startOf(state);
  return { state, startedAt, damaged, tornBytes, size, sinceSnapshot: size, unwritten: visits.found() };
}

async function fromTheEnd(path: string, digest: (text: string) => string): Promise<OpenedTrace | null> {
  const handle = await openOwnFile(path).catch((error: unknown) => {
    const message = `There is no trace to read at ${path}: ${messageOf(error)}`;
    throw new ConvergeError('run-unknown', message, { cause: error });
  });
  try {
    const { size } = await handle.stat();
    // Each window is four times the last: all that is read is little more than what has to be.
    for (let length = WINDOW; ; length *= 4) {
      const bytes = await lastBytes(handle, size, length);
      const at = lastSnapshot(bytes, digest);
      if (at !== null) return openedAt(bytes.subarray(at), size, digest);
      if (bytes.length >= size) return null;
    }
  } finally {
    await handle.close();
  }
}

const WINDOW = 512 * 1024;
const MOST_LOOKED_AT = 32 * 1024 * 1024;
const BREAK = 0x0a;
const MARK = Buffer.from('"type":"snapshot"');

async function lastBytes(handle: FileHandle, size: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.min(size, length));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, size - bytes.length + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** Where the line of the last snapshot that counts begins; null: none in these bytes. */
function lastSnapshot(bytes: Buffer, digest: (text: string) => string): number | null {
  for (let mark = bytes.lastIndexOf(MARK); mark > 0; ) {
    const start = bytes.lastIndexOf(BREAK, mark) + 1;
    const end = bytes.indexOf(BREAK, mark);
    const before = bytes.lastIndexOf(BREAK, start - 2) + 1;
    // What these bytes begin with may be the end of a line.
    if (before === 0) return null;
    const snapshot = end < 0 ? null : snapshotIn(bytes.toString('utf8', start, end));
    if (snapshot !== null && isWhole(snapshot, digest)) {
      const last = readLine(bytes.toString('utf8', before, start - 1));
      const seq = last.kind === 'entry' ? last.entry.seq : last.kind === 'unknown' ? last.seq : -1;
      if (seq < snapshot.seq) return start;
    }
    mark = start > MARK.length ? bytes.lastIndexOf(MARK, start - MARK.length) : -1;
  }
  return null;
}

function snapshotIn(line: string): Snapshot | null {
  const read = readLine(line);
  return read.kind === 'entry' && read.entry.type === 'snapshot' ? read.entry : null;
}

function openedAt(bytes: Buffer, size: number, digest: (text: string) => string): OpenedTrace | null {
  const { entries, damaged, tornBytes } = entriesIn(bytes);
  // Only the whole file tells the numbers of its lines.
  if (damaged.length > 0) return null;
  try {
    const visits = recentVisits();
    const state = stateOf(entries, digest, visits.see);
    const startedAt = startOf(state);
    return { state, startedAt, damaged, tornBytes, size, sinceSnapshot: bytes.length, unwritten: visits.found() };
  } catch (thrown) {
    if (thrown instanceof ConvergeError) return null;
    throw thrown;
  }
}

const startOf = (state: RunState): string | null => state.head?.startedAt ?? null;
