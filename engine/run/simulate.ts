import type { Flow } from '../flow/schema';
import type { Issue } from '../issue';
import type { Json, JsonObject } from '../json';
import { initialChannels } from '../loops/channels';
import type { Spend } from '../loops/spend';
import type { Control, Mode } from '../trace/control';
import type { Confirmed, Outcome, StopReason } from '../trace/decision';
import type { Entry } from '../trace/entry';
import type { Driving, Opening } from './driving';
import { inputsOf } from './inputs';
import { nextDue } from './nextDue';
import { drive } from './run';
import { answersIn } from './simulated/answers';
import { sampleOf } from './simulated/sample';
import type { Script } from './simulated/script';
import { readScript } from './simulated/script';
import type { CalledFlows } from './simulated/scriptIssues';
import { scriptIssues } from './simulated/scriptIssues';
import type { Told } from './simulated/told';
import { toldBy } from './simulated/told';
import type { SimulatedWorld } from './simulated/world';
import { simulatedWorld } from './simulated/world';
import type { RunState } from './state';
import { EMPTY_STATE, openLatches } from './state';

export interface SimulateOptions {
  /** SHA-256 of the UTF-8 text, 64 hex characters. */
  readonly digest: (text: string) => string;
  /** The flows that it calls, by the name that its `call` steps give. */
  readonly flows?: CalledFlows;
  /** Default autonomous. */
  readonly mode?: Mode;
  readonly goal?: string;
  /** Inputs that are missing and have no default are empty values of their type. */
  readonly inputs?: JsonObject;
  /** Super-steps after which it is cut off (default 5000). */
  readonly maxSuperSteps?: number;
  /** Awaited with every entry, so that others have their turn meanwhile; false cuts it off. */
  readonly goesOn?: () => Promise<boolean>;
}

export interface Simulated extends Told {
  readonly end: SimulatedEnd;
  readonly spend: Spend;
  readonly trace: readonly Entry[];
}

export interface SimulatedEnd {
  /** `waiting`: for a person who does not answer. `cut`: it was still going on after its super-steps. */
  readonly outcome: Outcome | 'waiting' | 'cut';
  readonly reason: StopReason | null;
  readonly confirmed: Confirmed;
  readonly why: string;
  readonly openLatches: readonly string[];
}

export type Simulation =
  | { readonly ok: true; readonly simulated: Simulated }
  /** The script does not fit the flow; each issue's path is its place in the script. */
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Plays a flow out: the engine itself, with outcomes as a script has them, a clock that is turned and a workspace in
 * memory. Nothing is executed, nothing is read and nothing written. It always ends: what would go on for ever is cut off,
 * and says so.
 */
export async function simulate(flow: Flow, script: Script | Json, options: SimulateOptions): Promise<Simulation> {
  const flows = options.flows ?? new Map();
  const value: Json = JSON.parse(JSON.stringify(script));
  const issues = scriptIssues(flow, value, flows);
  const read = readScript(value);
  const inputs = inputsOf(flow, { ...emptyInputs(flow), ...options.inputs });
  if (!inputs.ok) {
    const message = `The inputs do not fit the flow: ${inputs.why}.`;
    return { ok: false, issues: [...issues, { code: 'script-inputs', severity: 'error', path: [], message }] };
  }
  if (issues.length > 0 || !read.ok) return { ok: false, issues };
  return { ok: true, simulated: await played({ flow, flows, script: read.script, inputs: inputs.value, options }) };
}

interface Playing {
  readonly flow: Flow;
  readonly flows: CalledFlows;
  readonly script: Script;
  readonly inputs: JsonObject;
  readonly options: SimulateOptions;
}

const MOST_SUPER_STEPS = 5000;
/** Looks at one and the same state, between two super-steps: more of them and nothing moves any more. */
const MOST_LOOKS = 10_000;

async function played(playing: Playing): Promise<Simulated> {
  const { flow, flows, script, options } = playing;
  const most = options.maxSuperSteps ?? MOST_SUPER_STEPS;
  const trace: Entry[] = [];
  let driving: Driving | null = null;
  const state = (): RunState => driving?.state() ?? EMPTY_STATE;
  let looked = { at: -1, times: 0 };
  let cut = false;
  const isOver = () => {
    const { nextSeq, superStep } = state();
    looked = { at: nextSeq, times: nextSeq === looked.at ? looked.times + 1 : 0 };
    cut ||= superStep >= most || looked.times > MOST_LOOKS;
    return cut;
  };
  const breathe = async () => {
    if (options.goesOn !== undefined && !(await options.goesOn())) cut = true;
  };
  const world = simulatedWorld({ flow, flows, script, digest: options.digest, state, isOver, breathe });
  const carry = async (opening: Opening, acts: readonly Control[]): Promise<RunState> => {
    driving = drive(flow, opening, world.ports, (entry) => trace.push(entry));
    for (const act of acts) driving.send(act, 'the script');
    return driving.parked;
  };
  let parked = await carry(startOf(playing), []);
  while (parked.end === null && !cut) {
    const acts = onwards(playing, parked, world);
    if (acts === null) break;
    parked = await carry(resumeOf(parked), acts);
  }
  const kept = cut && parked.end?.reason === 'by-person' ? withoutEnd(trace) : trace;
  return { ...toldBy(kept), end: endOf(parked, cut, most), spend: parked.spend, trace: kept };
}

/** What lets a parked run go on: answers, or a turn of the clock; null: nothing does. */
function onwards(playing: Playing, state: RunState, world: SimulatedWorld): readonly Control[] | null {
  const answers = answersIn(playing.flow, playing.flows, playing.script, state);
  if (answers.length > 0) return answers;
  const due = nextDue(state);
  if (due === null) return null;
  world.turnTo(Date.parse(due));
  return [];
}

function endOf(state: RunState, cut: boolean, most: number): SimulatedEnd {
  const open = openLatches(state).map(({ id }) => id);
  const none = { reason: null, confirmed: 'none' as const, openLatches: open };
  if (cut && (state.end === null || state.end.reason === 'by-person')) {
    const why = `it was still going on after ${Math.min(state.superStep, most)} super-steps: the simulation was cut off there`;
    return { outcome: 'cut', ...none, why };
  }
  if (state.end === null)
    return { outcome: 'waiting', ...none, why: 'it waits for a person, and the script has no answer' };
  const { outcome, reason, confirmed, why } = state.end;
  return { outcome, reason, confirmed, why, openLatches: open };
}

/** That somebody cut it off is not what the flow did. */
const withoutEnd = (trace: readonly Entry[]): readonly Entry[] =>
  trace.filter(
    (entry) =>
      entry.type !== 'commit' || !entry.events.some(({ type }) => type === 'run.ended') || entry.within !== undefined,
  );

const startOf = ({ flow, inputs, options }: Playing): Opening => ({
  kind: 'start',
  run: 'simulated',
  flow: { id: flow.id, hash: '', path: '' },
  mode: options.mode ?? 'autonomous',
  goal: options.goal ?? flow.goal ?? '',
  inputs,
  channels: initialChannels(flow.channels),
  fence: 1,
  program: 'simulation',
});

const resumeOf = (state: RunState): Opening => ({
  kind: 'resume',
  state,
  damaged: [],
  tornBytes: 0,
  fence: (state.head?.fence ?? 0) + 1,
  program: 'simulation',
});

const emptyInputs = (flow: Flow): JsonObject =>
  Object.fromEntries(
    Object.entries(flow.inputs ?? {}).map(([name, { type, default: given }]) => [name, given ?? sampleOf({ type })]),
  );
