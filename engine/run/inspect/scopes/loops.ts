import { counted } from '../../../counted';
import type { GroupLoop, ImproveLoop, Loop, UntilLoop } from '../../../flow/schema';
import { loopInForce, spanInForce } from '../../raised';
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

function untilFacts({ view, plan }: Here, id: string, written: UntilLoop): Told {
  const state = view.loops[id];
  const loop = (plan && loopInForce(plan, view, id)) ?? written;
  const pass = state?.pass ?? 0;
  const bound = (name: string, now: number | undefined, was: number | undefined, dollars = '') =>
    now === undefined ? [] : [fact(name, changed(now, was, dollars))];
  const where =
    state === undefined
      ? 'not entered'
      : state.status === 'exited'
        ? `left after pass ${pass}: ${state.exit ?? 'no reason'}`
        : pass === 0
          ? 'number 0: before its first pass'
          : `pass ${pass} of ${loop.maxPasses}${state.closing === null ? '' : ', its steps are done'}`;
  return {
    where,
    facts: [
      fact('pass', pass),
      fact('total', state?.total ?? 0),
      fact('stalled', state?.stalled ?? 0),
      ...bound('maxPasses', loop.maxPasses, written.maxPasses),
      fact('passes left', Math.max(0, loop.maxPasses - pass)),
      ...bound('noProgressCeiling', loop.noProgressCeiling, written.noProgressCeiling),
      ...bound('spendCap.usd', loop.spendCap?.usd, written.spendCap?.usd, '$'),
      ...bound('spendCap.tokens', loop.spendCap?.tokens, written.spendCap?.tokens),
      fact('marker', state?.marker ?? 'none'),
      ...(state?.closing?.how === 'ended-early'
        ? [fact('ended early', `${state.closing.step}: ${state.closing.reason}`)]
        : []),
      ...(state === undefined ? [] : [jsonVariable('baseline', JSON.parse(JSON.stringify(state.baseline)))]),
    ],
  };
}

function groupFacts({ view, plan }: Here, id: string, written: GroupLoop): Told {
  const { status, batch, iteration, total } = view.groups[id] ?? { status: 'none', batch: 0, iteration: 0, total: 0 };
  const most = plan === null ? written.maxIterations : spanInForce(plan, view, id, written).maxIterations;
  const where = {
    none: 'before its first batch',
    running: `batch ${batch}, iteration ${iteration} of ${most}`,
    spent: `batch ${batch} is over after ${counted(iteration, 'iteration')}`,
  }[status];
  return {
    where,
    facts: [
      fact('batch', batch),
      fact('iteration', iteration),
      fact('total', total),
      fact('maxIterations', changed(most, written.maxIterations)),
      fact('iterations left', status === 'running' ? Math.max(0, most - iteration) : 0),
    ],
  };
}

function improveFacts({ view, plan }: Here, id: string, written: ImproveLoop): Told {
  const state = view.improves[id];
  const most = (plan === null ? written : spanInForce(plan, view, id, written)).maxIterations ?? ROUNDS;
  const round = state?.round ?? 0;
  const best = state?.best ?? null;
  const where =
    state === undefined
      ? 'not entered'
      : state.status === 'ended'
        ? `ended in round ${round}: ${state.reason ?? 'no reason'}`
        : `round ${round} of ${most}`;
  return {
    where,
    facts: [
      fact('round', round),
      fact('total', state?.total ?? 0),
      fact('stale', state?.stale ?? 0),
      fact('patience', written.patience ?? PATIENCE),
      fact('maxIterations', changed(most, written.maxIterations ?? ROUNDS)),
      fact('rounds left', Math.max(0, most - round)),
      best === null ? fact('best', 'none yet') : jsonVariable('best', { ...best }, `${memberOf('loops', id)}.best`),
    ],
  };
}

const ROUNDS = 20;
const PATIENCE = 4;

const changed = (now: number, written: number | undefined, unit = ''): string =>
  now === written
    ? `${unit}${now}`
    : `${unit}${now} (the flow says ${written === undefined ? 'none' : `${unit}${written}`})`;
