import type { Json, JsonPath } from '../../json';
import { isObject } from '../../json';
import { renameInExpression } from '../expression';
import { ID } from '../names';
import type { Draft, Edited } from './draft';
import { hasStep, noStep } from './draft';

/** Another id for a step, wherever it stands: routes, reads, loops, start, place, conditions. */
export function renameStep(draft: Draft, from: string, to: string): Edited {
  if (!hasStep(draft, from)) return noStep(from);
  const why = badName(to, from, hasStep(draft, to) ? 'step' : null);
  if (why !== null) return { why };
  const graph = draft.graph();
  for (const route of graph.routes) if (route.to === from) draft.set(route.path, to);
  for (const loop of graph.loops) {
    for (const key of ['head', 'tail', 'onExhausted'] as const)
      if (draft.value([...loop.path, key]) === from) draft.set([...loop.path, key], to);
  }
  const start = draft.value(['start']);
  if (start === from) draft.set(['start'], to);
  replaceIn(draft, ['start'], from, to);
  for (const { id } of graph.steps) {
    replaceIn(draft, ['steps', id, 'reads'], from, to);
    if (draft.value(['steps', id, 'artifact']) === from) draft.set(['steps', id, 'artifact'], to);
  }
  renameInConditions(draft, 'steps', from, to);
  draft.renameKey(['steps', from], to);
  draft.renameKey(['layout', from], to);
  return { select: [to] };
}

export function renameLoop(draft: Draft, from: string, to: string): Edited {
  if (draft.value(['loops', from]) === undefined) return { why: `There is no loop "${from}" any more.` };
  const why = badName(to, from, draft.value(['loops', to]) !== undefined ? 'loop' : null);
  if (why !== null) return { why };
  renameInConditions(draft, 'loops', from, to);
  draft.renameKey(['loops', from], to);
  return { select: [`loop:${to}`] };
}

function badName(name: string, old: string, taken: 'step' | 'loop' | null): string | null {
  if (!ID.test(name)) return `"${name}" is not a good id: start with a letter, then up to 63 letters, digits, _ and -.`;
  return taken !== null && name !== old ? `There is a ${taken} "${name}" already.` : null;
}

function replaceIn(draft: Draft, path: JsonPath, from: string, to: string): void {
  const list = draft.value(path);
  if (!Array.isArray(list)) return;
  list.forEach((item: Json, index) => {
    if (item === from) draft.set([...path, index], to);
  });
}

function renameInConditions(draft: Draft, root: 'steps' | 'loops', from: string, to: string): void {
  for (const { path } of draft.graph().steps) {
    const cases = draft.value([...path, 'cases']);
    if (!Array.isArray(cases)) continue;
    cases.forEach((item: Json, index) => {
      if (!isObject(item) || typeof item.when !== 'string') return;
      const when = renameInExpression(item.when, root, from, to);
      if (when !== item.when) draft.set([...path, 'cases', index, 'when'], when);
    });
  }
}
