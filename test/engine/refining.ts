import type { Flow } from '../../engine/flow/schema';
import type { Json } from '../../engine/json';
import type { GroupEvent } from '../../engine/loops/group';
import { groupSnapshot } from '../../engine/loops/group';
import type { TurnRequest } from '../../engine/ports';
import type { Driving } from '../../engine/run/driving';
import type { RunState } from '../../engine/run/state';
import type { Control } from '../../engine/trace/control';
import type { Decision } from '../../engine/trace/decision';
import type { Commit, Entry } from '../../engine/trace/entry';
import type { RunOptions } from '../fakes/runs';
import { entries, flowOf, readState, run } from '../fakes/runs';
import type { Answer, Play, World } from '../fakes/world';
import { Crash, world } from '../fakes/world';
import { told } from '../loops/journey';

interface Parts {
  readonly group?: { readonly [key: string]: Json };
  readonly steps?: { readonly [key: string]: Json };
  readonly loops?: { readonly [key: string]: Json };
  readonly flow?: { readonly [key: string]: Json };
}

export const work = (next: string, more: { readonly [key: string]: Json } = {}) => ({
  kind: 'work',
  worker: 'w',
  prompt: 'x',
  next,
  ...more,
});

/** Main routes into revise → measure → assess, at most three iterations a batch. */
export const refineFlow = (parts: Parts = {}): Flow =>
  flowOf({
    converge: 1,
    id: 'refine',
    start: 'main',
    main: 'main',
    ...parts.flow,
    steps: {
      main: {
        kind: 'router',
        worker: 'main',
        branches: { again: 'revise', look: 'measure', done: '@complete', stop: '@stop' },
      },
      revise: work('measure'),
      measure: work('assess'),
      assess: work('revise'),
      ...parts.steps,
    },
    loops: {
      refine: { type: 'group', from: 'assess', to: 'revise', maxIterations: 3, exitTo: 'main', ...parts.group },
      ...parts.loops,
    },
  });

/** Main's choices, one a visit; then it is done. */
export const says =
  (...choices: readonly string[]): Play =>
  (request) => ({ branch: choices[request.visit - 1] ?? 'done' });

export const refining = (main: Play, w: Play = () => ({})): World => world({ workers: { main, w } });

/** What the groups did, in order, such as `batch 1`, `1.1.1` (batch, iteration, total), `exhausted 1.3.3`. */
export const counted = (made: World): readonly string[] => groupEvents(made).map(told);

export const groupEvents = (made: World): readonly GroupEvent[] =>
  entries(made).flatMap((entry) => (entry.type === 'commit' ? entry.events.filter(isGroupEvent) : []));

const isGroupEvent = (event: Decision): event is GroupEvent => event.type.startsWith('workflow.loop.');

/** What each turn of a step heard of a group: `batch.iteration.total`, and the reason where control was handed over. */
export const heard = (made: World, step: string, group = 'refine'): readonly string[] =>
  made.requests.flatMap((request) => {
    const inbox = request.loops?.[group];
    if (request.step !== step || inbox === undefined) return [];
    const { batch, iteration, total, reason } = inbox;
    return [`${batch}.${iteration}.${total}${reason === undefined ? '' : ` ${reason}`}`];
  });

/** `status batch.iteration.total` of a state, and what is due. */
export function standing(state: RunState, group = 'refine'): string {
  const { status, batch, iteration, total } = state.groups[group] ?? {
    status: 'none',
    batch: 0,
    iteration: 0,
    total: 0,
  };
  return `${status} ${batch}.${iteration}.${total}, due ${state.frontier.map(({ step }) => step).join(' ')}`;
}

export const snapshot = (state: RunState) => groupSnapshot(state.groups);

/** The number of the append that carries the commit in which this first happens, such as `1.2.2`; from a run of its own. */
export async function appendOf(flow: Flow, made: World, what: string, options: RunOptions = {}): Promise<number> {
  let read = 0;
  let found = 0;
  made.crash = (when, append) => {
    if (when === 'before' || found > 0) return;
    const fresh = made.lines.slice(read).map((line) => JSON.parse(line) as Entry);
    read = made.lines.length;
    const events = fresh.filter((entry): entry is Commit => entry.type === 'commit').flatMap((commit) => commit.events);
    if (events.filter(isGroupEvent).map(told).includes(what)) found = append;
  };
  await run(flow, made, options);
  if (found === 0) throw new Error(`"${what}" never happened: ${counted(made).join(', ')}`);
  return found;
}

/** The state that is left where the process dies before or after that append. */
export async function cut(
  flow: Flow,
  made: World,
  at: number,
  when: 'before' | 'after',
  options: RunOptions = {},
): Promise<RunState> {
  made.crash = (moment, append) => {
    if (append === at && moment === when) throw new Crash();
  };
  try {
    await run(flow, made, options);
  } catch (thrown) {
    if (!(thrown instanceof Crash)) throw thrown;
    made.crash = null;
    return readState(made);
  }
  throw new Error(`it ended before append ${at}`);
}

/** Runs with workers that can act on their own run from outside, as a person does. */
export async function steered(of: Flow, plays: { readonly main?: Acting; readonly w?: Acting }) {
  let send: Driving['send'] = () => false;
  const acting =
    (play: Acting | undefined): Play =>
    (request) =>
      play?.(request, (act) => send(act, 'ada')) ?? {};
  const made = world({ workers: { main: acting(plays.main ?? ROUTING), w: acting(plays.w) } });
  const state = await run(of, made, {
    onStart: (driving) => {
      send = driving.send;
    },
  });
  return { made, state };
}

type Acting = (request: TurnRequest, send: (act: Control) => void) => Answer | undefined;

const ROUTING: Acting = ({ visit }) => ({ branch: visit === 1 ? 'again' : 'done' });
