import type { Graph, GraphLoop } from '../graph';

/** Where what led to a step leads once the step is gone; undefined where that cannot be told. */
export type Heir = (id: string) => string | undefined;

/** Where a step's one strong route led, over other steps that go. A group that goes whole leads where it handed control. */
export function heirsOf(graph: Graph, gone: ReadonlySet<string>): Heir {
  const strong = new Map<string, string[]>();
  for (const { kind, from, to } of graph.routes) {
    if (kind !== 'strong') continue;
    const targets = strong.get(from);
    if (targets === undefined) strong.set(from, [to]);
    else targets.push(to);
  }
  for (const loop of graph.loops)
    if (loop.type === 'group' && isWhole(loop, gone)) strong.set(loop.tail, [loop.onExhausted]);
  return (id) => {
    const seen = new Set<string>();
    let here: string | undefined = id;
    while (here !== undefined && gone.has(here)) {
      const targets: readonly string[] = strong.get(here) ?? [];
      if (seen.has(here) || targets.length !== 1) return undefined;
      seen.add(here);
      here = targets[0];
    }
    return here;
  };
}

/** Whether every step of a loop is among these. */
export const isWhole = (loop: GraphLoop, ids: ReadonlySet<string>): boolean =>
  loop.body.length > 0 && [loop.head, loop.tail, ...loop.body].every((id) => ids.has(id));
