import type { Flow } from '../flow/schema';
import type { JsonObject } from '../json';
import type { Guards } from '../loops/guards';
import type { Ports } from '../ports';
import type { Control, Mode, RaisedBounds } from '../trace/control';
import type { ChangedFlow, Entry } from '../trace/entry';
import type { RunPlace } from '../trace/place';
import type { Holding } from './hold';
import type { RunState } from './state';
import type { Visit } from './visits';

/** How a stretch of a run begins. */
export type Opening = {
  /** Bytes of trace behind which a snapshot of the state follows; absent: what keeps the opening of a long run short. */
  readonly snapshotBytes?: number;
  /** Where it works and what holds its programs; absent: in the workspace itself, and nothing does. */
  readonly place?: RunPlace;
} & (
  | {
      readonly kind: 'start';
      readonly run: string;
      readonly flow: { readonly id: string; readonly hash: string; readonly path: string };
      readonly mode: Mode;
      readonly goal: string;
      /** Other steps than the flow's own `start`, on purpose. */
      readonly start?: readonly string[];
      /** As `inputsOf` made them of what was given. */
      readonly inputs: JsonObject;
      /** As `initialChannels` has them. */
      readonly channels: JsonObject;
      readonly fence: number;
      /** Name and version of what carries the run, for people. */
      readonly program: string;
    }
  | {
      readonly kind: 'resume';
      /** Folded from the trace as it was found. */
      readonly state: RunState;
      /** Digest chain goes on from here; the line numbers that could not be read. */
      readonly damaged: readonly number[];
      readonly tornBytes: number;
      readonly raised?: Readonly<Record<string, RaisedBounds>>;
      /** The flow was changed since it started, and the run is to go on with it. */
      readonly changedFlow?: ChangedFlow;
      /** Bytes of the trace from its last snapshot on. */
      readonly sinceSnapshot?: number;
      /** Visits that a killed holder may not have written an artifact of. */
      readonly unwritten?: readonly Visit[];
      readonly fence: number;
      readonly program: string;
    }
);

/** A run that is being carried. */
export interface Driving {
  readonly state: () => RunState;
  /**
   * An act from outside, carried out at the next boundary (`cancel`: now) and recorded then. False: it came too late, behind
   * the end or the last look before the run parked; nothing of it was taken.
   */
  readonly send: (act: Control, by: string) => boolean;
  /**
   * Resolves when there is nothing to do now: the run has ended (`state.end`), or it waits for a person
   * (`openAsks(state)`). Rejects with a `ConvergeError` where a port broke: what was committed stands.
   */
  readonly parked: Promise<RunState>;
}

/** Sees every entry once it is durable. Must not throw; cannot stop or change the run. */
export type Observer = (entry: Entry, state: RunState) => void;

/** Carries a run until it parks. Implemented by `drive` in `run.ts`. */
export type Drive = (
  flow: Flow,
  opening: Opening,
  ports: Ports,
  observe?: Observer,
  holding?: Holding,
  guards?: Guards,
) => Driving;
