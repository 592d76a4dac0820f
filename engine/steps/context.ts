import type { JsonObject } from '../json';
import type { Caps } from '../loops/bounds';
import type { Spend } from '../loops/spend';
import type { Ports, StopSignal } from '../ports';
import type { FactBody } from '../trace/entry';
import type { StepScope } from '../trace/scope';
import type { Doing } from './doing';

/** What a step may know and do while it is carried out: its scope, its data, the ports, and where to put facts. */
export interface StepContext {
  readonly run: string;
  readonly scope: StepScope;
  readonly goal: string;
  /** The data its `reads` name. */
  readonly reads: JsonObject;
  readonly notes: readonly string[];
  readonly steers: readonly string[];
  readonly frozen: readonly string[];
  /** What an interrupted stretch left of this very visit. */
  readonly doing: Doing | null;
  readonly caps: { readonly spendCap: Caps; readonly budget: Caps };
  /** As it is now: siblings add to it while this step works. */
  readonly spend: () => Spend;
  readonly ports: Ports;
  readonly stop: StopSignal;
  /** Puts a fact behind those before it; durable with the next `flush`. */
  readonly record: (fact: FactBody) => void;
  /** Resolves when every recorded fact is durable. Owed before anything outside follows from them (R2 of the trace). */
  readonly flush: () => Promise<void>;
}

/** A step that a stop ended before its result. Nothing is decided by it. */
export const CANCELLED = 'cancelled';
