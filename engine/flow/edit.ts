import type { Change } from '../issue';
import type { Json, JsonPath } from '../json';
import type { Draft, Edited } from './edits/draft';
import { draftOf } from './edits/draft';
import { move, tidy } from './edits/layout';
import { duplicate, paste } from './edits/paste';
import { renameLoop, renameStep } from './edits/rename';
import { renameEntry } from './edits/renameEntry';
import type { WiringEdit } from './edits/wiring';
import { wire } from './edits/wiring';
import type { FlowFragment } from './fragment';

/**
 * What a person can mean on the canvas, as data. One edit is one gesture, one list of changes, one text edit, one undo
 * step. Ids and paths are those of the flow that the person saw; an edit that no longer fits is refused, never guessed.
 */
export type FlowEdit =
  | WiringEdit
  | { readonly type: 'set'; readonly path: JsonPath; readonly value?: Json }
  | { readonly type: 'renameStep'; readonly from: string; readonly to: string }
  | { readonly type: 'renameLoop'; readonly from: string; readonly to: string }
  | { readonly type: 'move'; readonly positions: Readonly<Record<string, readonly [number, number]>> }
  | { readonly type: 'tidy' }
  /**
   * Adds what was copied, under ids that are free; the copies are wired to one another. A route or a loop's way out that
   * would join them to a step of this flow is cut (what then leads nowhere is named by the checks). Any other name is kept
   * as it is, also one that this flow does not have: the checks name it. Workers, channels and inputs that are lacking come
   * along. `position`: where the top left one is pinned, and the others as they stand to it.
   */
  | { readonly type: 'paste'; readonly fragment: FlowFragment; readonly position?: readonly [number, number] }
  /** Steps (and the loops that lie whole in them) a second time, as a paste of them would put them. */
  | { readonly type: 'duplicate'; readonly ids: readonly string[] }
  /** Renames a worker, channel or input, and everything that names it. */
  | {
      readonly type: 'renameEntry';
      readonly map: 'workers' | 'channels' | 'inputs';
      readonly from: string;
      readonly to: string;
    }
  /** Several edits as one gesture, each on what the one before it left. One that is refused refuses all. */
  | { readonly type: 'batch'; readonly edits: readonly FlowEdit[] };

/** The changes that carry an edit out, or why it cannot be carried out, as a sentence for a person. */
export type EditResult =
  | { readonly ok: true; readonly changes: readonly Change[]; readonly select?: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** Carries an edit out on the values of a flow. `changes` may be empty where everything is as wanted already. */
export function applyEdit(flow: Json, edit: FlowEdit): EditResult {
  const draft = draftOf(flow);
  const edited = carryOut(draft, edit);
  if ('why' in edited) return { ok: false, why: edited.why };
  return { ok: true, changes: draft.changes(), ...(edited.select === undefined ? {} : { select: edited.select }) };
}

function carryOut(draft: Draft, edit: FlowEdit): Edited {
  switch (edit.type) {
    case 'set':
      return setValue(draft, edit.path, edit.value);
    case 'renameStep':
      return renameStep(draft, edit.from, edit.to);
    case 'renameLoop':
      return renameLoop(draft, edit.from, edit.to);
    case 'move':
      return move(draft, edit.positions);
    case 'tidy':
      return tidy(draft);
    case 'paste':
      return paste(draft, edit.fragment, edit.position);
    case 'duplicate':
      return duplicate(draft, edit.ids);
    case 'renameEntry':
      return renameEntry(draft, edit.map, edit.from, edit.to);
    case 'batch':
      return batch(draft, edit.edits);
    default:
      return wire(draft, edit);
  }
}

function batch(draft: Draft, edits: readonly FlowEdit[]): Edited {
  let select: readonly string[] | undefined;
  for (const edit of edits) {
    const edited = carryOut(draft, edit);
    if ('why' in edited) return edited;
    select = edited.select ?? select;
  }
  return select === undefined ? {} : { select };
}

/** Members of a step or loop that is gone would bring half of it back. */
function setValue(draft: Draft, path: JsonPath, value: Json | undefined): Edited {
  const [map, id] = path;
  if (map === undefined) return { why: 'The whole flow cannot be set.' };
  if (
    (map === 'steps' || map === 'loops') &&
    path.length > 2 &&
    id !== undefined &&
    draft.value([map, id]) === undefined
  )
    return { why: `There is no ${map === 'steps' ? 'step' : 'loop'} "${id}" any more.` };
  if (value === undefined) draft.remove(path);
  else draft.set(path, value);
  return {};
}
