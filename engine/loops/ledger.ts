import type { LatchOpening } from '../trace/decision';

/** A matter that the engine saw and nobody has put right; one for each `id`, with all that happened to it. */
export interface Latch extends LatchOpening {
  /** The loop in whose body it opened; null outside. */
  readonly loop: string | null;
  /** The place of the call in whose flow it opened; empty: the run's own flow. */
  readonly place: string;
  readonly state: 'open' | 'cleared' | 'accepted';
  readonly history: readonly LatchEvent[];
}

export interface LatchEvent {
  readonly what: 'opened' | 'cleared' | 'accepted';
  readonly pass: number;
  /** The reason of an opening, the evidence of a clearing, who and why of an acceptance. */
  readonly why: string;
}

/** Opens the latch, or opens it again; of one that is open already only the reason is renewed. */
export function openLatch(
  ledger: readonly Latch[],
  where: Pick<Latch, 'loop' | 'place'>,
  pass: number,
  opening: LatchOpening,
): readonly Latch[] {
  const known = ledger.find((latch) => latch.id === opening.id);
  const past = known?.history ?? [];
  const event: LatchEvent = { what: 'opened', pass, why: opening.reason };
  const history = known?.state === 'open' ? past : [...past, event].slice(-MOST_EVENTS);
  const latch: Latch = { ...opening, ...where, state: 'open', history };
  return known === undefined ? [...ledger, latch] : ledger.map((each) => (each.id === opening.id ? latch : each));
}

/** Whether an opening says anything that the ledger does not: the same matter for the same reason is no news. */
export function isNews(ledger: readonly Latch[], opening: LatchOpening): boolean {
  const known = ledger.find((latch) => latch.id === opening.id);
  return known?.state !== 'open' || known.reason !== opening.reason;
}

/** Closes the latch; one that is not there stays not there. */
export function closeLatch(
  ledger: readonly Latch[],
  id: string,
  what: 'cleared' | 'accepted',
  pass: number,
  why: string,
): readonly Latch[] {
  return ledger.map((latch) =>
    latch.id === id
      ? { ...latch, state: what, history: [...latch.history, { what, pass, why }].slice(-MOST_EVENTS) }
      : latch,
  );
}

/** A latch that opens and clears for ever must not make the state grow; the trace has all of it. */
const MOST_EVENTS = 100;
