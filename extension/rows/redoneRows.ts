import type { Redone } from '../../engine/run/redone';
import { redoneBy } from '../../engine/run/redone';
import { fact } from './fact';
import { outermost } from './flowPlace';
import type { Row } from './row';
import type { RunView } from './runView';
import { statusOf } from './runView';
import { say } from './say';

/** Of an interrupted run: what a resume would do again, by the engine's own account. */
export function redoneRows(run: RunView): readonly Row[] {
  if (statusOf(run) !== 'interrupted') return [];
  const all = redoneBy(run.state);
  if (all.length === 0) return [];
  const id = `run:${run.folder}/resume`;
  const children = all.map((each, index) => {
    const { within, step, visit } = each;
    const shown = each.how === 'end-pass' ? undefined : (outermost(within) ?? step);
    const target = shown === undefined ? {} : { target: { open: 'step', folder: run.folder, step: shown } as const };
    return fact(`${id}/${index}`, within === '' ? step : `${within}/${step}`, redoneText(each), {
      icon: ICONS[each.how],
      tooltip: say('Visit {0}', visit),
      ...target,
    });
  });
  return [
    fact(id, say('A resume goes on with'), children.map(({ label }) => label).join(', '), {
      icon: 'debug-continue',
      collapsed: true,
      children,
    }),
  ];
}

const ICONS: Readonly<Record<Redone['how'], string>> = {
  kept: 'check',
  turn: 'refresh',
  anew: 'refresh',
  first: 'circle-outline',
  'end-pass': 'law',
};

function redoneText({ how, attempt, visit }: Redone): string {
  switch (how) {
    case 'kept':
      return say('had finished: not done again');
    case 'turn':
      return say('attempt {0} is made again', attempt);
    case 'anew':
      return say('done again from its beginning');
    case 'first':
      return say('had not begun');
    case 'end-pass':
      return say('the end of pass {0} is decided', visit);
  }
}
