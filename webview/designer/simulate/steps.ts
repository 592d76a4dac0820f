import type { Flow } from '../../../engine/flow/schema';
import type { Json } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import type { Aspect } from './aspects';
import { aspectsOf } from './aspects';

/** A step whose outcome can be chosen. */
export interface ScriptedStep {
  /** As the script names it: in a called flow behind what calls it. */
  readonly name: string;
  readonly kind: string;
  readonly title: string | undefined;
  readonly aspects: readonly [Aspect, ...Aspect[]];
}

/**
 * Every step that a run can come to and that has an outcome of its own, in the order that is given, called flows behind
 * the step that calls them.
 */
export function scriptedSteps(
  flow: Flow,
  order: readonly string[],
  called: Readonly<Record<string, Flow>>,
): readonly ScriptedStep[] {
  const follow = (
    here: Flow,
    ids: readonly string[],
    prefix: string,
    way: readonly Flow[],
  ): readonly ScriptedStep[] => {
    const callers = callersIn(here);
    return ids.flatMap((id) => {
      const step = here.steps[id];
      if (step === undefined) return [];
      const child = step.kind === 'call' && Object.hasOwn(called, step.flow) ? called[step.flow] : undefined;
      const [first, ...others] = aspectsOf(here, id);
      const own: readonly ScriptedStep[] =
        first === undefined
          ? []
          : [{ name: `${prefix}${id}`, kind: step.kind, title: step.title, aspects: [first, ...others] }];
      if (child === undefined || way.includes(child)) return own;
      const inner = (callers.get(id) ?? ['']).flatMap((caller) =>
        follow(child, Object.keys(child.steps), `${prefix}${caller}${id}/`, [...way, child]),
      );
      return [...own, ...inner];
    });
  };
  return follow(flow, order, '', [flow]);
}

/** Rows of a table with this many selects in each are drawn at once without anybody waiting. */
const MOST_ROWS = 120;

/** All of them, or of very many those that matter now: of which the script speaks, which are selected, then the first. */
export function drawnSteps(
  steps: readonly ScriptedStep[],
  script: Json,
  selection: readonly string[],
): readonly ScriptedStep[] {
  if (steps.length <= MOST_ROWS) return steps;
  const said = at(script, ['steps']);
  const chosen = new Set([...(isObject(said) ? Object.keys(said) : []), ...selection]);
  const first = steps.filter(({ name }) => chosen.has(name)).slice(0, MOST_ROWS);
  const others = steps.filter(({ name }) => !chosen.has(name)).slice(0, MOST_ROWS - first.length);
  const drawn = new Set([...first, ...others]);
  return steps.filter((step) => drawn.has(step));
}

/** By step that a map or a plan calls: what stands before its name. */
function callersIn({ steps }: Flow): ReadonlyMap<string, readonly string[]> {
  const callers = new Map<string, string[]>();
  for (const [id, step] of Object.entries(steps)) {
    const names = step.kind === 'map' ? [step.step] : step.kind === 'plan' ? Object.values(step.handlers) : [];
    for (const name of new Set(names)) callers.set(name, [...(callers.get(name) ?? []), `${id}/`]);
  }
  return callers;
}
