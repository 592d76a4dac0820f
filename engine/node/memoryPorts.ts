import type { Json } from '../json';
import { createMemoryStore } from '../memoryStore';
import type { Clock, Commands } from '../ports';
import type { EnginePorts } from '../run/engine';
import { simulatedWorkspace } from '../run/simulated/workspace';
import type { Store } from '../store';
import { readLine } from '../trace/read';
import { systemClock } from './clock';
import { sha256 } from './digest';
import { inOrder } from './inOrder';
import { createStop } from './stop';

export interface MemoryOptions {
  /** The trace of a run that is to be resumed; default: none, for a new run. */
  readonly lines?: readonly string[];
  /** The workspace: path → text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Default: this machine's. */
  readonly clock?: Clock;
  /** For caches and effects that outlive the run; default: a new one. */
  readonly store?: Store;
  /** Default: there are no programs, and commands end as `not-found`. */
  readonly commands?: Commands;
}

export interface MemoryPorts extends EnginePorts {
  /** The trace as it is now. */
  readonly lines: () => readonly string[];
  /** What a run folder would have beside it: `result.json`, `artifacts/<step>/<visit>.json` and so on. */
  readonly kept: ReadonlyMap<string, Json>;
  /** Changes a file of the workspace as a person or a worker does; null takes it away. */
  readonly change: (path: string, text: string | null) => void;
}

/** Ports for one run, all in memory: for tests, and for runs that nobody resumes in another process. Nothing is executed. */
export function memoryPorts(options: MemoryOptions = {}): MemoryPorts {
  const { clock = systemClock, files = {} } = options;
  const lines = [...(options.lines ?? [])];
  const kept = new Map<string, Json>();
  const { change, ...workspace } = simulatedWorkspace(files, sha256);
  const sink = { append: async (more: readonly string[]) => void lines.push(...more) };
  return {
    clock,
    digest: sha256,
    trace: inOrder(sink, nextAfter(lines)),
    folder: {
      project: async (name, value) => void kept.set(name, value),
      artifact: async (step, visit, value) => {
        const path = `artifacts/${step}/${visit}.json`;
        kept.set(path, value);
        return path;
      },
    },
    workspace: { ...workspace, root: '/memory' },
    commands: options.commands ?? NO_PROGRAMS,
    store: options.store ?? createMemoryStore(clock),
    flow: () => undefined,
    worker: () => undefined,
    stop: createStop().signal,
    lines: () => [...lines],
    kept,
    change,
  };
}

/** The number behind the last entry that can be read. */
function nextAfter(lines: readonly string[]): number {
  return lines.reduce((next, text) => {
    const line = readLine(text);
    return line.kind === 'entry' ? line.entry.seq + 1 : next;
  }, 0);
}

const NO_PROGRAMS: Commands = {
  run: async () => {
    const why = 'There are no programs in memory. Run it over node ports, or give commands of your own.';
    return { status: 'not-found', exit: null, signal: null, output: '', log: null, durationMs: 0, why };
  },
};
