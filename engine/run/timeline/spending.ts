import type { Spend } from '../../loops/spend';
import { addDeadTurn, addTurn, EMPTY_SPEND } from '../../loops/spend';
import type { Usage } from '../../ports';
import type { Say } from '../../say';
import type { RaisedBounds } from '../../trace/control';
import type { Tables } from './tables';
import { addRow } from './tables';
import type { Going } from './visiting';

/** A bound of the run's money as it was set, and since when. */
export interface SetCap {
  readonly loop: string;
  readonly unit: 'usd' | 'tokens';
  readonly value: number;
  readonly at: number;
}

/** What a run spends, as its state has it after each entry. */
export interface Spending {
  readonly now: () => Spend;
  readonly turn: (step: string, usage: Usage, died: Going['reserved'], at: number, line: number) => void;
  readonly dead: (step: string, reserved: Going['reserved'], at: number, line: number) => void;
  /** The sum is known from elsewhere: what led to it could not be read. */
  readonly put: (spend: Spend, at: number, line: number) => void;
  readonly cap: (loop: string, raised: RaisedBounds, at: number) => void;
  readonly caps: () => readonly SetCap[];
}

export function createSpending({ turns }: Tables): Spending {
  let spend = EMPTY_SPEND;
  const caps: SetCap[] = [];
  const put = (next: Spend, at: number, line: number) => {
    spend = next;
    const { usd, tokens, unknownUsd, unknownTokens } = next;
    addRow(turns, { at, line, usd, tokens, unknownUsd, unknownTokens });
  };
  return {
    now: () => spend,
    turn: (step, usage, died, at, line) =>
      put(died === null ? addTurn(spend, step, usage) : addDeadTurn(spend, step, died), at, line),
    dead: (step, reserved, at, line) => put(addDeadTurn(spend, step, reserved), at, line),
    put,
    cap: (loop, { usd, tokens }, at) => {
      if (usd !== undefined) caps.push({ loop, unit: 'usd', value: usd, at });
      if (tokens !== undefined) caps.push({ loop, unit: 'tokens', value: tokens, at });
    },
    caps: () => caps,
  };
}

/** `$0.12`; where the cost of turns is unknown, that is said, with what is proven beside it. */
export function spentText(usd: number, tokens: number, unknown: number, say: Say): string {
  const dollars = `$${usd.toFixed(usd !== 0 && usd < 0.01 ? 4 : 2)}`;
  if (unknown === 0) return dollars;
  const text = unknown === 1 ? say('cost unknown of {0} turn', unknown) : say('cost unknown of {0} turns', unknown);
  if (usd > 0) return `${text}, ${say('proven {0}', dollars)}`;
  return tokens > 0 ? `${text}, ${say('{0} tokens', tokens)}` : text;
}
