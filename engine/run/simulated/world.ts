import type { Command, Flow, Step } from '../../flow/schema';
import { createMemoryStore } from '../../memoryStore';
import type { CommandRequest, CommandResult, Ports, Turn, TurnResult } from '../../ports';
import { inOrder } from '../../steps/holdOut';
import type { Within } from '../../trace/scope';
import type { RunState } from '../state';
import { viewOf } from '../state';
import { commandEnd, pollEnd } from './commandEnds';
import type { Occasion } from './occasion';
import { occasionOf, scripted } from './occasion';
import type { Script } from './script';
import type { CalledFlows } from './scriptIssues';
import { simulatedTurn } from './turns';
import { simulatedWorkspace } from './workspace';

/** The ports of a simulated run, and the hand that turns its clock. */
export interface SimulatedWorld {
  readonly ports: Ports;
  /** Sets the clock forward to this instant; it never goes back. */
  readonly turnTo: (instant: number) => void;
}

export interface WorldOptions {
  readonly flow: Flow;
  readonly flows: CalledFlows;
  readonly script: Script;
  readonly digest: (text: string) => string;
  /** The run as it is when something of it is asked. */
  readonly state: () => RunState;
  /** Whether it is to be cut off here. */
  readonly isOver: () => boolean;
  /** Awaited with every entry. */
  readonly breathe: () => Promise<void>;
}

const START = Date.UTC(2026, 0, 1);

export function simulatedWorld(options: WorldOptions): SimulatedWorld {
  const { flow, flows, script, digest } = options;
  let now = START;
  let turns = 0;
  const workspace = simulatedWorkspace(script.files ?? {}, digest);
  const tests = new Map<string, readonly string[]>();
  const polls = new Map<string, number>();

  const take = (turn: Turn): TurnResult => {
    const { step, visit, pass, attempt } = turn.request;
    const within = placeInKey(turn.key, `${step}/${visit}/${attempt}`);
    const at = { within, step, visit, ...(pass === 0 ? {} : { pass }) };
    const occasion = occasionOf(flow, flows, options.state(), at);
    if (occasion === null) throw new Error(`the simulation does not know the step "${step}"`);
    turns += 1;
    const said = scripted(script, occasion, attempt);
    const came = simulatedTurn(turn, occasion, said, { usage: script.usage, number: turns });
    for (const [path, text] of Object.entries(came.changes)) workspace.change(path, text);
    now += came.takes;
    return came.result;
  };

  const run = (request: CommandRequest): CommandResult => {
    const place = commandPlace(request.key);
    const within = place === null ? undefined : withinOf(options.state(), place.digest, digest);
    const occasion =
      place === null || within === undefined ? null : occasionOf(flow, flows, options.state(), { within, ...place });
    if (place === null || occasion === null)
      throw new Error(`the simulation does not know the command "${request.key}"`);
    const number = place.label === 'baseline' ? 0 : occasion.number;
    const here = { ...occasion, number };
    if (request.answers === true) {
      const wait = `${within} ${place.step} ${place.visit}`;
      const poll = (polls.get(wait) ?? 0) + 1;
      polls.set(wait, poll);
      return pollEnd(scripted(script, here, poll) ?? {});
    }
    const attempt = viewOf(options.state(), within ?? '').doing[place.step]?.attempt ?? 1;
    const said = scripted(script, here, attempt) ?? {};
    const known = `${occasion.name} ${place.index}`;
    const wanted = { tests: testsWanted(occasion, place.index), known: tests.get(known) ?? [] };
    const end = commandEnd(request, said, place.index, wanted);
    tests.set(known, end.names);
    for (const [path, text] of Object.entries(end.writes)) workspace.change(path, text);
    now += end.takes;
    return end.result;
  };

  return {
    turnTo: (instant) => {
      now = Math.max(now, instant);
    },
    ports: {
      clock: { now: () => now, every: () => () => undefined },
      digest,
      trace: { append: () => options.breathe() },
      folder: { project: async () => undefined, artifact: async (step, visit) => `artifacts/${step}/${visit}.json` },
      workspace,
      commands: { run: async (request) => run(request) },
      store: createMemoryStore({ now: () => now }),
      flow: (name) => flows.get(name),
      worker: () => ({
        use: 'simulated',
        probe: async () => ({ available: true, meters: 'sometimes', safeInUntrustedRepo: true }),
        run: async (turn) => take(turn),
      }),
      stop: { wanted: () => (options.isOver() ? 'boundary' : 'no'), onNow: () => () => undefined },
    },
  };
}

/** The path between the run's id and the step in a turn's key. */
const placeInKey = (key: string, end: string): Within =>
  key.slice(key.indexOf('/') + 1, -end.length).replace(/\/$/, '');

interface CommandPlace {
  readonly step: string;
  readonly visit: number;
  /** Of the path at which it was called; absent: the run's own flow. */
  readonly digest: string | undefined;
  readonly label: string;
  readonly index: number;
}

/** What the key of a command says of its place. */
function commandPlace(key: string): CommandPlace | null {
  const found = /^(.+)-(\d{1,7})(?:-([0-9a-f]{8}))?-([a-z]+)(?:-(\d+))?$/.exec(key);
  if (found === null) return null;
  const [, step = '', visit, place, label = '', index = '0'] = found;
  return { step, visit: Number(visit), digest: place, label, index: Number(index) };
}

const withinOf = (state: RunState, place: string | undefined, digest: (text: string) => string): Within | undefined =>
  place === undefined ? '' : Object.keys(state.children).find((within) => digest(within).slice(0, 8) === place);

/** How many tests a clean run of the command has to report. */
function testsWanted({ step }: Occasion, index: number): number {
  const command = commandsIn(step)[index];
  const text = command?.run?.join(' ') ?? command?.shell ?? '';
  if (command?.expect === 'tests') return command.minTests ?? 1;
  return command?.report !== undefined || /json/i.test(text) ? 1 : 0;
}

function commandsIn(step: Step): readonly Command[] {
  if (step.kind === 'verify') return inOrder(step.commands);
  if (step.kind === 'work') return step.check?.command === undefined ? [] : [step.check.command];
  if (step.kind !== 'gate') return [];
  const evaluators = 'all' in step.evaluator ? step.evaluator.all : [step.evaluator];
  return evaluators.flatMap((each) => ('commands' in each ? each.commands : []));
}
