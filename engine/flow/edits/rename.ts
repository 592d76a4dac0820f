import { renameInExpression } from '../expression';
import { expressionPlaces } from '../expressionPlaces';
import { ID } from '../names';
import { stepPlaces } from '../stepPlaces';
import type { Draft, Edited } from './draft';
import { hasStep, noStep, reservedLoop } from './draft';

/** Another id for a step, wherever it stands: routes, reads, callers, loops, channels, start, place, expressions. */
export function renameStep(draft: Draft, from: string, to: string): Edited {
  if (!hasStep(draft, from)) return noStep(from);
  const why = badName(to, from, hasStep(draft, to) ? 'step' : null);
  if (why !== null) return { why };
  for (const { path, name } of stepPlaces(draft.flow(), draft.graph())) if (name === from) draft.set(path, to);
  renameInExpressions(draft, ['steps', 'gates'], from, to);
  draft.renameKey(['steps', from], to);
  draft.renameKey(['layout', from], to);
  return { select: [to] };
}

export function renameLoop(draft: Draft, from: string, to: string): Edited {
  if (draft.value(['loops', from]) === undefined) return { why: `There is no loop "${from}" any more.` };
  const why = badName(to, from, draft.value(['loops', to]) !== undefined ? 'loop' : null) ?? reservedLoop(to);
  if (why !== null) return { why };
  renameInExpressions(draft, ['loops'], from, to);
  draft.renameKey(['loops', from], to);
  return { select: [`loop:${to}`] };
}

function badName(name: string, old: string, taken: 'step' | 'loop' | null): string | null {
  if (!ID.test(name)) return `"${name}" is not a good id: start with a letter, then up to 63 letters, digits, _ and -.`;
  return taken !== null && name !== old ? `There is a ${taken} "${name}" already.` : null;
}

type Root = Parameters<typeof renameInExpression>[1];

function renameInExpressions(draft: Draft, roots: readonly Root[], from: string, to: string): void {
  for (const { path, text } of expressionPlaces(draft.flow(), draft.graph())) {
    const renamed = roots.reduce((now, root) => renameInExpression(now, root, from, to), text);
    if (renamed !== text) draft.set(path, renamed);
  }
}
