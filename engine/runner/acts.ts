import type { FailureCode } from '../failure';
import type { RunState } from '../run/state';
import { openAsks, openLatches } from '../run/state';
import type { Control } from '../trace/control';

export interface Refusal {
  readonly code: FailureCode;
  readonly message: string;
}

/** Why the act cannot be carried out on a run in this state, or null where it can. Says what could be done instead. */
export function refusalOf(act: Control, state: RunState): Refusal | null {
  switch (act.do) {
    case 'stop':
    case 'cancel':
      return null;
    case 'answer': {
      const open = openAsks(state);
      const ask = open.find((one) => one.id === act.ask);
      if (ask === undefined) return notOpen('question', act.ask, open);
      if (ask.choices.includes(act.choice)) return null;
      return {
        code: 'not-waiting',
        message: `"${act.choice}" is no choice of question ${act.ask}. Choose one of: ${ask.choices.join(', ')}.`,
      };
    }
    case 'accept': {
      const open = openLatches(state);
      return open.some((latch) => latch.id === act.latch) ? null : notOpen('latch', act.latch, open);
    }
    case 'note': {
      const loops = Object.keys(state.loops);
      if (loops.includes(act.loop)) return null;
      const known = loops.length === 0 ? 'no loop has been entered yet' : `loops: ${loops.join(', ')}`;
      return { code: 'not-waiting', message: `No loop "${act.loop}" has been entered in this run (${known}).` };
    }
  }
}

function notOpen(what: string, id: string, open: readonly { readonly id: string }[]): Refusal {
  const known = open.length === 0 ? `No ${what} is open.` : `Open: ${open.map((one) => one.id).join(', ')}.`;
  return { code: 'not-waiting', message: `There is no open ${what} "${id}" in this run. ${known}` };
}
