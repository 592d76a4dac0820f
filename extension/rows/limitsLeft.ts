import type { Spend } from '../../engine/loops/spend';
import { declaredBounds } from '../../engine/run/declaredBounds';
import type { RaisedBounds } from '../../engine/trace/control';
import { BUDGET } from '../../engine/trace/control';
import type { RunView } from './runView';
import { say } from './say';

/** What still bounds a run: of each loop that is running and of the budget, how much is used of what is in force. */
export function limitsLeft({ state, flow }: RunView): readonly string[] {
  if (!flow) return [];
  const inForce = (id: string): RaisedBounds => ({ ...declaredBounds(flow, id), ...state.head?.raised[id] });
  const loops = Object.entries(state.loops).filter(([, { status }]) => status === 'running');
  const several = loops.length > 1;
  const named = (loop: string, text: string) => (several ? say('{0}: {1}', loop, text) : text);
  return [
    ...loops.flatMap(([loop, { pass, stalled }]) => {
      const { maxPasses, noProgressCeiling, ...caps } = inForce(loop);
      return [
        ...(maxPasses === undefined ? [] : [say('pass {0} of {1}', pass, maxPasses)]),
        ...spendLeft(state.spend, caps),
        ...(noProgressCeiling === undefined
          ? []
          : [say('{0} of {1} passes without progress', stalled, noProgressCeiling)]),
      ].map((text) => named(loop, text));
    }),
    ...spendLeft(state.spend, inForce(BUDGET)).map((text) => say('budget: {0}', text)),
    ...minutesLeft(inForce(BUDGET)),
  ];
}

/** A cap on what cannot be told is not said to be half used. */
function spendLeft(spend: Spend, { usd, tokens }: RaisedBounds): readonly string[] {
  return [
    ...(usd === undefined
      ? []
      : [
          spend.unknownUsd > 0
            ? say('spend unknown, at most {0}', dollars(usd))
            : say('{0} of {1}', dollars(spend.usd), dollars(usd)),
        ]),
    ...(tokens === undefined
      ? []
      : [
          spend.unknownTokens > 0
            ? say('tokens unknown, at most {0}', tokens)
            : say('{0} of {1} tokens', spend.tokens, tokens),
        ]),
  ];
}

const minutesLeft = ({ minutes }: RaisedBounds): readonly string[] =>
  minutes === undefined ? [] : [say('budget: at most {0} minutes', minutes)];

const dollars = (usd: number): string => `$${usd.toFixed(2)}`;
