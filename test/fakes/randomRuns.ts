import { ConvergeError } from '../../engine/failure';
import type { Json } from '../../engine/json';
import { initialChannels } from '../../engine/loops/channels';
import type { StopController } from '../../engine/node/stop';
import { createStop } from '../../engine/node/stop';
import type { CalledFlow, CommandRequest, CommandResult, Ports, TurnRequest, Usage } from '../../engine/ports';
import type { Driving, Observer, Opening } from '../../engine/run/driving';
import { nextDue } from '../../engine/run/nextDue';
import { assertResumable } from '../../engine/run/resumable';
import { drive } from '../../engine/run/run';
import type { RunState } from '../../engine/run/state';
import { openAsks } from '../../engine/run/state';
import type { Control, RaisedBounds } from '../../engine/trace/control';
import type { MadeFlow } from './randomFlows';
import { readState } from './runs';
import type { Answer, World } from './world';
import { Crash, world } from './world';

/** How everybody in a made-up run behaves: by the numbers of the visit and nothing else, so that the same is done again. */
export interface Behaviour {
  readonly seed: number;
  /** Parts of 100. */
  readonly fails: number;
  readonly lies: number;
  readonly met: number;
  readonly usage: 'free' | 'reported' | 'sometimes';
  /** Commands that are red. */
  readonly reds: number;
  /** Readers that write. */
  readonly writes: number;
}

/** An act from outside, when so many entries are durable. */
export interface Act {
  readonly after: number;
  readonly act: Control;
}

export interface Cut {
  readonly at: number;
  readonly when: 'before' | 'after';
}

export interface Life {
  readonly behaviour: Behaviour;
  readonly acts?: readonly Act[];
  /** The process dies at these appends, before or after each. */
  readonly cuts?: readonly Cut[];
  /** How often a run that has ended is gone on with, its bound raised where it was one. */
  readonly resumes?: number;
  readonly mode?: 'autonomous' | 'supervised';
  /** Bytes of trace between two snapshots. */
  readonly snapshotBytes?: number;
  /** Somebody holds it for a moment wherever it can be held. */
  readonly held?: boolean;
}

export interface Lived {
  readonly world: World;
  readonly state: RunState;
  /** Each time it parked: the state as the carrier had it, and as the trace has it. */
  readonly parks: readonly { readonly live: RunState; readonly read: RunState }[];
  readonly stretches: number;
  readonly crashed: boolean;
}

const MOST_STRETCHES = 300;
/** Looks at one and the same state between two super-steps. */
const MOST_LOOKS = 500;

/** Carries a run through parks, answers, crashes and ends that can be gone on from, to its last end. */
export async function live({ flow, flows }: MadeFlow, life: Life): Promise<Lived> {
  const made = peopled(flows, life.behaviour);
  const acts = [...(life.acts ?? [])].sort((a, b) => a.after - b.after);
  const parks: { live: RunState; read: RunState }[] = [];
  let crashed = false;
  let resumes = life.resumes ?? 0;
  const cuts = life.cuts ?? [];
  if (cuts.length > 0)
    made.crash = (moment, append) => {
      if (cuts.some(({ at, when }) => append === at && moment === when)) throw new Crash();
    };
  const opening = (): Opening => {
    const more = {
      program: 'test',
      ...(life.snapshotBytes === undefined ? {} : { snapshotBytes: life.snapshotBytes }),
    };
    if (made.lines.length === 0) {
      return {
        kind: 'start',
        run: 'r1',
        flow: { id: flow.id, hash: 'h', path: 'f' },
        mode: life.mode ?? 'autonomous',
        goal: 'g',
        inputs: {},
        channels: initialChannels(flow.channels),
        fence: 1,
        ...more,
      };
    }
    const state = readState(made);
    return { kind: 'resume', state, damaged: [], tornBytes: 0, fence: (state.head?.fence ?? 0) + 1, ...more };
  };
  const stretch = async (sent: readonly Control[], raised: Raised): Promise<RunState> => {
    let driving: Driving | null = null;
    const guarded = guardedStop(() => driving?.state().nextSeq ?? 0);
    const open = opening();
    const observe: Observer = (entry) => {
      while (acts[0] !== undefined && entry.seq >= acts[0].after) driving?.send((acts.shift() as Act).act, 'somebody');
    };
    const holding = { wanted: () => life.held === true, hold: (_: unknown, { go }: { go: () => void }) => go() };
    driving = drive(flow, open.kind === 'resume' ? { ...open, raised } : open, made.ports(guarded), observe, holding);
    for (const act of sent) driving.send(act, 'somebody');
    return driving.parked;
  };
  let sent: readonly Control[] = [];
  let raised: Raised = {};
  for (let stretches = 1; stretches <= MOST_STRETCHES; stretches++) {
    let state: RunState;
    try {
      state = await stretch(sent, raised);
      parks.push({ live: state, read: readState(made) });
    } catch (thrown) {
      if (!(thrown instanceof Crash)) throw thrown;
      crashed = true;
      if (made.lines.length === 0) continue;
      state = readState(made);
      if (state.end === null) continue;
    }
    const next = onward(state, made, acts, resumes > 0);
    if (next === null) return { world: made, state, parks, stretches, crashed };
    if (state.end !== null) resumes -= 1;
    sent = next.sent;
    raised = next.raised;
  }
  throw new Error(`it was not over after ${MOST_STRETCHES} stretches`);
}

type Raised = Readonly<Record<string, RaisedBounds>>;
interface Onward {
  readonly sent: readonly Control[];
  readonly raised: Raised;
}

/** Every bound well above what was used, where the run can be gone on with at all. */
function raisedFor(state: RunState): Raised | null {
  const { usd, tokens, superSteps } = { ...state.spend, superSteps: state.freeSuperSteps + 40 };
  const spend = { usd: usd + 0.05, tokens: tokens + 500 };
  const loops = Object.entries({ ...state.loops, ...state.improves }).map(([id, loop]) => {
    const count = 'pass' in loop ? loop.pass : loop.round;
    return [id, { ...spend, maxPasses: count + 2, maxIterations: count + 2, noProgressCeiling: 9 }];
  });
  const raised = { ...Object.fromEntries(loops), budget: { ...spend, superSteps, minutes: 100_000 } };
  try {
    assertResumable(state, raised);
    return raised;
  } catch (thrown) {
    if (thrown instanceof ConvergeError) return null;
    throw thrown;
  }
}

/** What lets a parked or stopped run go on; null: it is over. */
function onward(state: RunState, made: World, acts: readonly Act[], again: boolean): Onward | null {
  if (state.end !== null) {
    const byPerson = state.end.reason === 'by-person' || state.end.outcome === 'cancelled';
    if (byPerson && acts.length > 0) return { sent: [], raised: {} };
    const raised = again ? raisedFor(state) : null;
    return raised === null ? null : { sent: [], raised };
  }
  if (state.paused) return { sent: [], raised: {} };
  const asks = openAsks(state);
  const sent = asks.flatMap((ask): readonly Control[] => {
    if (ask.default !== null && hash(ask.id) % 2 === 0) return [];
    return [{ do: 'answer', ask: ask.id, choice: ask.choices[hash(ask.id) % 4 === 1 ? 1 : 0] ?? '' }];
  });
  if (sent.length > 0) return { sent, raised: {} };
  const due = nextDue(state);
  if (due === null) throw new Error('it is parked, has not ended and waits for nobody');
  made.turn(Math.max(0, Date.parse(due) - made.clock.now()));
  return { sent: [], raised: {} };
}

/** Fails a run that looks again and again at a state that does not change. */
function guardedStop(seq: () => number): StopController {
  const own = createStop();
  let last = { seq: -1, times: 0 };
  return {
    ...own,
    signal: {
      ...own.signal,
      wanted: () => {
        last = last.seq === seq() ? { seq: last.seq, times: last.times + 1 } : { seq: seq(), times: 0 };
        if (last.times > MOST_LOOKS) throw new Error('it spins');
        return own.signal.wanted();
      },
    },
  };
}

function peopled(flows: ReadonlyMap<string, CalledFlow>, behaviour: Behaviour): World {
  const numbered = (...parts: readonly unknown[]) => hash(JSON.stringify([behaviour.seed, ...parts]));
  const made = world({
    files: { f0: 'frozen', f1: 'a' },
    flows: Object.fromEntries(flows),
    workers: { w: (request, files) => answerOf(request, files, behaviour, numbered) },
  });
  const { ports } = made;
  return Object.assign(made, {
    ports: (stop?: StopController): Ports => ({
      ...ports(stop),
      commands: { run: async (request) => commandEnd(request, made, behaviour, numbered) },
    }),
  });
}

type Numbered = (...parts: readonly unknown[]) => number;

function answerOf(request: TurnRequest, files: Map<string, string>, behaviour: Behaviour, numbered: Numbered): Answer {
  const { step, visit, attempt, pass } = request;
  const number = numbered(request.key, pass, request.item ?? request.task ?? null);
  const part = (what: string) => numbered(request.key, what) % 100;
  const usage: Usage = usageOf(behaviour, part('usage'));
  if (part('fails') < behaviour.fails)
    return { status: attempt % 2 === 0 ? 'failed' : 'protocol-error', why: 'broke', usage };
  const kind = step.split('_')[0] ?? '';
  if (kind === 'judge') {
    const answers: readonly Json[] = [{ lesson: 'x' }, 'prose', { goalMet: 'yes' }];
    const odd = part('odd') < 10;
    const goalMet = part('met') < behaviour.met;
    return {
      structured: odd ? (answers[number % 3] ?? null) : { goalMet, lesson: `L${number}`, marker: number % 2 },
      usage,
    };
  }
  if (part('write') < behaviour.writes) files.set(`w${number % 2}`, String(number));
  if (kind === 'gate') return { structured: { passed: part('pass') < 60, reasons: ['r'] }, usage };
  if (request.branches !== undefined && kind !== 'work') return { branch: chosen(request.branches, number), usage };
  if (kind === 'score') return { structured: { score: number % 110, done: number % 7 === 0 }, usage };
  if (kind === 'plan') return { structured: tasksOf(number), usage };
  const lies = part('lies') < behaviour.lies;
  const changes = kind === 'until' || kind === 'improve';
  if (changes && !lies) files.set(`f${1 + (number % 2)}`, String(number));
  if (changes && part('drift') < 5) files.set('f0', String(number));
  const branch = request.branches !== undefined && part('branch') < 10 ? { branch: request.branches[0] ?? '' } : {};
  const claims = changes || lies ? { claims: [lies ? 'ghost' : `f${1 + (number % 2)}`] } : {};
  return { structured: number % 3 === 0 ? [visit, number % 5] : `v${number % 4}`, ...claims, ...branch, usage };
}

function usageOf({ usage }: Behaviour, part: number): Usage {
  if (usage === 'free') return { state: 'free' };
  if (usage === 'sometimes' && part < 15) return { state: 'absent', why: 'none' };
  const tokens = { in: 100, cachedIn: 0, cacheWrite: 0, out: 0, reasoning: 0 };
  return { state: 'reported', usd: 0.01, tokens, basis: 'worker-estimate' };
}

/** A group's Main goes anywhere; another router mostly goes on. */
const chosen = (branches: readonly string[], number: number): string =>
  branches[branches[0] === 'on' ? Number(number % 8 === 0) : number % branches.length] ?? '';

/** Plans that can be carried out, and some that cannot. */
function tasksOf(number: number): Json {
  const task = (id: string, ...prerequisites: string[]): Json => ({ id, kind: 'step', prerequisites, input: id });
  const plans: readonly Json[] = [
    [task('a'), task('b', 'a'), task('c', 'a'), task('d', 'b', 'c')],
    [task('a'), task('b')],
    [task('a', 'b'), task('b', 'a')],
    [task('a', 'gone'), task('b')],
    [task('a'), { id: 'x', kind: 'odd' }, task('a')],
    [],
  ];
  // The first one more often than the others.
  return plans[Math.max(0, (number % 10) - 4)] ?? [];
}

function commandEnd(
  { run, answers, stdin }: CommandRequest,
  { files, clock }: Pick<World, 'files' | 'clock'>,
  { reds }: Behaviour,
  numbered: Numbered,
): CommandResult {
  const end = (exit: number, output: string): CommandResult => {
    return { status: 'exited', exit, signal: null, output, stdout: output, log: null, durationMs: 1 };
  };
  if (answers !== true) return end(numbered(run, [...files].sort()) % 100 < reds ? 1 : 0, '');
  const cursor: Json = JSON.parse(stdin ?? 'null');
  // A poll that failed leaves the cursor where it was: the next one is another by its time.
  const number = numbered(run, cursor, clock.now());
  const outcome = (['idle', 'activity', 'terminal', 'terminal', 'failed'] as const)[number % 5];
  if (outcome === 'failed') return end(number % 2, 'odd');
  return end(0, `${JSON.stringify({ outcome, payload: number % 10, cursor: Number(cursor ?? 0) + 1 })}\n`);
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return (value ^ (value >>> 15)) >>> 0;
}
