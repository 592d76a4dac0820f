import type { Prices } from '../../loops/price';
import type { Redaction } from '../redact';
import type { Around } from '../sandbox/around';
import type { RunSandbox } from '../sandbox/runSandbox';
import type { ModelAnswer, Talk } from './models/modelAnswer';
import type { TurnWatch } from './models/turnWatch';

/** Language models that only a window of VS Code can ask. */
export interface ModelWindow {
  /** Why the model cannot be asked now without a person; null: it can. */
  readonly ready: (model: string) => Promise<string | null>;
  /** Undefined: no window is there. */
  readonly answer: (model: string, talk: Talk, watch: TurnWatch) => Promise<ModelAnswer | undefined>;
}

/** What a worker needs to know about the place where it runs. Given by whoever carries the run, never by a flow. */
export interface WorkerHost {
  /** Absolute. */
  readonly workspaceRoot: string;
  /** Absolute path of the run folder; logs go to its `logs/`. */
  readonly runFolder: string;
  /** Programs of the machine's own settings, by `use`: an absolute path, or a name to look up in PATH. */
  readonly executables: Readonly<Record<string, string>>;
  /** Where allowed variables and credentials are taken from; a secret that a person keeps stands under its own name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Secrets that commands may name, by name. Absent: there are none. */
  readonly secrets?: ReadonlyMap<string, string>;
  /** Takes known secrets out of what is stored. For every log that is not written by `runProgram`. */
  readonly redaction?: Redaction;
  /** Asks language models of VS Code, through a window. Absent: there is no channel to any. */
  readonly serve?: ModelWindow;
  /** The machine's price table, for adapters that keep a cap of dollars within a turn. */
  readonly prices?: Prices;
  /** A folder of ours on the same disk as the workspace, where that is not the run folder's. */
  readonly ready?: string;
  /** Absolute: the user's workspace root, where the run works elsewhere. Files that a definition names are looked up there. */
  readonly home?: string;
  /** What holds the programs of the run; absent: nothing does, whatever is asked for (a look at a worker, not a run). */
  readonly sandbox?: RunSandbox;
  /** Given to each worker apart, by its own definition. `more`: places of one turn that its program may write. */
  readonly around?: (more: readonly string[]) => Around | undefined;
}
