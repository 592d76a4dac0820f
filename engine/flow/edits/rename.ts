import { ID } from '../names';
import type { Draft, Edited } from './draft';
import { hasStep, noStep, reservedLoop } from './draft';
import { renameAll } from './renameAll';

/** Another id for a step, wherever it stands: routes, reads, callers, loops, channels, start, place, expressions. */
export function renameStep(draft: Draft, from: string, to: string): Edited {
  if (!hasStep(draft, from)) return noStep(from);
  const why = badName(to, from, hasStep(draft, to) ? 'step' : null);
  if (why !== null) return { why };
  if (to === from) return { select: [to] };
  renameAll(draft, { steps: new Map([[from, to]]) });
  draft.renameKey(['steps', from], to);
  draft.renameKey(['layout', from], to);
  return { select: [to] };
}

export function renameLoop(draft: Draft, from: string, to: string): Edited {
  if (draft.value(['loops', from]) === undefined) return { why: `There is no loop "${from}" any more.` };
  const why = badName(to, from, draft.value(['loops', to]) !== undefined ? 'loop' : null) ?? reservedLoop(to);
  if (why !== null) return { why };
  if (to === from) return { select: [`loop:${to}`] };
  renameAll(draft, { loops: new Map([[from, to]]) });
  draft.renameKey(['loops', from], to);
  return { select: [`loop:${to}`] };
}

/** Why a thing cannot be called so; null where it can. `taken`: what is called so already. */
export function badName(name: string, old: string, taken: string | null): string | null {
  if (!ID.test(name)) return `"${name}" is not a good id: start with a letter, then up to 63 letters, digits, _ and -.`;
  return taken !== null && name !== old
    ? `There is ${/^[aeiou]/.test(taken) ? 'an' : 'a'} ${taken} "${name}" already.`
    : null;
}
