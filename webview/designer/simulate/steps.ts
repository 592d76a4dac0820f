import type { Flow } from '../../../engine/flow/schema';
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

/** By step that a map or a plan calls: what stands before its name. */
function callersIn({ steps }: Flow): ReadonlyMap<string, readonly string[]> {
  const callers = new Map<string, string[]>();
  for (const [id, step] of Object.entries(steps)) {
    const names = step.kind === 'map' ? [step.step] : step.kind === 'plan' ? Object.values(step.handlers) : [];
    for (const name of new Set(names)) callers.set(name, [...(callers.get(name) ?? []), `${id}/`]);
  }
  return callers;
}
