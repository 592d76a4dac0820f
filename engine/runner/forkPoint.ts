import { ConvergeError } from '../failure';
import { fold } from '../run/fold';
import type { ReadLine } from '../run/openRun';
import { stateOf } from '../run/openRun';
import type { RunState } from '../run/state';
import { EMPTY_STATE } from '../run/state';

export interface ForkPoint {
  readonly superStep: number;
  /** How many of the lines the fork begins with. */
  readonly length: number;
}

/**
 * The commit to fork a run behind: the one that is asked for, else the last. Only one behind which something is due, and
 * up to which the trace is whole. Throws `run-unknown` where there is none, saying which there are, and `trace-damaged`
 * where the one that is asked for builds on what cannot be read.
 */
export function forkPoint(
  lines: readonly ReadLine[],
  at: number | undefined,
  digest: (text: string) => string,
): ForkPoint {
  const points = pointsIn(lines);
  const open = points.filter(({ over }) => !over);
  if (at !== undefined) {
    const point = points.filter(({ superStep }) => superStep === at).at(-1);
    if (point === undefined) throw unknown(`The run has no super-step ${at} to fork from.`, open);
    if (point.over) throw unknown(`Behind super-step ${at} nothing is due any more.`, open);
    stateOf(lines.slice(0, point.length), digest);
    return point;
  }
  const point = lastWhole(lines, open, digest);
  if (point === undefined) throw unknown('The run has no super-step to fork from.', open);
  return point;
}

const unknown = (what: string, open: readonly ForkPoint[]): ConvergeError => {
  const [first, last] = [open[0]?.superStep, open.at(-1)?.superStep];
  const known = first === undefined ? 'It has none yet: start a new run.' : `Give one from ${first} to ${last}.`;
  return new ConvergeError('run-unknown', `${what} ${known}`);
};

/** Every commit; `over`: the run had come to its end there. */
function pointsIn(lines: readonly ReadLine[]): readonly (ForkPoint & { readonly over: boolean })[] {
  let state: RunState = EMPTY_STATE;
  return lines.flatMap(({ entry }, index) => {
    state = fold(state, entry);
    if (entry.type !== 'commit') return [];
    const over = state.frontier.length === 0 && state.reached.length > 0;
    return [{ superStep: entry.superStep, length: index + 1, over }];
  });
}

/** Damage stands between two of them, so half of what is left can be ruled out at once. */
function lastWhole<T extends ForkPoint>(
  lines: readonly ReadLine[],
  points: readonly T[],
  digest: (text: string) => string,
): T | undefined {
  const isWhole = ({ length }: ForkPoint) => {
    try {
      stateOf(lines.slice(0, length), digest);
      return true;
    } catch {
      return false;
    }
  };
  const last = points.at(-1);
  if (last === undefined || isWhole(last)) return last;
  let [from, to] = [0, points.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    const point = points[middle];
    if (point !== undefined && isWhole(point)) from = middle + 1;
    else to = middle;
  }
  return points[from - 1];
}
