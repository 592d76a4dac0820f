import type { RecordedRun } from '../../../engine/node/recordedRun';
import type { DebugLog, EventBreakpoint, Going, StepBreakpoint } from '../../../engine/run/debug/breakpoint';
import type { Stop } from '../../../engine/run/debug/stops';
import type { Spot } from '../../../engine/run/inspect/frames';
import type { RunResult, RunState } from '../../../engine/run/state';
import type { Entry } from '../../../engine/trace/entry';
import type { RunTexts } from './runTexts';

/** A run that is debugged, live or recorded. */
export interface Target {
  readonly run: OpenRun;
  /** Only what is recorded is looked at. */
  readonly replay: boolean;
  /** Where it stands; null: it is going. */
  readonly shown: () => Shown | null;
  readonly setBreakpoints: (steps: readonly StepBreakpoint[], events: readonly EventBreakpoint[]) => Promise<void>;
  /** Breakpoints are set: it may stop, or go, as it was asked to at first. */
  readonly begin: () => Promise<void>;
  readonly go: (how: Going) => Promise<void>;
  /** Recorded runs only. */
  readonly back: ((how: 'step' | 'continue') => Promise<void>) | null;
  readonly pause: () => Promise<void>;
  /** Stops the run now; a recording has nothing to stop. */
  readonly terminate: () => Promise<void>;
  /** `held`: what holds the run goes on holding it. Else it goes on without a debugger. */
  readonly leave: (how: 'held' | 'going') => Promise<void>;
}

/** A run folder that is looked into. */
export interface OpenRun {
  readonly folder: string;
  /** The workspace root. */
  readonly root: string;
  readonly recorded: RecordedRun;
  /** The flows in force in a state; read once for each version. */
  readonly texts: (state: RunState) => Promise<RunTexts | null>;
}

/** A stop, with all that is shown while it lasts. */
export interface Shown {
  readonly line: number;
  readonly spot: Spot;
  readonly state: RunState;
  readonly texts: RunTexts | null;
  readonly why: Stop['why'] | 'end';
  readonly text: string;
  /** Ids of breakpoints. */
  readonly hit: readonly string[];
}

/** What a target tells whoever debugs it. */
export interface TargetEvents {
  readonly onStopped: (shown: Shown) => void;
  /** It goes on without having been asked by this debugger. */
  readonly onContinued: () => void;
  readonly onLog: (log: DebugLog) => void;
  /** An entry of a live run, once it is durable. */
  readonly onEntry: (entry: Entry, state: RunState, texts: RunTexts | null) => void;
  /** It has parked or ended; nobody carries it any more. */
  readonly onOver: (result: RunResult) => void;
}
