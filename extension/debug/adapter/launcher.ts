import type { JsonObject } from '../../../engine/json';
import type { Mode } from '../../../engine/trace/control';

/** The type of a debug configuration that this adapter serves. */
export const DEBUG_TYPE = 'converge';

/** What a configuration with `request: 'launch'` says. */
export interface LaunchArguments {
  /** Absolute path of the flow file. */
  readonly flow: string;
  /** Absent: `supervised`, as everywhere. */
  readonly mode?: Mode;
  readonly inputs?: JsonObject;
  /** In place of the flow's own. */
  readonly goal?: string;
  /** Absent: true. False: goes on to the first breakpoint or event. */
  readonly stopOnEntry?: boolean;
}

/** What a configuration with `request: 'attach'` says. */
export interface AttachArguments {
  /** Absolute path of a run folder, or a run's id. */
  readonly run: string;
  /** Only looks at what is recorded, also of a run that is carried now. A run that nobody carries is always looked at so. */
  readonly replay?: boolean;
  /** Live: hold it before its next action. Replay: stand at the beginning instead of at the end. Absent: false. */
  readonly stopOnEntry?: boolean;
}

/**
 * What only its surroundings can do for the adapter: what is executed needs an approval, and settings that name programs.
 * Each may throw: the message is shown to the person as it is, so it says what, where and what to do.
 */
export interface Launcher {
  /**
   * Starts the flow held before its first action. Resolves to the run folder, absolute; null: the person turned away, and
   * nobody needs to be told.
   */
  readonly launch: (wish: LaunchArguments) => Promise<string | null>;
  /** A new run from one behind this super-step, resumed and held before its first action. As `launch`. */
  readonly fork: (folder: string, superStep: number) => Promise<string | null>;
  /** Absolute workspace roots in which a run is looked for by its id. */
  readonly roots: () => readonly string[];
  /** Who acts, as it stands in the trace. */
  readonly person: string;
}

/**
 * Event `converge.at`: where the debugger stands now. `line` is that of the trace behind which the run is shown, as moments
 * name it; null: it shows the present, and nobody is to look at a moment because of it.
 */
export const AT_EVENT = 'converge.at';
export interface AtBody {
  /** Absolute path of the run folder. */
  readonly folder: string;
  readonly line: number | null;
}

/** Event `converge.run`: the run that this debugger is about is known; sent again where a restart goes on with another. */
export const RUN_EVENT = 'converge.run';
export interface RunBody {
  readonly folder: string;
  /** False: it is carried, and held or going; true: only what is recorded is looked at. */
  readonly replay: boolean;
}
