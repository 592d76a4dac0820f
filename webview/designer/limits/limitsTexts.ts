import { t } from '../../l10n';

export const limitsTexts = {
  title: t('Limits that the engine holds'),
  none: t('Known once the flow has no errors.'),
  mode: t('Mode'),
  modes: { autonomous: t('Autonomous'), supervised: t('Supervised') },
  hints: {
    autonomous: t('Loops repeat until confirmed or a bound is reached.'),
    supervised: t('Each loop runs one pass, then stops.'),
  },
  until: t('The body of an until loop runs once, unless the run is autonomous.'),
} as const;
