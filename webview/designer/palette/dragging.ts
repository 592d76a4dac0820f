import type { LoopType, StepKind } from '../../../engine/flow/names';
import { LOOP_TYPES, STEP_KINDS } from '../../../engine/flow/names';
import type { TemplateInfo } from '../../protocol';
import type { PaletteItem } from './paletteItems';

const KIND = 'application/x-converge-kind-';
const LOOP = 'application/x-converge-loop-';
const TEMPLATE = 'application/x-converge-template-';

export type Dragged =
  | { readonly type: 'kind'; readonly kind: StepKind }
  | { readonly type: 'loop'; readonly loop: LoopType }
  | { readonly type: 'template'; readonly template: TemplateInfo };

/** Puts an item on the pointer. What it is stands in the type's name, because only that can be read before the drop. */
export function dragItem(transfer: DataTransfer, item: PaletteItem): void {
  transfer.effectAllowed = 'copy';
  if (item.type === 'kind') transfer.setData(`${KIND}${item.kind}`, item.kind);
  if (item.type === 'loop') transfer.setData(`${LOOP}${item.loop}`, item.loop);
  if (item.type === 'template') transfer.setData(`${TEMPLATE}${item.template.name}`, item.template.name);
}

/** What of ours is on the pointer; null where there is nothing. */
export function draggedOf(transfer: DataTransfer, templates: readonly TemplateInfo[]): Dragged | null {
  const kind = STEP_KINDS.find((name) => transfer.types.includes(`${KIND}${name}`));
  if (kind) return { type: 'kind', kind };
  const loop = LOOP_TYPES.find((name) => transfer.types.includes(`${LOOP}${name}`));
  if (loop) return { type: 'loop', loop };
  // Names of types are written small.
  const template = templates.find(({ name }) => transfer.types.includes(`${TEMPLATE}${name}`.toLowerCase()));
  return template ? { type: 'template', template } : null;
}
