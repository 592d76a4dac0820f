import { t } from '../../l10n';

export const outlineTexts = {
  runsOut: (target: string) => t('runs out to {0}', target),
  more: (count: number) => t('and {0} more', count),
  hint: t('Arrows move and fold, A adds, C connects, F2 renames, ? lists all keys.'),
} as const;
