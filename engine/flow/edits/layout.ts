import type { Draft, Edited } from './draft';
import { hasStep } from './draft';

/** Pins steps where a person put them, in whole points. */
export function move(draft: Draft, positions: Readonly<Record<string, readonly [number, number]>>): Edited {
  const known = Object.entries(positions).filter(([id]) => hasStep(draft, id) || id.startsWith('@'));
  if (known.length === 0) return { why: 'What was moved is not there any more.' };
  for (const [id, position] of known) draft.set(['layout', id], position.map(Math.round));
  return {};
}

/** Forgets what was pinned: every step is placed by the layout again. */
export function tidy(draft: Draft): Edited {
  if (draft.value(['layout']) !== undefined) draft.remove(['layout']);
  return {};
}
