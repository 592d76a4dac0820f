import { t } from '../l10n';

/** Words of the gallery of templates. */
export const galleryTexts = {
  title: () => t('New flow'),
  hint: () => t('Choose what to begin from. All of it can be changed afterwards.'),
  filter: () => t('Filter templates'),
  placeholder: () => t('Filter by name, purpose or kind of step'),
  templates: () => t('Templates'),
  /** How many are shown, for who cannot see them. */
  shown: (count: number) => (count === 1 ? t('1 template') : t('{0} templates', count)),
  none: () => t('No template fits. Try another word, or begin with the empty one.'),
  loop: (type: string) => t('{0} loop', type),
};
