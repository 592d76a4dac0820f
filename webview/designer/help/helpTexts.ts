import { t } from '../../l10n';

export const helpTexts = {
  title: t('Keys of the designer'),
  close: t('Close'),
  letter: t('letter'),
  mouse: t(
    'By mouse: Ctrl or Shift with a click selects more, Shift with a drag draws a box around them. Drag a kind from the palette, or a step that stands alone, onto a route to put it there; drag the end of a route to lead it elsewhere. A right click opens the menu.',
  ),
} as const;
