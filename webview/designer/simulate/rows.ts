import type { Term } from '../../../engine/trace/result';
import type { Played } from './marks';
import { simulateTexts } from './simulateTexts';

/** A pass, a round or a batch, as a row of the table. */
export interface ResultRow {
  /** The entry with which it began: what a moment names it by. */
  readonly since: number;
  readonly name: string;
  /** What was proposed; of a pass that ended early, why. */
  readonly said: string;
  readonly verdict: string;
  /** Each term that does not back it. */
  readonly failing: readonly Term[];
  readonly latches: {
    readonly opened: readonly string[];
    readonly cleared: readonly string[];
    readonly open: readonly string[];
  };
  readonly exit: string;
  readonly confirmed: boolean;
}

const { result: texts } = simulateTexts;
const NO_LATCHES = { opened: [], cleared: [], open: [] };

/** In the order in which they began. */
export function rowsOf(played: Played): readonly ResultRow[] {
  const { passes, rounds, batches } = played;
  const exit = (left: { readonly reason: string; readonly to: string | readonly string[] } | null, isOver = true) =>
    left === null ? (isOver ? texts.again : '') : `${left.reason} → ${[left.to].flat().join(', ')}`;
  return [
    ...passes.map((pass): ResultRow => {
      const failing = pass.verdict.filter(({ ok, term }) => !ok && term !== 'goal-met');
      const weighed = failing.length === 0 ? texts.notMet : texts.notBacked;
      return {
        since: pass.since,
        name: texts.pass(pass.loop, pass.pass),
        said:
          pass.how === 'ended-early'
            ? texts.early(pass.why)
            : pass.proposed === null
              ? ''
              : texts.proposed(pass.proposed),
        verdict: pass.confirmed
          ? texts.confirmed
          : pass.decision === null
            ? texts.notEnded
            : pass.how === 'ended-early'
              ? texts.nothing
              : weighed,
        failing,
        latches: { ...pass.latches, open: pass.latches.open.filter((id) => !pass.latches.opened.includes(id)) },
        exit: exit(pass.exit, pass.decision !== null),
        confirmed: pass.confirmed,
      };
    }),
    ...rounds.map(
      (round): ResultRow => ({
        since: round.since,
        name: texts.round(round.loop, round.round),
        said: round.score === null ? texts.noScore : texts.score(round.score),
        verdict: round.improved ? texts.better(round.why) : round.why,
        failing: [],
        latches: NO_LATCHES,
        exit: exit(round.exit),
        confirmed: false,
      }),
    ),
    ...batches.map(
      (batch): ResultRow => ({
        since: batch.since,
        name: texts.batch(batch.loop, batch.batch),
        said: '',
        verdict: texts.iterations(batch.iterations, batch.total),
        failing: [],
        latches: NO_LATCHES,
        exit: exit(batch.exit, false),
        confirmed: false,
      }),
    ),
  ].sort((one, other) => one.since - other.since);
}
