import type { JsonPath } from '../../json';
import type { Due, Within } from '../../trace/scope';

/** One place of a stack. */
export interface Frame {
  /** Unique in the stack, and the same for the same place at every commit. */
  readonly id: string;
  readonly kind: FrameKind;
  /** For people. */
  readonly name: string;
  /** The flow, item or task it stands in. */
  readonly within: Within;
  /** The step that it is, or is about: its loop's that is due. Null: none. */
  readonly due: Due | null;
  readonly loop: string | null;
  /** The flow's text that has it: the run's own (null) or a called one, by the name of its call. */
  readonly flow: string | null;
  /** The value in that text; null where it is not known. */
  readonly path: JsonPath | null;
  /** Due at once with the step on top. */
  readonly also: boolean;
}

export type FrameKind = 'run' | 'call' | 'item' | 'task' | 'loop' | 'pass' | 'batch' | 'round' | 'step';
