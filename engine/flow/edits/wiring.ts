import type { LoopType } from '../names';
import { addStep } from './addStep';
import { deleteSteps } from './deleteSteps';
import type { Draft, Edited } from './draft';
import { removeLoop, wrapInLoop } from './loops';
import { connect, disconnect, reconnect } from './routes';
import { takeOut } from './takeOut';

/**
 * Edits of what leads where: steps and loops that come and go, and the routes between them. None of them reads an
 * expression, so a page can try one without the library for these.
 */
export type WiringEdit =
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
  /** Declares a loop over the span from head to tail. */
  | {
      readonly type: 'wrapInLoop';
      readonly head: string;
      readonly tail: string;
      readonly id?: string;
      /** Default `until`. */
      readonly loop?: LoopType;
    }
  /** Takes the declaration away; the steps stay. */
  | { readonly type: 'removeLoop'; readonly id: string }
  /** Takes steps out of the loop around them: its span shrinks to the rest; what led through them leads past them. */
  | { readonly type: 'takeOut'; readonly ids: readonly string[] };

/** Carries an edit out on a draft; says why where it cannot be. */
export function wire(draft: Draft, edit: WiringEdit): Edited {
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
  }
}
