import type { Latch } from '../../../loops/ledger';
import { qualified } from '../../../trace/scope';
import type { Variable } from '../variable';
import { fact, groupVariable } from '../variable';
import type { Here } from './here';

/** The latches of the whole run, open ones first. */
export function ledgerScope({ state: { ledger } }: Here): readonly Variable[] {
  const open = (latch: Latch) => latch.state === 'open';
  return [...ledger.filter(open), ...ledger.filter((latch) => !open(latch))].map(latchVariable);
}

function latchVariable(latch: Latch): Variable {
  const { id, state, cause, step, place, loop, claim, reason, paths, history } = latch;
  const closed = history.filter(({ what }) => what !== 'opened').at(-1);
  const evidence = state === 'open' || closed === undefined ? 'none yet' : closed.why;
  return groupVariable(id, `${state}: ${state === 'open' ? reason : evidence}`, [
    fact('claim', claim === '' ? 'nothing was claimed' : claim),
    fact('reason', reason),
    fact('evidence', evidence),
    fact('cause', cause),
    ...(step === null ? [] : [fact('step', qualified(place, step))]),
    ...(loop === null ? [] : [fact('loop', loop)]),
    ...(paths.length === 0
      ? []
      : [
          groupVariable(
            'paths',
            paths.join(', '),
            paths.map((path, at) => fact(String(at), path)),
          ),
        ]),
    groupVariable(
      'history',
      history.map(({ what, pass }) => `${what} in pass ${pass}`).join(', '),
      history.map(({ what, pass, why }, at) => fact(String(at), `${what} in pass ${pass}: ${why}`)),
    ),
  ]);
}
