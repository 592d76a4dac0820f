import type { Command } from '../flow/schema';
import type { Json, JsonObject } from '../json';
import type { Caps } from '../loops/bounds';
import type { Guards } from '../loops/guards';
import type { Spend } from '../loops/spend';
import type { LoopInbox, PersonAnswer, Ports, StopSignal } from '../ports';
import type { FactBody } from '../trace/entry';
import type { StepScope, Within } from '../trace/scope';
import type { Doing } from './doing';

/** What a step may know and do while it is carried out: its scope, its data, the ports, and where to put facts. */
export interface StepContext {
  readonly run: string;
  /** The called flow, item or task it is carried out for; empty: the flow itself. */
  readonly within: Within;
  readonly scope: StepScope;
  readonly goal: string;
  /** The data its `reads` name. */
  readonly reads: JsonObject;
  /** The item or the task it is called for. */
  readonly extra: { readonly item?: Json; readonly task?: Json };
  /** The key of the effect that its turns are to have, where one is guarded. */
  readonly effectKey?: string;
  /** What the person answered who is its worker. */
  readonly answer?: PersonAnswer;
  /** The groups of its flow. */
  readonly loops: Readonly<Record<string, LoopInbox>>;
  readonly notes: readonly string[];
  readonly steers: readonly string[];
  readonly frozen: readonly string[];
  /** The verification commands of its flow, but for those that are held out. */
  readonly checks?: readonly Command[];
  /** What an interrupted stretch left of this very visit. */
  readonly doing: Doing | null;
  readonly caps: { readonly spendCap: Caps; readonly budget: Caps };
  /** When the run's time is over, in milliseconds since 1970. */
  readonly deadline: number | null;
  /** Who claims effects. */
  readonly owner: { readonly run: string; readonly fence: number };
  /** As it is now: siblings add to it while this step works. */
  readonly spend: () => Spend;
  readonly ports: Ports;
  readonly guards?: Guards;
  readonly stop: StopSignal;
  /** Puts a fact behind those before it; durable with the next `flush`. */
  readonly record: (fact: FactBody) => void;
  /** Resolves when every recorded fact is durable. Owed before anything outside follows from them (R2 of the trace). */
  readonly flush: () => Promise<void>;
}

/** A step that a stop ended before its result. Nothing is decided by it. */
export const CANCELLED = 'cancelled';
