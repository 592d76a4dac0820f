import type { Moment, MomentStep } from '../../../engine/run/simulated/moments';
import type { Told } from '../../../engine/run/simulated/told';
import { t } from '../../l10n';

/** What happens at a moment, in one sentence. */
export function momentText(moment: Moment): string {
  const { what, steps, ended } = moment;
  switch (what) {
    case 'begun':
      return t('The run begins.');
    case 'running':
      return steps.length === 1 ? t('{0} runs.', names(steps)) : t('{0} run side by side.', names(steps));
    case 'ended':
      return t('The run ends.');
    case 'decided': {
      if (ended) return passText(ended);
      if (steps.length > 0) return steps.map(decidedText).join(' ');
      return t('The checks and frozen paths are recorded as they were before any worker.');
    }
  }
}

const names = (steps: readonly MomentStep[]): string => steps.map(({ name }) => name).join(', ');

const decidedText = ({ name, outcome = '', to = [] }: MomentStep): string =>
  to.length === 0 ? t('{0}: {1}.', name, outcome) : t('{0}: {1}, on to {2}.', name, outcome, to.join(', '));

function passText({ loop, pass, decision }: NonNullable<Moment['ended']>): string {
  if (decision === 'confirmed') return t('Pass {0} of {1} ends: the goal is confirmed.', pass, loop);
  if (decision === 'again') return t('Pass {0} of {1} ends: again.', pass, loop);
  return t('Pass {0} of {1} ends the loop: {2}.', pass, loop, decision);
}

/** Where in its loops a moment is; empty: outside of them. */
export function momentPass(told: Told, moment: Moment | undefined): string {
  const row = moment?.row ?? null;
  if (row === null) return '';
  const isIt = ({ since }: { readonly since: number }) => since === row;
  const pass = told.passes.find(isIt);
  if (pass) return t('{0}: pass {1}', pass.loop, pass.pass);
  const round = told.rounds.find(isIt);
  if (round) return t('{0}: round {1}', round.loop, round.round);
  const batch = told.batches.find(isIt);
  return batch ? t('{0}: batch {1}', batch.loop, batch.batch) : '';
}
