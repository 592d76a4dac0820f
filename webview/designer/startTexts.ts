import { t } from '../l10n';

export const startTexts = {
  templates: t('Start from a template'),
  steps: t('Start from a step'),
} as const;
