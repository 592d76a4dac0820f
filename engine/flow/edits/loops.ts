import type { Json, JsonObject } from '../../json';
import { isObject } from '../../json';
import { graphOf, isTerminal } from '../graph';
import type { LoopType } from '../names';
import { ID } from '../names';
import { hasStrongRoute } from '../outcomes';
import { overlapRules } from '../rules/overlap';
import { viewOf } from '../rules/rule';
import type { Draft, Edited } from './draft';
import { freeName, hasStep, noStep, reservedLoop } from './draft';

/** Declares a loop over the span from head to tail, with a cap, for no loop is without one. */
export function wrapInLoop(
  draft: Draft,
  head: string,
  tail: string,
  wanted = 'loop',
  type: LoopType = 'until',
): Edited {
  for (const id of [head, tail]) if (!hasStep(draft, id)) return noStep(id);
  if (!ID.test(wanted)) return { why: `"${wanted}" is not a good id for a loop.` };
  const reserved = reservedLoop(wanted);
  if (reserved !== null) return { why: reserved };
  const same = draft.graph().loops.find((loop) => loop.head === head || loop.tail === tail);
  if (same !== undefined) return { why: `The loop "${same.id}" begins or ends there already.` };
  const declared = declaration(draft, type, head, tail);
  if ('why' in declared) return declared;
  const id = freeName(wanted, (name) => draft.value(['loops', name]) !== undefined);
  draft.set(['loops', id], declared.loop);
  const next = draft.value(['steps', tail, 'next']);
  if (type === 'group') {
    if (next !== head) draft.set(['steps', tail, 'next'], head);
    // Before there was a loop, the way back may have been drawn as a route; the loop now has it of its own.
  } else if (next === head) draft.set(['steps', tail, 'next'], wayOn(draft, tail));
  const why = whyOverlaps(draft, id);
  return why === null ? { select: [`loop:${id}`] } : { why };
}

/** Takes the declaration away; the steps stay. Where a group's tail went back by a route, that leads on from then on. */
export function removeLoop(draft: Draft, id: string): Edited {
  const loop = draft.graph().loops.find((candidate) => candidate.id === id);
  if (loop === undefined) return { why: `There is no loop "${id}" any more.` };
  draft.remove(loop.path);
  if (loop.type === 'group' && draft.value(['steps', loop.tail, 'next']) === loop.head)
    draft.set(['steps', loop.tail, 'next'], loop.onExhausted);
  return { select: loop.body };
}

/** Where a run is complete: where the flow names a terminal step, only over that. */
function wayOn(draft: Draft, tail: string): string {
  const { terminal } = draft.graph();
  return terminal === null || terminal === tail || !hasStep(draft, terminal) ? '@complete' : terminal;
}

/** What loops may not share steps with others is the checks' to know; no edit makes it true. */
function whyOverlaps(draft: Draft, id: string): string | null {
  const view = viewOf(draft.flow(), draft.graph());
  return overlapRules(view).find(({ path }) => path[1] === id)?.message ?? null;
}

type Declared = { readonly loop: JsonObject } | { readonly why: string };

function declaration(draft: Draft, type: LoopType, head: string, tail: string): Declared {
  switch (type) {
    case 'until':
      return { loop: { type, head, tail, maxPasses: 5, onExhausted: '@stop' } };
    case 'improve':
      return { loop: { type, head, tail, patience: 4, maxIterations: 20, onExhausted: '@stop' } };
    case 'group':
      return groupDeclaration(draft, head, tail);
  }
}

/** A group has to hand control to a step outside of it: Main, else where the tail led. */
function groupDeclaration(draft: Draft, head: string, tail: string): Declared {
  const kind = draft.value(['steps', tail, 'kind']);
  if (typeof kind === 'string' && !hasStrongRoute(kind))
    return { why: `"${tail}" cannot end a group: a step of kind ${kind} has no strong route back to "${head}".` };
  if (head === tail) return { why: 'A group has an entry and a tail. Wrap one step in an improve loop.' };
  const body = bodyOfSpan(draft, head, tail);
  const outside = (id: Json | undefined): id is string =>
    typeof id === 'string' && !isTerminal(id) && hasStep(draft, id) && !body.includes(id);
  const exit = [draft.graph().main ?? undefined, draft.value(['steps', tail, 'next'])].find(outside);
  if (exit === undefined)
    return {
      why: `A group hands control to a step outside of it. Lead "${tail}" to such a step first, or name a main.`,
    };
  return { loop: { type: 'group', from: tail, to: head, maxIterations: 3, exitTo: exit } };
}

/** What the span would hold, were it declared. */
function bodyOfSpan(draft: Draft, head: string, tail: string): readonly string[] {
  const flow = draft.flow();
  const loops = { span: { type: 'group', from: tail, to: head } };
  return graphOf(isObject(flow) ? { ...flow, loops } : {}).loops[0]?.body ?? [];
}
