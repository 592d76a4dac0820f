import type { ImproveLoop } from '../flow/schema';
import type { Json } from '../json';
import { at } from '../json';
import type { TreeId } from '../ports';
import type { Best, Decision } from '../trace/decision';
import type { ImproveState } from './innerState';

/**
 * Draft, score, redraft. The tail's output proposes a score and perhaps that it is done; the engine keeps the best round
 * and decides when it ends.
 *
 * R1 Better is more than `minDelta` above the best round; an equal score is not better. The first score is the best.
 * R2 A round whose tail failed or gave no finite number is invalid: no progress, with its reason, and nothing that it
 *    says is taken, `done` neither.
 * R3 A worker's word ends the loop (`done`, or a score of at least `perfect`) only in a round in which the engine's own
 *    checks held. A round with no checks has nothing against it; how far it is confirmed is said elsewhere.
 * R4 One reason, the first that is true: done, optimal, converged, exhausted. Success is looked at before any bound.
 * R5 The best stays the best where a worse round ends the loop. A round that ends it as optimal is its best, so that what
 *    is kept is what was checked.
 * R6 Converged is `patience` rounds in a row that were not better than the best. Where there is no best, that many rounds
 *    without a score have exhausted the loop.
 */
export interface ImprovePlan {
  readonly id: string;
  /** With the `maxIterations` in force. */
  readonly loop: ImproveLoop;
  /** The tail's strong route: where success leads. */
  readonly next: readonly string[];
}

/** What a round came to, when its tail is done. */
export interface Round {
  /** The tail's. */
  readonly output: Json;
  /** The tail's own check held. */
  readonly ok: boolean;
  /** The engine's own checks in this round held: every verification of the body that ran, and the tail's. */
  readonly confirmed: boolean;
  /** The files as they are now; null: not recorded. */
  readonly tree: TreeId | null;
}

export interface RoundEnd {
  /** `improve.scored`, then the next `improve.round` or `improve.ended`. */
  readonly events: readonly ImproveEvent[];
  readonly decision: 'again' | EndReason;
  readonly to: readonly string[];
  /**
   * The round whose files are to be put back, where `restoreBest` asks for it and it is another one. It does not depend on
   * the files as they are: who was cut off behind putting them back does it again. Whoever does says so as `restored`.
   */
  readonly restore: (Best & { readonly tree: TreeId }) | null;
}

type EndReason = NonNullable<ImproveState['reason']>;
export type ImproveEvent = Extract<Decision, { readonly type: `improve.${string}` }>;

const PERFECT = 100;
const PATIENCE = 4;
const MAX_ROUNDS = 20;
/** Characters of something that is no score, in the reason. */
const SHOWN = 60;

/** The loop is entered: round 1; the total goes on. */
export const improveEntered = (loop: string, state: ImproveState | undefined): ImproveEvent => ({
  type: 'improve.round',
  loop,
  round: 1,
  total: (state?.total ?? 0) + 1,
});

export function scored(plan: ImprovePlan, state: ImproveState, round: Round): RoundEnd {
  const { id: loop, loop: spec } = plan;
  const read = readScore(round);
  const improved = read.score !== null && isBetter(read.score, state.best, spec.minDelta ?? 0);
  const stale = improved ? 0 : state.stale + 1;
  const perfect = read.score !== null && read.score >= (spec.perfect ?? PERFECT);
  const known = improved || state.best !== null;
  const decision = ((): RoundEnd['decision'] => {
    if (round.confirmed && read.done) return 'done';
    if (round.confirmed && perfect) return 'optimal';
    if (stale >= (spec.patience ?? PATIENCE)) return known ? 'converged' : 'exhausted';
    return state.round >= (spec.maxIterations ?? MAX_ROUNDS) ? 'exhausted' : 'again';
  })();
  const best =
    read.score !== null && (improved || decision === 'optimal')
      ? { round: state.round, score: read.score, output: round.output, tree: round.tree }
      : null;
  const unheard = !round.confirmed && (read.done || perfect) ? '; the checks of this round do not confirm it' : '';
  const said: ImproveEvent = {
    type: 'improve.scored',
    loop,
    round: state.round,
    score: read.score,
    improved,
    stale,
    why: `${reasonOf(read, state.best, improved)}${unheard}`,
    ...(best === null ? {} : { best }),
  };
  if (decision === 'again') {
    const next: ImproveEvent = { type: 'improve.round', loop, round: state.round + 1, total: state.total + 1 };
    return { events: [said, next], decision, to: [spec.head], restore: null };
  }
  const to = leadsTo(plan, decision);
  return {
    events: [said, { type: 'improve.ended', loop, round: state.round, reason: decision, to }],
    decision,
    to,
    restore: spec.restoreBest === true ? restorable(best ?? state.best, state.round) : null,
  };
}

/**
 * The loop behind an event. Numbers are absolute: an event that is behind already changes nothing.
 * @param superStep of the commit that the event stands in
 */
export function foldImprove(state: ImproveState = NOT_ENTERED, event: ImproveEvent, superStep: number): ImproveState {
  if (event.type === 'improve.round') {
    const { round, total } = event;
    if (total <= state.total) return state;
    const { stale, best } = round === 1 ? NOT_ENTERED : state;
    return { status: 'running', round, total, stale, best, since: superStep, reason: null };
  }
  if (event.round !== state.round) return state;
  if (event.type === 'improve.ended') return { ...state, status: 'ended', reason: event.reason };
  return { ...state, stale: event.stale, best: event.best ?? state.best };
}

const NOT_ENTERED: ImproveState = {
  status: 'ended',
  round: 0,
  total: 0,
  stale: 0,
  best: null,
  since: 0,
  reason: null,
};

type Read = { readonly score: number | null; readonly done: boolean; readonly why: string };

function readScore({ output, ok }: Round): Read {
  const invalid = (why: string): Read => ({ score: null, done: false, why });
  if (!ok) return invalid('the round has no score: its last step failed');
  const score = at(output, ['score']);
  if (score === undefined) return invalid('the round has no score: the output has no "score"');
  if (typeof score !== 'number')
    return invalid(`the round has no score: ${JSON.stringify(score).slice(0, SHOWN)} is not a number`);
  if (!Number.isFinite(score)) return invalid(`the round has no score: ${score} is not a finite number`);
  return { score, done: at(output, ['done']) === true, why: '' };
}

/** A difference that is `minDelta` but for the rounding of binary fractions is not more than `minDelta`. */
function isBetter(score: number, best: Best | null, minDelta: number): boolean {
  if (best === null) return true;
  if (minDelta === 0) return score > best.score;
  const rounding = 4 * Number.EPSILON * Math.max(Math.abs(score), Math.abs(best.score), minDelta);
  return score - best.score - minDelta > rounding;
}

function reasonOf({ score, why }: Read, best: Best | null, improved: boolean): string {
  if (score === null) return why;
  if (best === null) return `${score} is the first score`;
  return `${score} is ${improved ? '' : 'not '}better than ${best.score} of round ${best.round}`;
}

function leadsTo({ loop, next }: ImprovePlan, reason: EndReason): readonly string[] {
  switch (reason) {
    case 'done':
    case 'optimal':
      return next;
    case 'converged':
      return loop.onConverged === undefined ? next : [loop.onConverged];
    case 'exhausted':
      return [loop.onExhausted ?? '@stop'];
  }
}

const restorable = (best: Best | null, round: number): RoundEnd['restore'] =>
  best === null || best.tree === null || best.round === round ? null : { ...best, tree: best.tree };
