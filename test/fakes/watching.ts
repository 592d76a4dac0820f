import type { Flow } from '../../engine/flow/schema';
import type { Json, JsonObject } from '../../engine/json';
import type { CommandRequest, CommandResult } from '../../engine/ports';
import { nextDue } from '../../engine/run/nextDue';
import type { RunState } from '../../engine/run/state';
import { flowOf, readState, resume, run } from './runs';
import type { Play, World, WorldSpec } from './world';
import { Crash, world } from './world';

/** What a poll's program does: prints this value as a line, prints this text, or ends otherwise. */
export type Said = { readonly line: Json } | { readonly text: string } | Partial<CommandResult>;

export interface Asked {
  /** As it was handed over, both ways. */
  readonly cursor: Json;
  /** Milliseconds since the world began. */
  readonly at: number;
}

export interface Watched extends World {
  /** The polls that were made, in order. */
  readonly asked: Asked[];
  /** The polls that stood in the trace as decided when each poll was made. */
  readonly knownThen: Json[];
}

/** A world whose commands are polls. `answer` gets the cursor and how many polls were made before this one. */
export function watched(
  answer: (cursor: Json, before: number) => Said,
  workers: Readonly<Record<string, Play>> = { doer: () => ({ text: 'done' }) },
  more: Partial<WorldSpec> = {},
): Watched {
  const made = world({ workers, ...more });
  const began = made.clock.now();
  const { ports } = made;
  const asked: Asked[] = [];
  const knownThen: Json[] = [];
  const poll = (request: CommandRequest): CommandResult => {
    const cursor: Json = JSON.parse(request.stdin ?? '');
    if (request.env.CONVERGE_CURSOR !== JSON.stringify(cursor)) throw new Error('the cursors are not the same');
    const said = answer(cursor, asked.length);
    asked.push({ cursor, at: made.clock.now() - began });
    knownThen.push(readState(made).cursors.wait ?? null);
    const stdout = 'line' in said ? `${JSON.stringify(said.line)}\n` : 'text' in said ? said.text : '';
    const rest = 'line' in said || 'text' in said ? {} : said;
    return { status: 'exited', exit: 0, signal: null, output: stdout, stdout, log: null, durationMs: 1, ...rest };
  };
  return Object.assign(made, {
    ports: (stop?: Parameters<typeof ports>[0]) => ({
      ...ports(stop),
      commands: { run: async (request: CommandRequest) => poll(request) },
    }),
    asked,
    knownThen,
  });
}

/** Watch and respond: activity is answered by a worker and watched again, terminal ends the run. */
export const watchFlow = (wait: JsonObject = {}, more: JsonObject = {}): Flow =>
  flowOf({
    converge: 1,
    id: 'watching',
    goal: 'Answer what comes.',
    start: 'wait',
    ...more,
    steps: {
      wait: {
        kind: 'watch',
        poll: { run: ['poll'] },
        interval: '60s',
        routes: { activity: 'respond', terminal: '@complete' },
        ...wait,
      },
      respond: { kind: 'work', worker: 'doer', prompt: 'Respond.', reads: ['wait'], next: 'wait' },
    },
  });

/** Carries a run through all the times at which it is parked, each time as a new process, to its end or to a person. */
export async function toEnd(flow: Flow, made: World, most = 100): Promise<RunState> {
  let state = await carried(flow, made);
  for (let due = nextDue(state); due !== null; due = nextDue(state)) {
    if (most-- === 0) throw new Error(`still parked: ${JSON.stringify(state.waits)}`);
    made.turn(Math.max(0, Date.parse(due) - made.clock.now()));
    state = await carried(flow, made);
  }
  return state;
}

/** One stretch; what a crash cuts off is gone on with by another one. */
async function carried(flow: Flow, made: World): Promise<RunState> {
  try {
    return await (made.lines.length === 0 ? run(flow, made) : resume(flow, made));
  } catch (thrown) {
    if (!(thrown instanceof Crash)) throw thrown;
    made.crash = null;
    if (made.lines.length === 0) return run(flow, made);
    const state = readState(made);
    return state.end === null ? resume(flow, made) : state;
  }
}

/** Answers in order, then the last one again and again. */
export const inOrder =
  (...said: readonly Said[]) =>
  (_: Json, before: number): Said =>
    said[Math.min(before, said.length - 1)] ?? { text: '' };
