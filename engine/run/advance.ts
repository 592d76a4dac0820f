import { CANCELLED } from '../steps/context';
import type { Decision } from '../trace/decision';
import { pointOf } from './debug/pointOf';
import { decide } from './decide';
import { endOfPass } from './endOfPass';
import { enterLoop } from './enterLoop';
import { hops, startHops } from './hops';
import type { Advanced, RunIo } from './io';
import type { Plan } from './plan';
import { deadlineOf } from './raised';
import type { RunEnd } from './state';
import { superStep } from './superStep';

/**
 * Carries a flow, the run's own or a called one: decide, perform, commit, until there is nothing to do now. What is decided
 * is decided by `decide` on the folded state; a resumed run takes the same path as one that never stopped.
 */
export async function advance(plan: Plan, io: RunIo): Promise<Advanced> {
  const commit = (events: readonly Decision[], facts: Parameters<typeof hops>[3] = { done: [] }) => {
    const { events: all, frontier } = hops(plan, io.state(), events, facts);
    io.commit(all, frontier);
  };
  // What was held already goes on, unless something else is to be done meanwhile.
  let passed = '';
  for (;;) {
    if (io.state().end !== null) return 'ended';
    const at = await io.boundary();
    if (at === 'now') return CANCELLED;
    if (at === 'yield') return 'yield';
    if (isOver(plan, io)) {
      end(io, DEADLINE_END(io));
      continue;
    }
    const began = startHops(plan, io.state());
    const action = decide(plan, io.state());
    const point = pointOf(plan, io.state(), action);
    const holding = point === null || (passed !== '' && keyOf(point) === passed) ? null : io.held(point);
    if (point !== null && holding !== null) {
      await holding;
      passed = keyOf(point);
      continue;
    }
    passed = '';
    switch (action.do) {
      case 'nothing':
        return 'ended';
      case 'end':
        end(io, action.end);
        break;
      case 'enter-loop':
      case 'end-pass': {
        const events = await (action.do === 'enter-loop' ? enterLoop : endOfPass)(plan, io, action.loop);
        if (events !== CANCELLED) commit(events);
        else if (!isOver(plan, io)) return CANCELLED;
        if (action.do === 'end-pass' && io.state().stopAfterPass) return 'yield';
        break;
      }
      case 'ask-budget': {
        const { ask, question } = action;
        const choices = ['continue', 'take', 'stop'];
        const open = io.state().asks[ask];
        if (open !== undefined) return 'parked';
        commit([{ type: 'ask.opened', ask, step: '', visit: 0, question, choices }]);
        return 'parked';
      }
      case 'super-step': {
        if (began !== null) io.commit(began.events, began.frontier);
        const ready = readyIn(plan, io);
        const came = await superStep(plan, io, action.due);
        if (came.end === 'yield') return 'yield';
        if (came.end === CANCELLED) {
          if (!isOver(plan, io)) return CANCELLED;
        } else if (came.end === 'failed') {
          const ended = failedEnd(came.why, null);
          const holding = io.held({ plan, due: [], next: 'end', end: ended, extra: {} });
          if (holding !== null) await holding;
          end(io, ended);
        } else if (came.end === 'parked') {
          if (came.events.length > 0) io.commit(came.events, io.state().frontier);
          const holding = io.held({ plan, due: [], next: 'park', extra: {} });
          if (holding !== null) await holding;
          passed = point === null ? '' : keyOf(point);
          // An answer may have come while others were asked.
          if ((await io.boundary()) !== 'go') continue;
          if ([...readyIn(plan, io)].every((id) => ready.has(id))) return 'parked';
        } else if (came.done.length > 0) commit(came.events, { done: came.done, exits: came.exits });
        else if (decide(plan, io.state()).do === 'super-step') end(io, WITHHELD_END);
        break;
      }
    }
  }
}

type Point = Parameters<RunIo['held']>[0];

const keyOf = ({ next, due }: Point): string => `${next} ${due.map(({ step, visit }) => `${step}.${visit}`).join(' ')}`;

export function end(io: RunIo, ended: RunEnd): void {
  const { outcome, reason, confirmed, why, failure } = ended;
  const event = { type: 'run.ended' as const, outcome, reason, confirmed, why };
  io.commit([failure === null ? event : { ...event, failure }], io.state().frontier);
}

/**
 * Questions and waits of what runs here that can go on now, by id. Only one that becomes so while others are parked is tried
 * again at once: what could go on before and is still here waits for the others of its super-step.
 */
function readyIn(plan: Plan, io: RunIo): ReadonlySet<string> {
  const { asks, waits } = io.root();
  const now = io.ports.clock.now();
  const here = (place: string) =>
    plan.within === '' ||
    place === plan.within ||
    place.startsWith(`${plan.within}/`) ||
    place.startsWith(`${plan.within}#`);
  const past = (instant: string | null) => instant !== null && Date.parse(instant) <= now;
  const ready = new Set<string>();
  for (const [id, ask] of Object.entries(asks)) {
    const answered = ask.answer !== null || (ask.default !== null && past(ask.due));
    if (here(ask.within) && isDue(io, ask) && answered) ready.add(id);
  }
  for (const [id, wait] of Object.entries(waits)) if (here(wait.within) && past(wait.due)) ready.add(id);
  return ready;
}

/** A question of a visit that is not decided yet. */
function isDue(io: RunIo, ask: { readonly within: string; readonly step: string; readonly visit: number }): boolean {
  const flow = ask.within === '' ? io.root() : io.root().children[ask.within];
  return flow?.frontier.some(({ step, visit }) => step === ask.step && visit === ask.visit) === true;
}

function isOver(plan: Plan, io: RunIo): boolean {
  const deadline = deadlineOf(plan, io.state());
  return deadline !== undefined && io.ports.clock.now() >= deadline;
}

const DEADLINE_END = (io: RunIo): RunEnd => ({
  outcome: 'stopped',
  reason: 'deadline',
  confirmed: 'none',
  why: `its time is over; super-step ${io.state().superStep} was the last that was committed`,
  failure: null,
});

/** All that was due was kept from starting, and no bound says why any more: going round would not change that. */
const WITHHELD_END: RunEnd = {
  outcome: 'stopped',
  reason: 'budget',
  confirmed: 'none',
  why: 'a bound on spend kept every step from starting',
  failure: null,
};

export const failedEnd = (why: string, failure: string | null): RunEnd => ({
  outcome: 'failed',
  reason: null,
  confirmed: 'none',
  why,
  failure,
});
