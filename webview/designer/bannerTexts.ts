import { t } from '../l10n';

export const bannerTexts = {
  sides: t('Compare both sides'),
  merge: t('Open the merge editor'),
} as const;
