import type { FailureCode } from '../failure';
import type { Flow } from '../flow/schema';
import type { RunState } from '../run/state';
import { openAsks, openLatches } from '../run/state';
import type { Control, RaisedBounds } from '../trace/control';
import { capsOf, enteredLoops, knownLoops } from './knownLoops';

export interface Refusal {
  readonly code: FailureCode;
  readonly message: string;
}

/**
 * Why the act cannot be carried out on a run in this state, or null where it can. Says what could be done instead.
 * `flow`: the run's own copy, for loops that have not been entered yet.
 */
export function refusalOf(act: Control, state: RunState, flow: Flow | null = null): Refusal | null {
  switch (act.do) {
    case 'stop':
    case 'cancel':
      return ended(state);
    case 'pause':
      return ended(state) ?? (state.paused ? refused('The run is paused already. Resume it to go on.') : null);
    case 'caps':
      return ended(state) ?? capsRefusal(act.loop, act.caps, state, flow);
    case 'answer': {
      const open = openAsks(state);
      const ask = open.find((one) => one.id === act.ask);
      if (ask === undefined) return notOpen('question', act.ask, open);
      if (ask.choices.includes(act.choice)) return null;
      return refused(`"${act.choice}" is no choice of question ${act.ask}. Choose one of: ${ask.choices.join(', ')}.`);
    }
    case 'accept': {
      const open = openLatches(state);
      return open.some((latch) => latch.id === act.latch) ? null : notOpen('latch', act.latch, open);
    }
    case 'note': {
      const loops = enteredLoops(state);
      if (loops.includes(act.loop)) return null;
      const known = loops.length === 0 ? 'no loop has been entered yet' : `loops: ${loops.join(', ')}`;
      return refused(`No loop "${act.loop}" has been entered in this run (${known}).`);
    }
  }
}

const refused = (message: string): Refusal => ({ code: 'not-waiting', message });

/** What has ended cannot be stopped, and nothing of it is changed; most ends can be resumed. */
function ended({ end }: RunState): Refusal | null {
  if (end === null) return null;
  const final = end.outcome === 'complete' || end.outcome === 'handoff' || end.outcome === 'escalated';
  const said = `The run has ended: ${end.outcome}${end.reason === null ? '' : `, ${end.reason}`}.`;
  if (final) return { code: 'run-final', message: `${said} Start a new one.` };
  return refused(`${said} It can be resumed, with bounds raised where one ended it.`);
}

function capsRefusal(name: string, caps: RaisedBounds, state: RunState, flow: Flow | null): Refusal | null {
  const loops = knownLoops(state, flow);
  const type = loops.get(name);
  if (type === undefined)
    return refused(`There is no loop "${name}" in this run. Caps can be set for: ${[...loops.keys()].join(', ')}.`);
  const fit = capsOf(type);
  const given = Object.entries(caps);
  if (given.length === 0) return refused(`No cap is given. "${name}" has: ${fit.join(', ')}.`);
  for (const [cap, value] of given) {
    if (!fit.some((each) => each === cap)) return refused(`"${name}" has no ${cap}. It has: ${fit.join(', ')}.`);
    const wrong = wrongValue(cap, value);
    if (wrong !== null) return refused(`${name}.${cap} must be ${wrong}, and ${value} was given.`);
  }
  return null;
}

/** The most that a cap on passes and iterations can be; the flow file has the same. */
const MOST = 1_000_000;

function wrongValue(cap: string, value: number): string | null {
  if (cap === 'usd' || cap === 'minutes') return Number.isFinite(value) && value > 0 ? null : 'a number above 0';
  const most = cap === 'maxPasses' || cap === 'maxIterations' ? MOST : Number.MAX_SAFE_INTEGER;
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return null;
  return most === MOST ? 'a whole number from 1 to 1,000,000' : 'a whole number of at least 1';
}

function notOpen(what: string, id: string, open: readonly { readonly id: string }[]): Refusal {
  const known = open.length === 0 ? `No ${what} is open.` : `Open: ${open.map((one) => one.id).join(', ')}.`;
  return refused(`There is no open ${what} "${id}" in this run. ${known}`);
}
