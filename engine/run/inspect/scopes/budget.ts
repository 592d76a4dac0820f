import { counted } from '../../../counted';
import type { Caps } from '../../../loops/bounds';
import type { Spend } from '../../../loops/spend';
import { caps, deadlineOf, superStepLimit } from '../../raised';
import { spendText } from '../../spendText';
import type { Variable } from '../variable';
import { fact, groupVariable } from '../variable';
import type { Here } from './here';

/**
 * What was spent and what bounds it, in the flow of the place. What is not proven is said to be unknown: what is known of it
 * is a least, and what is left cannot be told.
 */
export function budgetScope({ view, plan, frame }: Here): readonly Variable[] {
  const { spend } = view;
  const loop = frame.loop ?? (frame.due === null ? undefined : plan?.loopOf.get(frame.due.step));
  const bounds = plan === null ? null : caps(plan, view, loop);
  const deadline = plan === null ? undefined : deadlineOf(plan, view);
  return [
    { ...fact('usd', amount(spend, 'usd')), cel: 'budget.usd' },
    { ...fact('tokens', amount(spend, 'tokens')), cel: 'budget.tokens' },
    fact('turns', spend.turns),
    fact('turns of unknown cost', spend.unknownUsd),
    fact('turns of unknown tokens', spend.unknownTokens),
    ...(spend.firstUnknown === null ? [] : [fact('first unknown', spend.firstUnknown)]),
    ...(bounds === null
      ? []
      : [
          ...capVariables('budget of the flow', bounds.budget, spend),
          ...capVariables('spend cap of the loop or around the call', bounds.spendCap, spend),
        ]),
    ...(deadline === undefined ? [] : [fact('deadline', new Date(deadline).toISOString())]),
    ...(plan === null
      ? []
      : [fact('super-steps outside of loops', `${view.freeSuperSteps} of ${superStepLimit(plan, view)}`)]),
    fact('in words', spendText(spend)),
  ];
}

function amount(spend: Spend, what: 'usd' | 'tokens'): string {
  const [known, unknown] =
    what === 'usd' ? [dollars(spend.usd), spend.unknownUsd] : [counted(spend.tokens, 'token'), spend.unknownTokens];
  return unknown === 0 ? known : `unknown (at least ${known}: ${counted(unknown, 'turn')} not reported)`;
}

function capVariables(name: string, cap: Caps, spend: Spend): readonly Variable[] {
  const { usd, tokens } = cap;
  const inside = [
    ...(usd === undefined
      ? []
      : capFacts('usd', dollars(usd), spend.unknownUsd, dollars(Math.max(0, usd - spend.usd)))),
    ...(tokens === undefined
      ? []
      : capFacts('tokens', counted(tokens, 'token'), spend.unknownTokens, String(Math.max(0, tokens - spend.tokens)))),
  ];
  const words = [
    ...(usd === undefined ? [] : [dollars(usd)]),
    ...(tokens === undefined ? [] : [counted(tokens, 'token')]),
  ];
  return inside.length === 0 ? [] : [groupVariable(name, words.join(', '), inside)];
}

const capFacts = (unit: 'usd' | 'tokens', cap: string, unknown: number, left: string): readonly Variable[] => [
  fact(`${unit} at most`, cap),
  fact(`${unit} left`, unknown === 0 ? left : 'unknown: a turn did not report what it used'),
];

/** Billionths do not matter to a reader, and no sum shows them. */
const dollars = (usd: number): string => `$${Number(usd.toFixed(6))}`;
