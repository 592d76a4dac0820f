import { basename, join } from 'node:path';
import type { Flow } from '../engine/flow/schema';
import { followTrace } from '../engine/node/followTrace';
import { holderOf } from '../engine/node/lease';
import { RUN_LOCK, TRACE_FILE } from '../engine/node/runFolder';
import { fold } from '../engine/run/fold';
import { foldHistory } from '../engine/run/foldHistory';
import { EMPTY_HISTORY } from '../engine/run/history';
import { EMPTY_STATE } from '../engine/run/state';
import type { RunClient } from '../engine/runner/client';
import { connectRun } from '../engine/runner/client';
import { readFlowCopy } from '../engine/runner/runs';
import type { Control } from '../engine/trace/control';
import type { Entry } from '../engine/trace/entry';
import type { RecordedLine } from '../engine/trace/recordedLine';
import type { RunView } from './rows/runView';

/** A run folder that is read as it grows. The trace is the truth; whoever carries the run only says when to look. */
export interface FollowedRun {
  readonly root: string;
  readonly view: () => RunView;
  readonly lines: () => readonly RecordedLine[];
  /** Reads what is new and whether somebody carries the run. True where anything changed. */
  readonly look: () => Promise<boolean>;
  /** Hands an act to whoever carries the run; false where nobody does. Throws what the holder refused with. */
  readonly act: (act: Control, by: string) => Promise<boolean>;
  readonly close: () => void;
}

/** @param grown is called when the holder says that the trace has grown, and when it is gone */
export function followRun(root: string, folder: string, grown: () => void): FollowedRun {
  const following = followTrace(join(folder, TRACE_FILE));
  let view: RunView = { id: basename(folder), folder, state: EMPTY_STATE, history: EMPTY_HISTORY, held: false };
  let lines: RecordedLine[] = [];
  let client: RunClient | null = null;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  const look = async (): Promise<boolean> => {
    const holderNow = () => holderOf(folder, RUN_LOCK).catch(() => undefined);
    const before = view.state.end === null || client ? await holderNow() : undefined;
    const chunk = await following.next();
    // Before the trace: who ends a run is not missed. Again after it: a holder that came with these entries is seen.
    const holder = before ?? (chunk.entries.length > 0 ? await holderNow() : undefined);
    let { state, history } = chunk.again ? { state: EMPTY_STATE, history: EMPTY_HISTORY } : view;
    if (chunk.again) lines = [];
    for (const { line, entry } of chunk.entries) {
      state = fold(state, entry);
      history = foldHistory(history, entry);
      lines.push({ line, entry });
    }
    for (const line of chunk.damaged) lines.push({ line, hidden: 'damaged' });
    for (const line of chunk.unknown) lines.push({ line, hidden: 'unknown' });
    const hidden = chunk.damaged.length + chunk.unknown.length > 0;
    if (hidden) lines.sort((a, b) => a.line - b.line);
    if (chunk.damaged.length > 0) history = { ...history, damaged: [...history.damaged, ...chunk.damaged] };
    const held = holder !== undefined;
    const heldAt = client?.now().held ?? null;
    const stands = held === view.held && heldAt?.count === view.heldAt?.count;
    const changed = chunk.again || hidden || chunk.entries.length > 0 || !stands;
    const flow = await flowFor(chunk.entries.map(({ entry }) => entry));
    if (changed) view = { ...view, state, history, held, heldAt, flow };
    if (holder && !client && !closed) await connect(holder);
    return changed;
  };
  /** The run's own copy, read when it is there, and again where a resume brought another. */
  const flowFor = async (entries: readonly Entry[]): Promise<Flow | null> => {
    const fresh = entries.some(({ type }) => type === 'run.started' || type === 'run.resumed');
    if (!fresh) return view.flow ?? null;
    return (await readFlowCopy(folder).catch(() => null))?.flow ?? null;
  };
  // A connected window is what keeps the runner from ending itself.
  const connect = async (holder: { readonly address: string; readonly token: string }) => {
    const connected = await connectRun(holder, 'window', grown).catch(() => null);
    if (closed) connected?.close();
    else client = connected;
    if (connected?.now().held) grown();
    void connected?.over.then(() => {
      client = null;
      if (!closed) grown();
    });
  };

  return {
    root,
    view: () => view,
    lines: () => lines,
    look: () => {
      const next = last.then(look, look);
      last = next.catch(() => undefined);
      return next;
    },
    act: async (act, by) => {
      if (!client) await look();
      if (!client) return false;
      await client.act(act, by);
      return true;
    },
    close: () => {
      closed = true;
      client?.close();
    },
  };
}
