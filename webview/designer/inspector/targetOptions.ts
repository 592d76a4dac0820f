import { TERMINALS } from '../../../engine/flow/names';
import type { SelectOption } from '../../controls/Select';
import type { Scene } from '../scene';
import { texts } from '../texts';

/** Every step in the flow's order, then the ends of the flow. */
export function targetOptions(scene: Scene, only?: 'steps'): readonly SelectOption[] {
  const known = made.get(scene.graph) ?? optionsOf(scene);
  made.set(scene.graph, known);
  return only === 'steps' ? known.steps : known.all;
}

/** Kept for as long as the graph is: every list of a panel, and there are many, offers the same. */
const made = new WeakMap<object, Options>();

interface Options {
  readonly steps: readonly SelectOption[];
  readonly all: readonly SelectOption[];
}

function optionsOf({ graph, order }: Scene): Options {
  const titles = new Map(graph.steps.map(({ id, title }) => [id, title]));
  const steps = order.map((id) => {
    const title = titles.get(id) ?? id;
    return { value: id, text: title === id ? id : `${title} (${id})` };
  });
  const ends = TERMINALS.map((target) => ({ value: target, text: `${texts.terminals[target]} (${target})` }));
  return { steps, all: [...steps, ...ends] };
}
