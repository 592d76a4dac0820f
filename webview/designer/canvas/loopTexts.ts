import { t } from '../../l10n';

/** The words on a loop's frame. */
export const loopTexts = {
  fold: (id: string) => t('Fold loop {0}', id),
  unfold: (id: string) => t('Unfold loop {0}', id),
  steps: (count: number) => (count === 1 ? t('{0} step', count) : t('{0} steps', count)),
  folded: t('folded'),
  keepsBest: t('keeps the best'),
  perfect: (score: string) => t('perfect at {0}', score),
  patience: (rounds: string) => t('converged after {0} without gain', rounds),
  entryTail: (entry: string, tail: string) => t('{0} to {1}', entry, tail),
  handsTo: (step: string) => t('hands to {0}', step),
  call: (from: string, to: string) => t('{0} calls {1}', from, to),
  nothingInView: t('Nothing of the flow is in view.'),
  fit: t('Fit the flow into the view'),
} as const;
