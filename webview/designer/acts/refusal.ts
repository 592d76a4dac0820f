import type { FlowEdit } from '../../../engine/flow/edit';
import { addStep } from '../../../engine/flow/edits/addStep';
import { deleteSteps } from '../../../engine/flow/edits/deleteSteps';
import type { Draft, Edited } from '../../../engine/flow/edits/draft';
import { draftOf } from '../../../engine/flow/edits/draft';
import { removeLoop, wrapInLoop } from '../../../engine/flow/edits/loops';
import { connect, disconnect, reconnect } from '../../../engine/flow/edits/routes';
import { takeOut } from '../../../engine/flow/edits/takeOut';
import type { Json } from '../../../engine/json';

/**
 * Why an edit would be refused, found out on what is shown before it is sent; null where it would not be. Edits that rename
 * are not tried: they need the library of expressions, which is too large for the designer. Their refusals come back.
 */
export function refusal(flow: Json, edit: FlowEdit): string | null {
  const edited = tried(draftOf(flow), edit);
  return 'why' in edited ? edited.why : null;
}

function tried(draft: Draft, edit: FlowEdit): Edited {
  switch (edit.type) {
    case 'addStep':
      return addStep(draft, edit.kind, edit);
    case 'connect':
      return connect(draft, edit.from, edit.to, edit.kind, edit.name);
    case 'reconnect':
      return reconnect(draft, edit.route, edit.to);
    case 'disconnect':
      return disconnect(draft, edit.route);
    case 'deleteSteps':
      return deleteSteps(draft, edit.ids);
    case 'wrapInLoop':
      return wrapInLoop(draft, edit.head, edit.tail, edit.id, edit.loop);
    case 'removeLoop':
      return removeLoop(draft, edit.id);
    case 'takeOut':
      return takeOut(draft, edit.ids);
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
  }
}
