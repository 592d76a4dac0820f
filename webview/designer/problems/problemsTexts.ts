import { t } from '../../l10n';

/** Words of the problems below the canvas and of the list of fixes. */
export const problemsTexts = {
  fixAll: (count: number, code: string) => t('Fix all {0} of "{1}"', count, code),
  showText: t('Show in the text'),
  showFields: t('Show its fields'),
  pick: t('Problems and fixes'),
  act: t('Problems and fixes…'),
  does: t('The problems of what is selected, and their fixes'),
  none: t('Nothing is wrong with what is selected.'),
};
