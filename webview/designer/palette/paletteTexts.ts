import { t } from '../../l10n';

export const paletteTexts = {
  label: t('Palette'),
  doing: t('Do'),
  checking: t('Check'),
  leading: t('Lead'),
  loops: t('Loops'),
  templates: t('Templates'),
  hint: t('Click, or drag onto the canvas or a route. A loop is put around the selected steps.'),
} as const;
