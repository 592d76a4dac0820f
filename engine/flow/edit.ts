import type { Change } from '../issue';
import type { Json, JsonPath } from '../json';

/**
 * What a person can mean on the canvas, as data. One edit is one gesture, one list of changes, one text edit, one undo
 * step. Ids and paths are those of the flow that the person saw; an edit that no longer fits is refused, never guessed.
 */
export type FlowEdit =
  | { readonly type: 'set'; readonly path: JsonPath; readonly value?: Json }
  | {
      readonly type: 'addStep';
      readonly kind: string;
      /** Wanted id; made unique, and made up from the kind where absent. */
      readonly id?: string;
      /** Where the person dropped it; absent: the layout places it. */
      readonly position?: readonly [number, number];
      /** Insert on this route (a `Route.id`): its target becomes the new step's strong route. */
      readonly onRoute?: string;
      /** Append behind this step: its strong route leads to the new step, whose strong route is the old target. */
      readonly after?: string;
    }
  | {
      readonly type: 'connect';
      readonly from: string;
      readonly to: string;
      /** Absent: the first free one of the kind (strong route first). `name` for outcomes, branches, choices. */
      readonly kind?: 'strong' | 'weak' | 'outcome' | 'case' | 'else' | 'choice';
      readonly name?: string;
    }
  | { readonly type: 'reconnect'; readonly route: string; readonly to: string }
  | { readonly type: 'disconnect'; readonly route: string }
  | { readonly type: 'deleteSteps'; readonly ids: readonly string[] }
  | { readonly type: 'renameStep'; readonly from: string; readonly to: string }
  | { readonly type: 'renameLoop'; readonly from: string; readonly to: string }
  | { readonly type: 'move'; readonly positions: Readonly<Record<string, readonly [number, number]>> }
  | { readonly type: 'tidy' }
  /** Declares an until loop over the span from head to tail. */
  | { readonly type: 'wrapInLoop'; readonly head: string; readonly tail: string; readonly id?: string }
  /** Takes the declaration away; the steps stay. */
  | { readonly type: 'removeLoop'; readonly id: string };

/** The changes that carry an edit out, or why it cannot be carried out, as a sentence for a person. */
export type EditResult =
  | { readonly ok: true; readonly changes: readonly Change[]; readonly select?: readonly string[] }
  | { readonly ok: false; readonly why: string };
