import type { FlowEdit } from '../../engine/flow/edit';
import type { Scene } from './scene';
import { selectedLoops, selectedRoutes, selectedSteps } from './selection';
import { texts } from './texts';

/** What a gesture comes to: an edit with the words for it, or why it is none. */
export type Plan =
  | { readonly ok: true; readonly edit: FlowEdit; readonly said: string }
  | { readonly ok: false; readonly why: string };

/** The body is the selected span: it begins with its first step in flow order and ends with its judge. */
export function planWrap(scene: Scene, selection: readonly string[]): Plan {
  const refuse = (why: string): Plan => ({ ok: false, why: texts.wrap.refused(why) });
  const chosen = new Set(selectedSteps(selection));
  const steps = scene.order.filter((id) => chosen.has(id));
  if (steps.length === 0) return refuse(texts.wrap.none);
  const judges = steps.filter((id) => scene.graph.steps.some((step) => step.id === id && step.kind === 'judge'));
  const [tail] = judges;
  if (tail === undefined) return refuse(texts.wrap.noJudge);
  if (judges.length > 1) return refuse(texts.wrap.judges(judges.join(', ')));
  const head = steps.find((id) => id !== tail);
  if (head === undefined) return refuse(texts.wrap.same);
  return { ok: true, edit: { type: 'wrapInLoop', head, tail }, said: texts.said.wrapped(head, tail) };
}

/** Steps first (their routes go with them), else a loop's declaration, else a route: one gesture is one edit. */
export function planDelete(scene: Scene, selection: readonly string[]): Plan {
  const ids = selectedSteps(selection);
  if (ids.length > 0)
    return { ok: true, edit: { type: 'deleteSteps', ids }, said: texts.said.deletedSteps(ids.join(', ')) };
  const [loop] = selectedLoops(scene.graph, selection);
  if (loop) return { ok: true, edit: { type: 'removeLoop', id: loop.id }, said: texts.said.deletedLoop(loop.id) };
  const [route, ...others] = selectedRoutes(scene.graph, selection);
  if (!route) return { ok: false, why: texts.said.nothingSelected };
  const said = texts.said.deletedRoute(route.from, route.to);
  return {
    ok: true,
    edit: { type: 'disconnect', route: route.id },
    said: others.length > 0 ? `${said} ${texts.said.deletedOne}` : said,
  };
}

/** A new step goes onto the selected route, or behind the one selected step, or stands alone. */
export function planAdd(
  scene: Scene | null,
  kind: string,
  selection: readonly string[],
  place: { readonly after?: string; readonly position?: readonly [number, number]; readonly onRoute?: string } = {},
): Plan {
  const said = texts.said.added(texts.kind(kind));
  const edit = (where: object): Plan => ({ ok: true, edit: { type: 'addStep', kind, ...where }, said });
  if (!scene || place.position || place.onRoute || place.after) return edit(place);
  const [route] = selectedRoutes(scene.graph, selection);
  if (route && selection.length === 1) return edit({ onRoute: route.id });
  const [only, ...others] = selectedSteps(selection);
  const step = scene.graph.steps.find((item) => item.id === only);
  return edit(step && others.length === 0 ? { after: step.id } : {});
}

/** The step before or behind this one in flow order; at either end that itself, from nowhere the first or last. */
export function neighbour(order: readonly string[], here: string | undefined, by: 1 | -1): string | undefined {
  const index = here === undefined ? -1 : order.indexOf(here);
  if (index < 0) return by === 1 ? order[0] : order.at(-1);
  return order[Math.min(order.length - 1, Math.max(0, index + by))];
}
