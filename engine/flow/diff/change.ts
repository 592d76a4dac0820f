import type { Json, JsonPath } from '../../json';
import type { RouteKind } from '../graph';

/** What is different between two states of a flow, as a person who draws would say it. */
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
