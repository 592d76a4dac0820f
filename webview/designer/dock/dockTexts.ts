import { t } from '../../l10n';

export const dockTexts = {
  label: t('Below the canvas'),
  resize: t('Height of what stands below the canvas'),
  fold: t('Fold'),
  unfold: t('Unfold'),
  problems: t('Problems'),
  simulate: t('Simulate'),
} as const;
