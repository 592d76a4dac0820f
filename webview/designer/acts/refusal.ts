import type { FlowEdit } from '../../../engine/flow/edit';
import type { Draft, Edited } from '../../../engine/flow/edits/draft';
import { draftOf } from '../../../engine/flow/edits/draft';
import { wire } from '../../../engine/flow/edits/wiring';
import type { Json } from '../../../engine/json';

/**
 * Why an edit would be refused, found out on what is shown before it is sent; null where it would not be. Edits that rename
 * or paste are not tried: they need the library of expressions, which is too large for a page. Their refusals come back.
 */
export function refusal(flow: Json, edit: FlowEdit): string | null {
  const edited = tried(draftOf(flow), edit);
  return 'why' in edited ? edited.why : null;
}

function tried(draft: Draft, edit: FlowEdit): Edited {
  switch (edit.type) {
    case 'batch':
      return edit.edits.map((each) => tried(draft, each)).find((edited) => 'why' in edited) ?? {};
    case 'set':
    case 'move':
    case 'tidy':
    case 'paste':
    case 'duplicate':
    case 'renameStep':
    case 'renameLoop':
    case 'renameEntry':
      return {};
    default:
      return wire(draft, edit);
  }
}
