import type { FlowView } from './rule';

/** Several steps that become due together. */
export interface FanOut {
  /** The step that leads to all of them; null: the start of the flow. */
  readonly from: string | null;
  readonly branches: readonly string[];
}

export function fanOutsOf({ graph, leaving, steps }: FlowView): readonly FanOut[] {
  const known = (ids: readonly string[]) => [...new Set(ids)].filter((id) => steps.has(id));
  const lists = graph.steps.map(({ id }): FanOut => {
    const strong = (leaving.get(id) ?? []).filter(({ kind }) => kind === 'strong');
    return { from: id, branches: known(strong.map(({ to }) => to)) };
  });
  return [{ from: null, branches: known(graph.start) }, ...lists].filter(({ branches }) => branches.length > 1);
}
