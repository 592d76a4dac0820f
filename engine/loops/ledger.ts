import type { LatchOpening } from '../trace/entry';

/** A matter that the engine saw and nobody has put right; one for each `id`, with all that happened to it. */
export interface Latch extends LatchOpening {
  readonly loop: string;
  readonly state: 'open' | 'cleared' | 'accepted';
  readonly history: readonly LatchEvent[];
}

export interface LatchEvent {
  readonly what: 'opened' | 'cleared' | 'accepted';
  readonly pass: number;
  /** The reason of an opening, the evidence of a clearing, who and why of an acceptance. */
  readonly why: string;
}
