import type { FlowEdit } from '../../engine/flow/edit';
import { actsTexts } from './acts/actsTexts';
import type { Scene } from './scene';
import { selectedLoops, selectedRoutes, selectedSteps } from './selection';
import { texts } from './texts';

/** What a gesture comes to: an edit with the words for it, or why it is none. */
export type Plan =
  | { readonly ok: true; readonly edit: FlowEdit; readonly said: string }
  | { readonly ok: false; readonly why: string };

/** Everything that is selected, as one edit. Routes of deleted steps go with them; a loop's steps stay unless selected. */
export function planDelete(scene: Scene, selection: readonly string[]): Plan {
  const ids = selectedSteps(selection);
  const gone = new Set(ids);
  const loops = selectedLoops(scene.graph, selection).filter((loop) => !loop.body.every((id) => gone.has(id)));
  const chosen = selectedRoutes(scene.graph, selection).filter((route) => !gone.has(route.from) && !gone.has(route.to));
  // From the back, so that indexes of lists still mean what they meant.
  const routes = [...chosen].reverse();
  const edits: readonly FlowEdit[] = [
    ...routes.map((route) => ({ type: 'disconnect', route: route.id }) as const),
    ...loops.map((loop) => ({ type: 'removeLoop', id: loop.id }) as const),
    ...(ids.length > 0 ? [{ type: 'deleteSteps', ids } as const] : []),
  ];
  const [edit, ...others] = edits;
  if (!edit) return { ok: false, why: texts.said.nothingSelected };
  if (others.length > 0) {
    const { said } = actsTexts;
    const parts = [
      ids.length > 0 ? said.steps(ids.length) : '',
      loops.length > 0 ? said.loops(loops.length) : '',
      routes.length > 0 ? said.routes(routes.length) : '',
    ].filter((part) => part !== '');
    return { ok: true, edit: { type: 'batch', edits }, said: said.deleted(parts.reduce(said.and)) };
  }
  const [route] = routes;
  const [loop] = loops;
  if (route) return { ok: true, edit, said: texts.said.deletedRoute(route.from, route.to) };
  return { ok: true, edit, said: loop ? texts.said.deletedLoop(loop.id) : texts.said.deletedSteps(ids.join(', ')) };
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
