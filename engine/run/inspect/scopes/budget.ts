import type { Caps } from '../../../loops/bounds';
import type { Spend } from '../../../loops/spend';
import type { Say } from '../../../say';
import { caps, deadlineOf, superStepLimit } from '../../raised';
import type { Variable } from '../variable';
import { fact, groupVariable } from '../variable';
import { tokens as tokensText } from './counts';
import type { Here } from './here';

/**
 * What was spent and what bounds it, in the flow of the place. What is not proven is said to be unknown: what is known of it
 * is a least, and what is left cannot be told.
 */
export function budgetScope({ view, plan, frame, say }: Here): readonly Variable[] {
  const { spend } = view;
  const loop = frame.loop ?? (frame.due === null ? undefined : plan?.loopOf.get(frame.due.step));
  const bounds = plan === null ? null : caps(plan, view, loop);
  const deadline = plan === null ? undefined : deadlineOf(plan, view);
  return [
    { ...fact('usd', usdText(spend, say)), cel: 'budget.usd' },
    { ...fact('tokens', tokenText(spend, say)), cel: 'budget.tokens' },
    fact(say('turns'), spend.turns),
    fact(say('turns of unknown cost'), spend.unknownUsd),
    fact(say('turns of unknown tokens'), spend.unknownTokens),
    ...(spend.firstUnknown === null ? [] : [fact(say('first unknown'), spend.firstUnknown)]),
    ...(bounds === null
      ? []
      : [
          ...capVariables(say('budget of the flow'), bounds.budget, spend, say),
          ...capVariables(say('spend cap of the loop or around the call'), bounds.spendCap, spend, say),
        ]),
    ...(deadline === undefined ? [] : [fact(say('deadline'), new Date(deadline).toISOString())]),
    ...(plan === null
      ? []
      : [
          fact(say('super-steps outside of loops'), say('{0} of {1}', view.freeSuperSteps, superStepLimit(plan, view))),
        ]),
  ];
}

const usdText = ({ usd, unknownUsd }: Spend, say: Say): string => atLeast(dollars(usd), unknownUsd, say);
const tokenText = ({ tokens, unknownTokens }: Spend, say: Say): string =>
  atLeast(tokensText(say, tokens), unknownTokens, say);

function atLeast(known: string, unknown: number, say: Say): string {
  if (unknown === 0) return known;
  return unknown === 1
    ? say('unknown (at least {0}: 1 turn not reported)', known)
    : say('unknown (at least {0}: {1} turns not reported)', known, unknown);
}

function capVariables(name: string, { usd, tokens }: Caps, spend: Spend, say: Say): readonly Variable[] {
  const left = (unknown: number, rest: string): string =>
    unknown === 0 ? rest : say('unknown: a turn did not report what it used');
  const [usdCap, tokenCap] = [
    usd === undefined ? [] : [dollars(usd)],
    tokens === undefined ? [] : [tokensText(say, tokens)],
  ];
  const inside = [
    ...usdCap.flatMap((cap) => [
      fact(say('usd at most'), cap),
      fact(say('usd left'), left(spend.unknownUsd, dollars(Math.max(0, (usd ?? 0) - spend.usd)))),
    ]),
    ...tokenCap.flatMap((cap) => [
      fact(say('tokens at most'), cap),
      fact(say('tokens left'), left(spend.unknownTokens, String(Math.max(0, (tokens ?? 0) - spend.tokens)))),
    ]),
  ];
  return inside.length === 0 ? [] : [groupVariable(name, [...usdCap, ...tokenCap].join(', '), inside)];
}

/** Billionths do not matter to a reader, and no sum shows them. */
const dollars = (usd: number): string => `$${Number(usd.toFixed(6))}`;
