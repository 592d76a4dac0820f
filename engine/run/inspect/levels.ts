import type { Flow } from '../../flow/schema';
import type { Within } from '../../trace/scope';
import { parentOf } from '../../trace/scope';
import { aroundOf, planFor } from '../called';
import type { Plan } from '../plan';
import { calledAt } from '../plan';
import type { RunState } from '../state';
import { viewOf } from '../state';

/** The run's own flow as it is in force, and those that it calls by the names that `call` steps give. */
export interface FlowsInForce {
  readonly flow: Flow;
  readonly called: ReadonlyMap<string, { readonly flow: Flow }>;
}

/** One part of a path: the step that called, and which item or task of it; `index` null: a called flow. */
export interface Level {
  readonly within: Within;
  readonly step: string;
  readonly visit: number;
  readonly index: number | null;
}

/** The parts of a path, the outermost first. What is no path has none. */
export function levelsOf(within: Within): readonly Level[] {
  const levels: Level[] = [];
  for (const part of within === '' ? [] : within.split('/')) {
    const [, step, visit, index] = PART.exec(part) ?? [];
    if (step === undefined) return levels;
    const above = levels.at(-1)?.within ?? '';
    levels.push({
      within: above === '' ? part : `${above}/${part}`,
      step,
      visit: Number(visit),
      index: index === undefined ? null : Number(index),
    });
  }
  return levels;
}

const PART = /^([^./#]+)\.(\d+)(?:#(\d+))?$/;

/** A flow at the place where it runs. */
export interface Placed {
  readonly plan: Plan;
  /** The name by which it is called; null: the run's own flow. */
  readonly name: string | null;
}

/**
 * The flow that runs at `within`, bounded by what is around its call, as the state has it. Null where the path does not lead
 * to a flow that is known.
 */
export function placedAt(flows: FlowsInForce, state: RunState, within: Within): Placed | null {
  let placed: Placed = { plan: planFor(flows.flow), name: null };
  // What an item does, its map does: the bounds over it are those of the map's loop.
  let [loop, inItem]: readonly [string | undefined, boolean] = [undefined, false];
  for (const level of levelsOf(within)) {
    const { plan } = placed;
    if (!inItem) loop = plan.loopOf.get(level.step);
    inItem = level.index !== null;
    if (inItem) {
      placed = { ...placed, plan: { ...plan, within: level.within } };
      continue;
    }
    const step = plan.flow.steps[level.step];
    const called = step?.kind === 'call' ? flows.called.get(step.flow) : undefined;
    if (step?.kind !== 'call' || called === undefined) return null;
    const around = aroundOf(plan, viewOf(state, parentOf(level.within)), loop === undefined ? {} : { loop });
    placed = { plan: calledAt(planFor(called.flow), level.within, around), name: step.flow };
  }
  return placed;
}
