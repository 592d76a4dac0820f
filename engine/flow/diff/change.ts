import type { Json, JsonPath } from '../../json';
import type { RouteKind } from '../graph';

/**
 * What is different between two states of a flow, as a person who draws would say it.
 *
 * R1 What the flow does is compared, not its text: order of keys, white space and comments are no change. The order of the
 *    steps is one where several can be due at once: what they write is folded in that order.
 * R2 A step, loop, worker, channel or input is the same one in both where its id is. Under another id it is the same one
 *    only where its content or its wiring says so and nothing else could be meant; else one is gone and another is new.
 * R3 What a rename did elsewhere (routes, reads, conditions) is part of the rename and not told again.
 * R4 Routes of a step that is new or gone are told with the step.
 * R5 Where steps stand is no change of what the flow does: it is told apart, in `moved`.
 */
export interface FlowDiff {
  readonly changes: readonly FlowChange[];
  /** Ids (of `after`) of steps that are in both and are pinned elsewhere, or no longer. */
  readonly moved: readonly string[];
  /** Ids of `before` → ids of `after`, only where they differ. */
  readonly renamed: {
    readonly steps: Readonly<Record<string, string>>;
    readonly loops: Readonly<Record<string, string>>;
  };
}

export type FlowChange = PartChange | RouteChange;

export interface PartChange {
  readonly what: 'step' | 'loop' | 'worker' | 'channel' | 'input' | 'flow';
  /** `renamed`: `values` says what is different beside the id. */
  readonly how: 'added' | 'removed' | 'changed' | 'renamed';
  /** Its id, of `flow` the key; null where it is not there. */
  readonly before: string | null;
  readonly after: string | null;
  /** The kind of a step, the type of a loop; empty for others. */
  readonly kind: string;
  readonly values: readonly ValueChange[];
  /** Of a step that is new or gone: where it leads. */
  readonly leads: readonly string[];
}

/** One value inside of what it is told with. A side that has no such value does not have the key. */
export interface ValueChange {
  readonly path: JsonPath;
  readonly before?: Json;
  readonly after?: Json;
}

/** `changed`: it leads elsewhere, or its condition is another. */
export interface RouteChange {
  readonly what: 'route';
  readonly how: 'added' | 'removed' | 'changed';
  readonly before: RouteEnd | null;
  readonly after: RouteEnd | null;
}

export interface RouteEnd {
  /** `Route.id` in the flow of that side. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: RouteKind;
  readonly label: string;
}
