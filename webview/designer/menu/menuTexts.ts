import { t } from '../../l10n';

export const menuTexts = {
  step: (id: string) => t('Step {0}', id),
  several: (count: number) => t('{0} selected', count),
  loop: (id: string) => t('Loop {0}', id),
  route: t('Route'),
  flow: t('Flow'),
} as const;
