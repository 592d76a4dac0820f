import type { Json, JsonPath } from '../../json';
import { ID, STEP_KINDS } from '../names';
import type { Draft, Edited } from './draft';
import { freeName, hasStep } from './draft';
import { newStep } from './newStep';

export interface StepPlace {
  readonly id?: string | undefined;
  readonly position?: readonly [number, number] | undefined;
  readonly onRoute?: string | undefined;
  readonly after?: string | undefined;
}

/** Adds a step: on a route, behind a step, or loose. The first step of a flow is its start. */
export function addStep(draft: Draft, kind: string, place: StepPlace): Edited {
  const known = STEP_KINDS.find((name) => name === kind);
  if (known === undefined) return { why: `"${kind}" is not a kind of step.` };
  const wanted = place.id ?? kind;
  if (!ID.test(wanted))
    return { why: `"${wanted}" is not a good id: start with a letter, then letters, digits, _ and -.` };
  const id = freeName(wanted, (name) => hasStep(draft, name));
  const joint = jointOf(draft, place);
  if ('why' in joint) return joint;
  const first = draft.graph().steps.length === 0;
  draft.set(['steps', id], newStep(known, draft.flow(), joint.leadsTo));
  if (joint.path !== null) draft.set(joint.path, id);
  if (first || draft.graph().start.length === 0) draft.set(['start'], id);
  if (place.position !== undefined) draft.set(['layout', id], place.position.map(Math.round));
  return { select: [id] };
}

/** What must lead to the new step, and where that led before. */
type Joint = { readonly path: JsonPath | null; readonly leadsTo: Json };

function jointOf(draft: Draft, { onRoute, after }: StepPlace): Joint | { readonly why: string } {
  if (onRoute !== undefined) {
    const route = draft.graph().routes.find((candidate) => candidate.id === onRoute);
    return route === undefined ? { why: 'This route is not there any more.' } : { path: route.path, leadsTo: route.to };
  }
  if (after === undefined) return { path: null, leadsTo: '@complete' };
  if (!hasStep(draft, after)) return { why: `There is no step "${after}" any more.` };
  const kind = draft.value(['steps', after, 'kind']);
  const path = [
    'steps',
    after,
    ...(kind === 'router' ? ['else'] : kind === 'ask' ? firstChoice(draft, after) : ['next']),
  ];
  return { path, leadsTo: draft.value(path) ?? '@complete' };
}

function firstChoice(draft: Draft, step: string): readonly string[] {
  const choice = draft.value(['steps', step, 'choices', 0]);
  return ['routes', typeof choice === 'string' ? choice : 'continue'];
}
