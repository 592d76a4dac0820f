import { basename, join } from 'node:path';
import type { Flow } from '../engine/flow/schema';
import { foldTrace } from '../engine/node/foldedTrace';
import { holderOf } from '../engine/node/lease';
import { RUN_LOCK, TRACE_FILE } from '../engine/node/runFolder';
import { EMPTY_HISTORY } from '../engine/run/history';
import { EMPTY_STATE } from '../engine/run/state';
import type { RunClient } from '../engine/runner/client';
import { connectRun } from '../engine/runner/client';
import { readFlowCopy } from '../engine/runner/runs';
import type { ServeWindow } from '../engine/runner/serving';
import type { Control } from '../engine/trace/control';
import type { RunView } from './rows/runView';

/** A run folder that is read as it grows. The trace is the truth; whoever carries the run only says when to look. */
export interface FollowedRun {
  readonly root: string;
  readonly view: () => RunView;
  /** Reads what is new and whether somebody carries the run. True where anything changed. */
  readonly look: () => Promise<boolean>;
  /** Hands an act to whoever carries the run; false where nobody does. Throws what the holder refused with. */
  readonly act: (act: Control, by: string) => Promise<boolean>;
  readonly close: () => void;
}

/** @param grown is called when the holder says that the trace has grown, and when it is gone */
/** @param serve asks language models for whoever carries the run */
export function followRun(root: string, folder: string, grown: () => void, serve?: ServeWindow): FollowedRun {
  const trace = foldTrace(join(folder, TRACE_FILE));
  let view: RunView = { id: basename(folder), folder, state: EMPTY_STATE, history: EMPTY_HISTORY, held: false };
  let client: RunClient | null = null;
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();

  const look = async (): Promise<boolean> => {
    const holderNow = () => holderOf(folder, RUN_LOCK).catch(() => undefined);
    const before = view.state.end === null || client ? await holderNow() : undefined;
    const more = await trace.next();
    // Before the trace: who ends a run is not missed. Again after it: a holder that came with these entries is seen.
    const holder = before ?? (more.entries > 0 ? await holderNow() : undefined);
    const held = holder !== undefined;
    const heldAt = client?.now().held ?? null;
    const stands = held === view.held && heldAt?.count === view.heldAt?.count;
    const changed = more.changed || !stands;
    const flow = more.began ? await ownFlow() : (view.flow ?? null);
    if (changed) view = { ...view, ...trace.now(), held, heldAt, flow };
    if (holder && !client && !closed) await connect(holder);
    return changed;
  };
  /** The run's own copy, read when it is there, and again where a resume brought another. */
  const ownFlow = async (): Promise<Flow | null> => (await readFlowCopy(folder).catch(() => null))?.flow ?? null;
  // A connected window is what keeps the runner from ending itself.
  const connect = async (holder: { readonly address: string; readonly token: string }) => {
    const connected = await connectRun(holder, 'window', grown, undefined, serve).catch(() => null);
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
