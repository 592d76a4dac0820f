import { canonicalJson } from '../json';
import type { Ports } from '../ports';
import type { Decision } from '../trace/decision';
import type { Commit, Entry, FactBody } from '../trace/entry';
import type { Due, Within } from '../trace/scope';
import type { Observer, Opening } from './driving';
import { fold } from './fold';
import { isSnapshotDue, snapshotOf } from './snapshots';
import type { RunState } from './state';
import { EMPTY_STATE } from './state';

/**
 * Puts entries behind one another. What is recorded counts in the state at once and is durable with the next flush, so
 * that one flush carries the commit of a super-step and the starts of the next. Observers see what is durable only.
 * A snapshot of the state follows a commit where one is due.
 */
export interface Writer {
  readonly state: () => RunState;
  readonly record: (fact: FactBody) => void;
  /** Makes the events true, together with what is due next. */
  readonly commit: (events: readonly Decision[], frontier: readonly Due[], within: Within) => void;
  /** Resolves when everything recorded before the call is durable. */
  readonly flush: () => Promise<void>;
  /** Resolves when little is waiting to be written: for who records much that nothing outside follows from. */
  readonly relieved: () => Promise<void>;
}

export type WriterPorts = Pick<Ports, 'clock' | 'digest' | 'trace'>;

/** Entries that wait for their flush before one is begun without being asked for, and before who records is held up. */
const MANY = 64;
const TOO_MANY = 1024;

export function createWriter(ports: WriterPorts, opening: Opening, observe: Observer): Writer {
  let state = opening.kind === 'resume' ? opening.state : EMPTY_STATE;
  let bytesSince = opening.kind === 'resume' ? (opening.sinceSnapshot ?? 0) : 0;
  let lastBytes = 0;
  let pending: { readonly entry: Entry; readonly state: RunState }[] = [];
  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const put = (entry: Entry) => {
    // What a snapshot says is true already.
    state = entry.type === 'snapshot' ? { ...state, nextSeq: entry.seq + 1 } : fold(state, entry);
    pending.push({ entry, state });
  };
  const head = () => ({ seq: state.nextSeq, at: new Date(ports.clock.now()).toISOString() });
  const isDue = () =>
    opening.snapshotBytes === undefined ? isSnapshotDue(bytesSince, lastBytes) : bytesSince >= opening.snapshotBytes;
  const lineOf = ({ entry }: { readonly entry: Entry }): string => {
    const line = JSON.stringify(entry);
    bytesSince += line.length;
    if (entry.type === 'snapshot') {
      lastBytes = line.length;
      bytesSince = 0;
    }
    return line;
  };
  const write = async () => {
    const batch = pending;
    if (batch.length === 0) return;
    pending = [];
    await ports.trace.append(batch.map(lineOf));
    for (const each of batch) observe(each.entry, each.state);
  };
  // What is recorded while a flush is under way, or in the same breath as it is asked for, shares one.
  const flush = (): Promise<void> => {
    if (next !== null) return next;
    if (pending.length === 0) return writing ?? Promise.resolve();
    next = (writing ?? Promise.resolve()).then(() => {
      next = null;
      writing = write();
      return writing;
    });
    return next;
  };
  return {
    state: () => state,
    record: (fact) => put({ ...head(), ...fact }),
    commit: (events, frontier, within) => {
      const content = {
        ...(within === '' ? {} : { within }),
        superStep: state.superStep + 1,
        fence: state.head?.fence ?? 0,
        prev: state.prev,
        events,
        frontier,
      };
      put({ ...head(), type: 'commit', ...content, digest: commitDigest(content, ports.digest) });
      if (!isDue()) return;
      put({ ...head(), ...snapshotOf(state, ports.digest) });
      bytesSince = 0;
    },
    flush,
    relieved: async () => {
      if (pending.length >= TOO_MANY) await flush();
      // Who asks next hears of what went wrong.
      else if (pending.length >= MANY) flush().catch(() => {});
    },
  };
}

/** The digest of a commit's content. A trace whose commits carry other digests was edited. */
export function commitDigest(
  content: Omit<Commit, 'seq' | 'at' | 'type' | 'digest'>,
  digest: (text: string) => string,
): string {
  const { superStep, fence, prev, events, frontier, within } = content;
  // As it will be read back: a key that is undefined is no key.
  return digest(canonicalJson({ superStep, fence, prev, events, frontier, within }));
}
