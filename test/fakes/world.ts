import { createHash } from 'node:crypto';
import { ConvergeError } from '../../engine/failure';
import type { Json } from '../../engine/json';
import { createMemoryStore } from '../../engine/memoryStore';
import type { StopController } from '../../engine/node/stop';
import { createStop } from '../../engine/node/stop';
import type {
  CalledFlow,
  Clock,
  CommandResult,
  FileChange,
  Ports,
  StopSignal,
  TurnRequest,
  TurnResult,
  TurnStatus,
  Usage,
  Worker,
} from '../../engine/ports';

/** What a made-up worker answers; whatever is left out is that of a free, successful, silent turn. */
export interface Answer {
  readonly status?: TurnStatus;
  readonly why?: string;
  readonly text?: string;
  readonly structured?: Json;
  readonly branch?: string;
  readonly claims?: readonly string[];
  readonly usage?: Usage;
}

export type Play = (request: TurnRequest, files: Map<string, string>) => Answer | Promise<Answer>;

/** What a made-up command prints: its exit code and its output, from the files as they are. */
export type Check = (
  files: ReadonlyMap<string, string>,
  run: readonly string[] | { readonly shell: string },
) => {
  readonly exit?: number;
  readonly output?: string;
  readonly status?: CommandResult['status'];
  /** Files the command itself writes. */
  readonly writes?: Readonly<Record<string, string>>;
  /** The report files that it leaves. */
  readonly reports?: CommandResult['reports'];
};

export interface WorldSpec {
  readonly files?: Readonly<Record<string, string>>;
  readonly workers: Readonly<Record<string, Play>>;
  readonly check?: Check;
  /** Workers that hold a passed-down limit themselves. */
  readonly holds?: readonly ('usd' | 'tokens')[];
  /** Every worker is declared to cost nothing. */
  readonly free?: boolean;
  readonly snapshots?: boolean;
  /** Something else goes on writing: from this recording of the files on (1, 2, …), they differ at each. */
  readonly restlessFrom?: number;
  /** The flows that may be called, by the name that a `call` step gives. */
  readonly flows?: Readonly<Record<string, CalledFlow>>;
}

/** A whole world in memory: the ports of the engine over a map of files, a trace that is a list of lines. */
export interface World {
  readonly files: Map<string, string>;
  readonly lines: string[];
  readonly projections: Map<string, Json>;
  readonly requests: TurnRequest[];
  readonly commands: (readonly string[] | { readonly shell: string })[];
  readonly prompts: string[];
  readonly clock: Clock & { now: () => number };
  readonly turn: (ms: number) => void;
  readonly appends: { count: number };
  /** Called before and after each append; throwing is a crash at that point. */
  crash: ((when: 'before' | 'after', append: number) => void) | null;
  /** Fresh ports over the same world, as a new process has them. */
  readonly ports: (stop?: StopController) => Ports;
}

/** A process that is gone: nothing it wants to write is written any more. */
export class Crash extends ConvergeError {
  constructor() {
    super('disk-full', 'crashed on purpose');
  }
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

export function world(spec: WorldSpec): World {
  const files = new Map(Object.entries(spec.files ?? {}));
  const trees = new Map<string, ReadonlyMap<string, string>>();
  let snapshots = 0;
  let now = Date.parse('2026-01-01T00:00:00Z');
  const store = createMemoryStore({ now: () => now });
  const made: World = {
    files,
    lines: [],
    projections: new Map(),
    requests: [],
    commands: [],
    prompts: [],
    clock: { now: () => now, every: () => () => {} },
    turn: (ms) => {
      now += ms;
    },
    appends: { count: 0 },
    crash: null,
    ports: (stop = createStop()) => ({
      clock: made.clock,
      digest: sha,
      trace: {
        append: async (lines) => {
          const append = ++made.appends.count;
          made.crash?.('before', append);
          made.lines.push(...lines);
          made.crash?.('after', append);
        },
      },
      folder: {
        project: async (name, value) => void made.projections.set(name, value),
        artifact: async (step, visit, value) => {
          const path = `artifacts/${step}/${visit}.json`;
          made.projections.set(path, value);
          return path;
        },
      },
      workspace: {
        root: '/ws',
        snapshot: async () => {
          if (spec.snapshots === false) return { ok: false, why: 'it took too long' };
          snapshots += 1;
          if (snapshots >= (spec.restlessFrom ?? Number.POSITIVE_INFINITY)) files.set('restless', String(snapshots));
          const tree = sha(JSON.stringify([...files].sort()));
          trees.set(tree, new Map(files));
          return { ok: true, tree };
        },
        changes: async (from, to) => changesOf(trees.get(from) ?? new Map(), trees.get(to) ?? new Map()),
        digests: async (globs) =>
          Object.fromEntries(
            [...files]
              .filter(([path]) => globs.some((glob) => names(glob, path)))
              .map(([path, text]) => [path, sha(text)]),
          ),
        readText: async (path) => files.get(path),
        inTree: async (tree, path) => {
          const text = trees.get(tree)?.get(path);
          return text === undefined ? undefined : sha(text);
        },
        restore: async (tree, paths) => {
          const kept = trees.get(tree);
          if (kept === undefined) return { ok: false, why: 'the tree is not known any more' };
          for (const path of paths ?? new Set([...files.keys(), ...kept.keys()])) {
            const text = kept.get(path);
            if (text === undefined) files.delete(path);
            else files.set(path, text);
          }
          return { ok: true };
        },
      },
      commands: {
        run: async (request) => {
          made.commands.push(request.run);
          const said = spec.check?.(files, request.run) ?? {};
          for (const [path, text] of Object.entries(said.writes ?? {})) files.set(path, text);
          const exit = said.exit ?? 0;
          return {
            status: said.status ?? 'exited',
            exit,
            signal: null,
            output: said.output ?? '',
            log: null,
            durationMs: 1,
            ...(said.reports === undefined ? {} : { reports: said.reports }),
          };
        },
      },
      store,
      flow: (name) => spec.flows?.[name],
      worker: (name) => workerOf(name),
      stop: stop.signal,
    }),
  };
  const workerOf = (name: string): Worker | undefined => {
    const play = spec.workers[name];
    if (play === undefined) return undefined;
    return {
      use: 'fake',
      ...(spec.holds === undefined ? {} : { holds: spec.holds }),
      ...(spec.free === undefined ? {} : { free: spec.free }),
      probe: async () => ({ available: true, meters: 'sometimes', safeInUntrustedRepo: true }),
      run: async (turn, io) => {
        made.requests.push(turn.request);
        made.prompts.push(turn.prompt);
        return turnOf(await stoppable(io.stop, play(turn.request, files)));
      },
    };
  };
  return made;
}

/** The answer, or `cancelled` as soon as a stop comes. */
async function stoppable(stop: StopSignal, answer: Answer | Promise<Answer>): Promise<Answer> {
  if (stop.wanted() === 'now') return { status: 'cancelled' };
  return new Promise<Answer>((resolve, reject) => {
    const forget = stop.onNow(() => resolve({ status: 'cancelled' }));
    Promise.resolve(answer).then((given) => {
      forget();
      resolve(given);
    }, reject);
  });
}

const turnOf = (answer: Answer): TurnResult => ({
  status: answer.status ?? 'ok',
  ...(answer.why === undefined ? {} : { why: answer.why }),
  exit: 0,
  text: answer.text ?? '',
  ...(answer.structured === undefined ? {} : { structured: answer.structured }),
  ...(answer.branch === undefined ? {} : { branch: answer.branch }),
  ...(answer.claims === undefined ? {} : { claims: { changedFiles: answer.claims } }),
  denials: [],
  usage: answer.usage ?? { state: 'free' },
  log: null,
  durationMs: 1,
});

function changesOf(from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>): readonly FileChange[] {
  const paths = [...new Set([...from.keys(), ...to.keys()])].sort();
  return paths.flatMap((path): readonly FileChange[] => {
    if (!to.has(path)) return [{ path, change: 'deleted' }];
    if (!from.has(path)) return [{ path, change: 'added' }];
    return from.get(path) === to.get(path) ? [] : [{ path, change: 'modified' }];
  });
}

/** Enough of globs for made-up worlds: a whole path, a folder, `folder/**`, `**`. */
function names(glob: string, path: string): boolean {
  const folder = glob.replace(/\/?\*\*$/, '');
  return glob === path || folder === '' || path.startsWith(`${folder}/`);
}
