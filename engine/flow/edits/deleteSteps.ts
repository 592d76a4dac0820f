import type { Graph, GraphLoop } from '../graph';
import { isTerminal } from '../graph';
import type { Draft, Edited } from './draft';
import { hasStep, removeIfEmpty } from './draft';
import { cutRoute } from './routes';

/**
 * Deletes steps and leaves nothing that points at them.
 * - What led to a step with one strong route now leads where that one led; any other route to it goes.
 * - A loop whose head or tail is gone moves to the neighbour in its body; with no body left it goes.
 * - Reads, places and the start are mended. Conditions that speak of a step stay: the checks name them.
 */
export function deleteSteps(draft: Draft, ids: readonly string[]): Edited {
  const gone = new Set(ids.filter((id) => hasStep(draft, id)));
  if (gone.size === 0)
    return { why: ids.length === 1 ? `There is no step "${ids[0]}" any more.` : 'These steps are gone already.' };
  const before = draft.graph();
  const heir = heirs(before, gone);
  mendRoutes(draft, before, gone, heir);
  mendLoops(draft, before, gone, heir);
  mendStart(draft, before, gone, heir);
  for (const step of before.steps) if (!gone.has(step.id)) mendReads(draft, step.id, gone);
  for (const id of gone) {
    draft.remove(['steps', id]);
    if (draft.value(['layout', id]) === undefined) continue;
    draft.remove(['layout', id]);
    removeIfEmpty(draft, ['layout']);
  }
  return { select: [] };
}

type Heir = (id: string) => string | undefined;

/** Where a deleted step's one strong route led, over other deleted ones. */
function heirs(graph: Graph, gone: ReadonlySet<string>): Heir {
  const strong = new Map<string, string[]>();
  for (const route of graph.routes)
    if (route.kind === 'strong') strong.set(route.from, [...(strong.get(route.from) ?? []), route.to]);
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

function mendRoutes(draft: Draft, before: Graph, gone: ReadonlySet<string>, heir: Heir): void {
  // From the back, so that indexes of lists still mean what they meant.
  for (const route of [...before.routes].reverse()) {
    if (gone.has(route.from) || !gone.has(route.to)) continue;
    const to = heir(route.to);
    const siblings = before.routes.filter((other) => other.from === route.from && other.kind === 'strong');
    const inList = route.kind === 'strong' && siblings.length > 1;
    const fits =
      to !== undefined && to !== route.from && !(inList && (isTerminal(to) || leadsTo(draft, route.from, to)));
    if (fits) draft.set(route.path, to);
    else cutRoute(draft, route);
  }
}

const leadsTo = (draft: Draft, from: string, to: string): boolean => {
  const next = draft.value(['steps', from, 'next']);
  return Array.isArray(next) && next.includes(to);
};

function mendLoops(draft: Draft, before: Graph, gone: ReadonlySet<string>, heir: Heir): void {
  for (const loop of before.loops) {
    if (gone.has(loop.onExhausted)) draft.remove([...loop.path, 'onExhausted']);
    if (!gone.has(loop.head) && !gone.has(loop.tail)) continue;
    const left = loop.body.filter((id) => !gone.has(id));
    const head = gone.has(loop.head) ? newHead(left, heir(loop.head)) : loop.head;
    const tail = gone.has(loop.tail) ? newTail(before, loop, left) : loop.tail;
    if (head === undefined || tail === undefined) {
      draft.remove(loop.path);
      continue;
    }
    if (head !== loop.head) draft.set([...loop.path, 'head'], head);
    if (tail !== loop.tail) draft.set([...loop.path, 'tail'], tail);
  }
}

const newHead = (left: readonly string[], heir: string | undefined): string | undefined =>
  heir !== undefined && left.includes(heir) ? heir : left[0];

function newTail(graph: Graph, loop: GraphLoop, left: readonly string[]): string | undefined {
  const judge = graph.steps.find((step) => step.kind === 'judge' && left.includes(step.id));
  const before = graph.routes.find((route) => route.to === loop.tail && left.includes(route.from));
  return judge?.id ?? before?.from ?? left.at(-1);
}

function mendStart(draft: Draft, before: Graph, gone: ReadonlySet<string>, heir: Heir): void {
  if (!before.start.some((id) => gone.has(id))) return;
  const next = before.start.map((id) => (gone.has(id) ? heir(id) : id));
  const kept = [...new Set(next.filter((id) => id !== undefined && !isTerminal(id) && hasStep(draft, id)))];
  const first = kept[0] ?? before.steps.find((step) => !gone.has(step.id))?.id;
  if (first === undefined) draft.remove(['start']);
  else if (kept.length > 1)
    draft.set(
      ['start'],
      kept.flatMap((id) => (id === undefined ? [] : [id])),
    );
  else draft.set(['start'], first);
}

function mendReads(draft: Draft, step: string, gone: ReadonlySet<string>): void {
  const path = ['steps', step];
  const reads = draft.value([...path, 'reads']);
  if (Array.isArray(reads)) {
    const dead = reads.flatMap((name, index) => (typeof name === 'string' && gone.has(name) ? [index] : []));
    for (const index of dead.reverse()) draft.remove([...path, 'reads', index]);
    if (dead.length > 0) removeIfEmpty(draft, [...path, 'reads']);
  }
  const artifact = draft.value([...path, 'artifact']);
  if (typeof artifact === 'string' && gone.has(artifact)) draft.remove([...path, 'artifact']);
}
