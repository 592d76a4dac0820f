import type { Graph, Route } from '../flow/graph';
import { reaching, routesBy } from '../flow/graph';
import type { Due } from '../trace/scope';
import type { Plainness } from './waves';
import { beginsWave, plainnessOf, waveHeads, waysOf } from './waves';

/**
 * Joins wait for the branches that are alive in their wave.
 *
 * R1 A join with "all" waits while another step that is due can still reach it; one with "any" never waits.
 * R2 A way back to a step that every way to the join passes begins the join's next wave: what comes by it is not waited
 *    for in this one, and at that step nobody is late any more.
 * R3 Of two joins that can reach each other in one wave, the one with the plainer way to the other goes first: by strong
 *    routes, else by choices, else by failures and loops. Nothing arrives through a join that has to wait for this one.
 * R4 Where both ways are as plain, each waits for the other, and the run cannot go on; by failures and loops alone neither
 *    waits.
 * R5 When an "any" join has run, every other branch that can reach it is late for it. What follows a late branch is late
 *    too, as long as it can reach the join.
 * R6 A late branch ends where it meets the join it is late for.
 * R7 A step that is met by a branch that is late and by one that is not is not late.
 */
export type JoinReach = ReadonlyMap<string, ReadonlySet<string>>;

/** By join: the steps whose branch can still arrive there in the same wave. */
export function joinReach(graph: Graph): JoinReach {
  const joins = graph.steps.flatMap(({ id, kind }) => (kind === 'join' ? [id] : []));
  if (joins.length === 0) return new Map();
  const ways = waysOf(graph);
  const heads = waveHeads(graph, ways);
  const inWave = (join: string, plainness: Plainness): readonly Route[] =>
    ways.filter((way) => plainnessOf(way) <= plainness && !beginsWave(heads, way, join));
  const before = ([0, 1, LAST] as const).map(
    (plainness) => new Map(joins.map((join) => [join, stepsTo(inWave(join, plainness), join)])),
  );
  const plainnessTo = (to: string, from: string): number => {
    const found = before.findIndex((reach) => reach.get(to)?.has(from));
    return found < 0 ? NEVER : found;
  };
  const isBehind = (other: string, join: string): boolean => {
    const here = plainnessTo(join, other);
    const there = plainnessTo(other, join);
    return there < here || (there === LAST && here === LAST);
  };
  return new Map(
    joins.map((join) => {
      const behind = new Set(joins.filter((other) => other !== join && isBehind(other, join)));
      const open = inWave(join, LAST).filter(({ from }) => !behind.has(from));
      const found = [...stepsTo(open, join)].filter((step) => step !== join && heads.get(step)?.has(join) !== true);
      return [join, new Set(found)];
    }),
  );
}

const LAST: Plainness = 2;
const NEVER = 3;

const stepsTo = (ways: readonly Route[], join: string): ReadonlySet<string> => reaching(routesBy(ways, 'to'), [join]);

export function readyOf(
  reach: JoinReach,
  frontier: readonly Due[],
  waitOf: (step: string) => 'all' | 'any' | undefined,
): { readonly ready: readonly Due[]; readonly waiting: readonly Due[] } {
  const isWaiting = ({ step }: Due): boolean =>
    waitOf(step) === 'all' &&
    frontier.some((other) => other.step !== step && reach.get(step)?.has(other.step) === true);
  return { ready: frontier.filter((due) => !isWaiting(due)), waiting: frontier.filter(isWaiting) };
}

/** Why nothing can go on: joins wait for one another. */
export function deadlock(waiting: readonly Due[]): string {
  const names = waiting.map(({ step }) => `"${step}"`);
  const list = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const advice = 'Lead the branches to one join first, or let one of them go on with the first branch (wait "any").';
  return `nothing can go on: the joins ${list} each wait for a branch that waits at the other. ${advice}`;
}

/** Gives a branch, as it stands once `done` have run, the joins it is late for. */
export function lateFor(
  reach: JoinReach,
  done: readonly Due[],
  isAny: (step: string) => boolean,
): (branch: Due) => Due {
  const passed = done.flatMap(({ step }) => (isAny(step) ? [step] : []));
  return ({ late: before = [], ...branch }) => {
    const late = [...new Set([...before, ...passed])].filter((join) => reach.get(join)?.has(branch.step) === true);
    return late.length === 0 ? branch : { ...branch, late };
  };
}

/**
 * What a branch that is late for `marks` brings to `target`: it ends there, or the joins that the target is late for, with
 * all who met there before.
 */
export function arriving(
  there: Due | undefined,
  marks: readonly string[] = [],
  target: string,
): 'ends' | readonly string[] {
  if (marks.includes(target)) return 'ends';
  return there === undefined ? marks : marks.filter((join) => there.late?.includes(join));
}

/** The step that is due, with what arrived there. */
export const met = (due: Omit<Due, 'late'>, late: readonly string[]): Due =>
  late.length === 0 ? due : { ...due, late };
