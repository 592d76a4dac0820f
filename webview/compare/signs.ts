import type { DiffLine } from '../../engine/flow/diff/lines';

/** Stands for a colour where colours are not told apart. */
export const SIGNS: Readonly<Record<DiffLine['how'], string>> = {
  added: '+',
  removed: '−',
  changed: '~',
  renamed: '→',
  moved: '↕',
  same: '=',
};
