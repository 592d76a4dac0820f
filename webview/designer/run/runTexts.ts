import { t } from '../../l10n';

export const runTexts = {
  start: t('Start'),
  cancel: t('Cancel'),
  simulated: t('Simulation: nothing is executed'),
} as const;
