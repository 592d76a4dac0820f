import type { Json, JsonObject } from '../json';

/** What is copied out of a flow: it is whole without it. */
export interface FlowFragment {
  /** Format of the fragment: 1. */
  readonly convergeFragment: 1;
  readonly steps: Readonly<Record<string, Json>>;
  /** Loops whose whole body is in `steps`. */
  readonly loops: Readonly<Record<string, Json>>;
  /** Workers and channels of the flow that the steps name. */
  readonly workers: JsonObject;
  readonly channels: JsonObject;
  /** Where a person had placed the steps. */
  readonly layout: Readonly<Record<string, readonly [number, number]>>;
}
