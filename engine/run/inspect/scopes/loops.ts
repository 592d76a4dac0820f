import type { GroupLoop, ImproveLoop, Loop, UntilLoop } from '../../../flow/schema';
import type { LoopState } from '../../../loops/loopState';
import type { Say } from '../../../say';
import { loopInForce, spanInForce } from '../../raised';
import { passText } from '../loopFrames';
import type { Variable } from '../variable';
import { fact, groupVariable, jsonVariable, memberOf } from '../variable';
import type { Here } from './here';

/** Every loop of the flow, entered or not, in the order of the file: where it stands, its bounds in force, what remains. */
export function loopsScope(here: Here): readonly Variable[] {
  const loops = here.plan?.flow.loops ?? {};
  return Object.entries(loops).map(([id, loop]) => {
    const { where, facts } = factsOf(here, id, loop);
    return groupVariable(id, where, [fact('type', loop.type), ...facts], memberOf('loops', id));
  });
}

interface Told {
  readonly where: string;
  readonly facts: readonly Variable[];
}

function factsOf(here: Here, id: string, loop: Loop): Told {
  switch (loop.type) {
    case 'until':
      return untilFacts(here, id, loop);
    case 'group':
      return groupFacts(here, id, loop);
    case 'improve':
      return improveFacts(here, id, loop);
  }
}

function untilFacts({ view, plan, say }: Here, id: string, written: UntilLoop): Told {
  const state = view.loops[id];
  const loop = (plan && loopInForce(plan, view, id)) ?? written;
  const pass = state?.pass ?? 0;
  const bound = (name: string, now: number | undefined, was: number | undefined, dollars = '') =>
    now === undefined ? [] : [fact(name, changed(say, now, was, dollars))];
  const where =
    state === undefined
      ? say('not entered')
      : state.status === 'exited'
        ? say('left after pass {0}: {1}', pass, exitText(state.exit, say))
        : pass === 0
          ? say('number 0: before its first pass')
          : passText(state, loop.maxPasses, say);
  return {
    where,
    facts: [
      fact('pass', pass),
      fact('total', state?.total ?? 0),
      fact('stalled', state?.stalled ?? 0),
      ...bound('maxPasses', loop.maxPasses, written.maxPasses),
      fact(say('passes left'), Math.max(0, loop.maxPasses - pass)),
      ...bound('noProgressCeiling', loop.noProgressCeiling, written.noProgressCeiling),
      ...bound('spendCap.usd', loop.spendCap?.usd, written.spendCap?.usd, '$'),
      ...bound('spendCap.tokens', loop.spendCap?.tokens, written.spendCap?.tokens),
      fact(say('marker'), state?.marker ?? say('none')),
      ...(state?.closing?.how === 'ended-early'
        ? [fact(say('ended early'), `${state.closing.step}: ${state.closing.reason}`)]
        : []),
      ...(state === undefined ? [] : [jsonVariable(say('baseline'), JSON.parse(JSON.stringify(state.baseline)))]),
    ],
  };
}

function groupFacts({ view, plan, say }: Here, id: string, written: GroupLoop): Told {
  const { status, batch, iteration, total } = view.groups[id] ?? { status: 'none', batch: 0, iteration: 0, total: 0 };
  const most = plan === null ? written.maxIterations : spanInForce(plan, view, id, written).maxIterations;
  const where = {
    none: say('before its first batch'),
    running: say('batch {0}, iteration {1} of {2}', batch, iteration, most),
    spent:
      iteration === 1
        ? say('batch {0} is over after 1 iteration', batch)
        : say('batch {0} is over after {1} iterations', batch, iteration),
  }[status];
  return {
    where,
    facts: [
      fact('batch', batch),
      fact('iteration', iteration),
      fact('total', total),
      fact('maxIterations', changed(say, most, written.maxIterations)),
      fact(say('iterations left'), status === 'running' ? Math.max(0, most - iteration) : 0),
    ],
  };
}

function improveFacts({ view, plan, say }: Here, id: string, written: ImproveLoop): Told {
  const state = view.improves[id];
  const most = (plan === null ? written : spanInForce(plan, view, id, written)).maxIterations ?? ROUNDS;
  const round = state?.round ?? 0;
  const best = state?.best ?? null;
  const where =
    state === undefined
      ? say('not entered')
      : state.status === 'ended'
        ? say('ended in round {0}: {1}', round, state.reason ?? say('no reason'))
        : say('round {0} of {1}', round, most);
  return {
    where,
    facts: [
      fact(say('round'), round),
      fact('total', state?.total ?? 0),
      fact(say('stale'), state?.stale ?? 0),
      fact('patience', written.patience ?? PATIENCE),
      fact('maxIterations', changed(say, most, written.maxIterations ?? ROUNDS)),
      fact(say('rounds left'), Math.max(0, most - round)),
      best === null
        ? fact('best', say('none yet'))
        : jsonVariable('best', { ...best }, `${memberOf('loops', id)}.best`),
    ],
  };
}

const ROUNDS = 20;
const PATIENCE = 4;

const exitText = (exit: LoopState['exit'], say: Say): string =>
  exit === null ? say('no reason') : exit === 'confirmed' ? say('confirmed') : exit;

function changed(say: Say, now: number, written: number | undefined, unit = ''): string {
  if (now === written) return `${unit}${now}`;
  const was = written === undefined ? say('none') : `${unit}${written}`;
  return say('{0} (the flow says {1})', `${unit}${now}`, was);
}
