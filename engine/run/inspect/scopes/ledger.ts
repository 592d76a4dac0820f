import type { Latch } from '../../../loops/ledger';
import type { Say } from '../../../say';
import { qualified } from '../../../trace/scope';
import { latchEventText, latchWord } from '../../latchWords';
import type { Variable } from '../variable';
import { fact, groupVariable } from '../variable';
import type { Here } from './here';

/** The latches of the whole run, open ones first. */
export function ledgerScope({ state: { ledger }, say }: Here): readonly Variable[] {
  const open = (latch: Latch) => latch.state === 'open';
  return [...ledger.filter(open), ...ledger.filter((latch) => !open(latch))].map((latch) => latchVariable(latch, say));
}

function latchVariable(latch: Latch, say: Say): Variable {
  const { id, state, cause, step, place, loop, claim, reason, paths, history } = latch;
  const closed = history.filter(({ what }) => what !== 'opened').at(-1);
  const evidence = state === 'open' || closed === undefined ? say('none yet') : closed.why;
  return groupVariable(id, `${latchWord(state, say)}: ${state === 'open' ? reason : evidence}`, [
    fact(say('claim'), claim === '' ? say('nothing was claimed') : claim),
    fact(say('reason'), reason),
    fact(say('evidence'), evidence),
    fact(say('cause'), cause),
    ...(step === null ? [] : [fact(say('step'), qualified(place, step))]),
    ...(loop === null ? [] : [fact(say('loop'), loop)]),
    ...(paths.length === 0
      ? []
      : [
          groupVariable(
            say('paths'),
            paths.join(', '),
            paths.map((path, at) => fact(String(at), path)),
          ),
        ]),
    groupVariable(
      say('history'),
      history.map((event) => latchEventText(event, say)).join(', '),
      history.map((event, at) => fact(String(at), `${latchEventText(event, say)}: ${event.why}`)),
    ),
  ]);
}
