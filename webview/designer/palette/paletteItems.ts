import type { LoopType, StepKind } from '../../../engine/flow/names';
import { LOOP_TYPES } from '../../../engine/flow/names';
import type { TemplateInfo } from '../../protocol';
import { paletteTexts } from './paletteTexts';

/** What the palette offers, in groups. */
export type PaletteItem =
  | { readonly type: 'kind'; readonly kind: StepKind }
  | { readonly type: 'loop'; readonly loop: LoopType }
  | { readonly type: 'template'; readonly template: TemplateInfo };

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

const kinds = (...names: readonly StepKind[]): readonly PaletteItem[] => names.map((kind) => ({ type: 'kind', kind }));

export const paletteGroups = (templates: readonly TemplateInfo[]): readonly PaletteGroup[] =>
  [
    { title: paletteTexts.doing, items: kinds('work', 'map', 'plan', 'call') },
    { title: paletteTexts.checking, items: kinds('verify', 'judge', 'gate') },
    { title: paletteTexts.leading, items: kinds('router', 'ask', 'join', 'watch') },
    { title: paletteTexts.loops, items: LOOP_TYPES.map((loop) => ({ type: 'loop', loop }) as const) },
    { title: paletteTexts.templates, items: templates.map((template) => ({ type: 'template', template }) as const) },
  ].filter(({ items }) => items.length > 0);

export function paletteKey(item: PaletteItem): string {
  switch (item.type) {
    case 'kind':
      return item.kind;
    case 'loop':
      return `loop:${item.loop}`;
    case 'template':
      return `template:${item.template.name}`;
  }
}
