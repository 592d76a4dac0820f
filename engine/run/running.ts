import type { Flow } from '../flow/schema';
import type { Json } from '../json';
import type { Ports } from '../ports';
import type { Control } from '../trace/control';
import type { Entry } from '../trace/entry';
import type { Opening } from './driving';
import { nextDue } from './nextDue';
import type { Holding } from './result';
import { resultOf } from './result';
import { drive } from './run';
import type { RunResult, RunState } from './state';
import { EMPTY_STATE } from './state';

/** A run that is being carried by this process. */
export interface Running {
  readonly run: string;
  /**
   * An act from outside, such as a stop; who it is from is for people. Recorded, carried out at the next boundary. False: it
   * came too late, and nothing of it was taken.
   */
  readonly send: (act: Control, by: string) => boolean;
  /** The run as it is durable at this moment. */
  readonly snapshot: () => RunSnapshot;
  /**
   * Resolves when there is nothing to do now: the run has ended, is paused, or waits for a person or for time. Then
   * `result.json` is written, and a resume can go on. Rejects with a `ConvergeError` where a port broke: what the trace has
   * stands.
   */
  readonly done: Promise<RunResult>;
}

/** What `result.json` would say now, and the state behind it; loop groups by their id, absent before anything is counted. */
export interface RunSnapshot extends RunResult {
  readonly state: RunState;
  /** When a run that waits can go on without a person (ISO 8601, UTC); null: only a person can let it, or nothing. */
  readonly wakeAt: string | null;
}

interface Around {
  readonly ports: Ports;
  readonly observers: readonly ((entry: Entry) => void)[];
  readonly onObserverError: (error: unknown) => void;
  readonly acts: readonly { readonly act: Control; readonly by: string }[];
  readonly onDone: () => void;
}

/** Carries a stretch of a run, and shows of it what is durable. */
export function running(flow: Flow, opening: Opening, around: Around): Running {
  const { ports, observers, onObserverError, acts, onDone } = around;
  let state = opening.kind === 'resume' ? opening.state : EMPTY_STATE;
  let startedAt = state.head?.startedAt ?? '';
  let lastAt: string | null = null;
  const driving = drive(flow, opening, ports, (entry, after) => {
    state = after;
    startedAt ||= entry.at;
    lastAt = entry.at;
    for (const observer of observers) tell(observer, entry, onObserverError);
  });
  for (const { act, by } of acts) driving.send(act, by);
  let holding: Holding = 'held';
  const result = (): RunResult => resultOf(state, { startedAt, endedAt: lastAt, trace: TRACE, holding });
  const finish = async (): Promise<RunResult> => {
    try {
      await driving.parked;
      holding = 'free';
      const ended = result();
      await ports.folder.project('result.json', plain(ended));
      return ended;
    } finally {
      holding = 'free';
      onDone();
    }
  };
  return {
    run: opening.kind === 'start' ? opening.run : (state.head?.run ?? ''),
    send: driving.send,
    snapshot: () => ({ ...result(), state, wakeAt: nextDue(state) }),
    done: finish(),
  };
}

const TRACE = 'trace.ndjson';

/** An observer that throws, now or later, keeps nothing and nobody from going on. */
function tell(observer: (entry: Entry) => unknown, entry: Entry, onError: (error: unknown) => void): void {
  const failed = (error: unknown) => {
    try {
      onError(error);
    } catch {
      // A run does not depend on who looks, nor on who hears of it.
    }
  };
  try {
    const own: Entry = JSON.parse(JSON.stringify(entry));
    Promise.resolve(observer(own)).catch(failed);
  } catch (error) {
    failed(error);
  }
}

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));
