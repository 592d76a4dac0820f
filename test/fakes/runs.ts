import { parseFlow } from '../../engine/flow/parse';
import type { Flow } from '../../engine/flow/schema';
import type { Json, JsonObject } from '../../engine/json';
import { initialChannels } from '../../engine/loops/channels';
import type { Guards } from '../../engine/loops/guards';
import type { Driving, Opening } from '../../engine/run/driving';
import { inputsOf } from '../../engine/run/inputs';
import { stateOf } from '../../engine/run/openRun';
import { drive } from '../../engine/run/run';
import type { RunState } from '../../engine/run/state';
import { recentVisits } from '../../engine/run/visits';
import type { Decision } from '../../engine/trace/decision';
import type { Commit, Entry, Fact } from '../../engine/trace/entry';
import type { World } from './world';
import { Crash } from './world';

/** The strict flow of a value; a flow with errors is a mistake in the test. */
export function flowOf(value: Json): Flow {
  const { flow, issues } = parseFlow(JSON.stringify(value));
  if (flow === null) throw new Error(`not a flow: ${JSON.stringify(issues)}`);
  return flow;
}

export interface FixParts {
  readonly loop?: { readonly [key: string]: Json };
  readonly act?: { readonly [key: string]: Json };
  readonly judge?: { readonly [key: string]: Json };
  readonly verify?: { readonly [key: string]: Json };
  readonly steps?: { readonly [key: string]: Json };
  readonly flow?: { readonly [key: string]: Json };
}

/** Fix Until Green: act, verify, judge, and the loop over them. */
export const fixFlow = (parts: FixParts = {}): Flow =>
  flowOf({
    converge: 1,
    id: 'fix',
    goal: 'All tests pass.',
    start: 'act',
    ...parts.flow,
    steps: {
      act: { kind: 'work', worker: 'implementer', prompt: 'Repair it.', next: 'verify', ...parts.act },
      verify: { kind: 'verify', commands: [{ run: ['npm', 'test'] }], next: 'judge', ...parts.verify },
      judge: { kind: 'judge', worker: 'reviewer', next: '@complete', ...parts.judge },
      ...parts.steps,
    },
    loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 5, ...parts.loop } },
  });

export interface RunOptions {
  readonly mode?: 'autonomous' | 'supervised';
  readonly goal?: string;
  readonly start?: readonly string[];
  readonly inputs?: JsonObject;
  /** Bytes of trace between two snapshots. */
  readonly snapshotBytes?: number;
  readonly onStart?: (run: Driving) => void;
  /** Default: every one. */
  readonly guards?: Guards;
}

function inputsFor(flow: Flow, given: JsonObject): JsonObject {
  const inputs = inputsOf(flow, given);
  if (!inputs.ok) throw new Error(inputs.why);
  return inputs.value;
}

export const opening = (flow: Flow, options: RunOptions = {}): Opening => ({
  kind: 'start',
  run: 'r1',
  flow: { id: flow.id, hash: 'h', path: 'fix.converge.json' },
  mode: options.mode ?? 'autonomous',
  goal: options.goal ?? flow.goal ?? '',
  ...(options.start === undefined ? {} : { start: options.start }),
  inputs: inputsFor(flow, options.inputs ?? {}),
  channels: initialChannels(flow.channels),
  fence: 1,
  program: 'test',
  ...snapshotting(options),
});

const snapshotting = ({ snapshotBytes }: RunOptions) => (snapshotBytes === undefined ? {} : { snapshotBytes });

export async function run(flow: Flow, world: World, options: RunOptions = {}): Promise<RunState> {
  const driving = drive(flow, opening(flow, options), world.ports(), undefined, undefined, options.guards);
  options.onStart?.(driving);
  return driving.parked;
}

const linesOf = (world: World) =>
  world.lines.map((line, index) => ({ line: index + 1, entry: JSON.parse(line) as Entry }));

export const readState = (world: World): RunState => stateOf(linesOf(world), world.ports().digest);

/** Goes on from what the trace says, as a new process does. */
export async function resume(
  flow: Flow,
  world: World,
  more: Partial<Extract<Opening, { kind: 'resume' }>> & Pick<RunOptions, 'onStart'> = {},
): Promise<RunState> {
  const visits = recentVisits();
  const state = stateOf(linesOf(world), world.ports().digest, visits.see);
  const { onStart, ...rest } = more;
  const driving = drive(
    flow,
    {
      kind: 'resume',
      ...{ state, damaged: [], tornBytes: 0, unwritten: visits.found() },
      fence: (state.head?.fence ?? 0) + 1,
      program: 'test',
      ...rest,
    },
    world.ports(),
  );
  onStart?.(driving);
  return driving.parked;
}

/** Runs with a crash at one append (1, 2, …), before or after it is written; then resumes until it parks. */
export async function runCut(flow: Flow, world: World, at: number, when: 'before' | 'after', options: RunOptions = {}) {
  world.crash = (moment, append) => {
    if (append === at && moment === when) throw new Crash();
  };
  try {
    return await run(flow, world, options);
  } catch (thrown) {
    if (!(thrown instanceof Crash)) throw thrown;
    world.crash = null;
    if (world.lines.length === 0) return run(flow, world, options);
    const state = readState(world);
    // Cut behind its last word: there is nothing to go on with.
    return state.end === null ? resume(flow, world, snapshotting(options)) : state;
  }
}

export const entries = (world: World): readonly Entry[] => linesOf(world).map(({ entry }) => entry);

export const events = <T extends Decision['type']>(world: World, type: T): readonly Extract<Decision, { type: T }>[] =>
  entries(world)
    .filter((entry): entry is Commit => entry.type === 'commit')
    .flatMap((commit) => commit.events.filter((event): event is Extract<Decision, { type: T }> => event.type === type));

export const facts = <T extends Fact['type']>(world: World, type: T): readonly Extract<Fact, { type: T }>[] =>
  entries(world).filter((entry): entry is Extract<Fact, { type: T }> => entry.type === type);

/** The ledger's history of a latch, such as `opened 1, cleared 2`. */
export const latchStory = (state: RunState, id: string): string =>
  (state.ledger.find((latch) => latch.id === id)?.history ?? []).map(({ what, pass }) => `${what} ${pass}`).join(', ');
