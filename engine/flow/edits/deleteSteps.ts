import type { Graph } from '../graph';
import { isTerminal, routesBy } from '../graph';
import { stepPlaces } from '../stepPlaces';
import type { Draft, Edited } from './draft';
import { hasStep, removeIfEmpty } from './draft';
import type { Heir } from './heirs';
import { heirsOf } from './heirs';
import { mendLoops } from './mendLoops';
import { cutRoute } from './routes';

/**
 * Deletes steps and leaves nothing that points at them.
 * - What led to a step with one strong route now leads where that one led; any other route to it goes.
 * - A loop whose head or tail is gone moves to the neighbour in its body; with no body left it goes.
 * - A group whose exit is gone hands control to where that one led, else to Main.
 * - Reads, places and the start are mended; Main, terminal, writers, and who calls the step no longer name it.
 * - Conditions that speak of a step stay, and so do steps that nobody calls any more: the checks name them.
 */
export function deleteSteps(draft: Draft, ids: readonly string[]): Edited {
  const gone = new Set(ids.filter((id) => hasStep(draft, id)));
  if (gone.size === 0)
    return { why: ids.length === 1 ? `There is no step "${ids[0]}" any more.` : 'These steps are gone already.' };
  const before = draft.graph();
  const heir = heirsOf(before, gone);
  mendRoutes(draft, before, gone, heir);
  mendLoops(draft, before, gone, heir);
  mendStart(draft, before, gone, heir);
  for (const id of gone) draft.remove(['steps', id]);
  removeNames(draft, gone);
  let placed = false;
  for (const id of gone) {
    if (draft.value(['layout', id]) === undefined) continue;
    draft.remove(['layout', id]);
    placed = true;
  }
  if (placed) removeIfEmpty(draft, ['layout']);
  return { select: [] };
}

function mendRoutes(draft: Draft, before: Graph, gone: ReadonlySet<string>, heir: Heir): void {
  const leaving = routesBy(before.routes, 'from');
  // From the back, so that indexes of lists still mean what they meant.
  for (const route of [...before.routes].reverse()) {
    if (gone.has(route.from) || !gone.has(route.to)) continue;
    const to = heir(route.to);
    const siblings = (leaving.get(route.from) ?? []).filter(({ kind }) => kind === 'strong');
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

/** Every place that is not mended with routes, loops and the start. */
function removeNames(draft: Draft, gone: ReadonlySet<string>): void {
  // From the back, so that indexes of lists still mean what they meant.
  const places = [...stepPlaces(draft.flow(), draft.graph())].reverse();
  for (const { path, name, role } of places) {
    if (!gone.has(name)) continue;
    switch (role) {
      case 'read':
        draft.remove(path);
        removeIfEmpty(draft, path.slice(0, -1));
        break;
      case 'main':
      case 'terminal':
      case 'writer':
      case 'artifact':
      case 'called':
        draft.remove(path);
        break;
      case 'start':
      case 'route':
      case 'head':
      case 'tail':
      case 'onExhausted':
      case 'onConverged':
        break;
    }
  }
}
