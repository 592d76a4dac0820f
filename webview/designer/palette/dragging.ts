import { STEP_KINDS } from '../../../engine/flow/names';

const TYPE = 'application/x-converge-kind-';

/** Puts a kind on the pointer. The kind is in the type's name, because only that can be read before the drop. */
export function dragKind(transfer: DataTransfer, kind: string): void {
  transfer.setData(`${TYPE}${kind}`, kind);
  transfer.effectAllowed = 'copy';
}

export function draggedKind(transfer: DataTransfer): string | null {
  return STEP_KINDS.find((kind) => transfer.types.includes(`${TYPE}${kind}`)) ?? null;
}
