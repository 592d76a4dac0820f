import { ID } from '../names';
import type { Draft, Edited } from './draft';
import { freeName, hasStep, noStep } from './draft';

/** Declares an until loop over the span from head to tail, with a cap, for no loop is without one. */
export function wrapInLoop(draft: Draft, head: string, tail: string, wanted = 'loop'): Edited {
  for (const id of [head, tail]) if (!hasStep(draft, id)) return noStep(id);
  if (!ID.test(wanted)) return { why: `"${wanted}" is not a good id for a loop.` };
  const same = draft.graph().loops.find((loop) => loop.head === head || loop.tail === tail);
  if (same !== undefined) return { why: `The loop "${same.id}" begins or ends there already.` };
  const id = freeName(wanted, (name) => draft.value(['loops', name]) !== undefined);
  draft.set(['loops', id], { type: 'until', head, tail, maxPasses: 5, onExhausted: '@stop' });
  // Before there was a loop, the way back may have been drawn as a route; the loop now has it of its own.
  if (draft.value(['steps', tail, 'next']) === head) draft.set(['steps', tail, 'next'], '@complete');
  return { select: [`loop:${id}`] };
}

export function removeLoop(draft: Draft, id: string): Edited {
  const body = draft.graph().loops.find((loop) => loop.id === id)?.body;
  if (body === undefined) return { why: `There is no loop "${id}" any more.` };
  draft.remove(['loops', id]);
  return { select: body };
}
