import type { Json, JsonPath } from '../../json';
import { isTerminal } from '../graph';
import { loopKeys } from '../graph/loopKeys';
import type { StepKind } from '../names';
import { ID, STEP_KINDS } from '../names';
import { hasStrongRoute } from '../outcomes';
import { addCompanions } from './companions';
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
  const before = sendsBackTo(draft, joint.from);
  const beside = addCompanions(draft, known, id);
  draft.set(['steps', id], newStep(known, draft.flow(), { next: joint.leadsTo, before, ...beside }));
  stretchGroup(draft, joint, known, id);
  if (joint.path !== null) draft.set(joint.path, id);
  if (first || draft.graph().start.length === 0) draft.set(['start'], id);
  if (place.position !== undefined) draft.set(['layout', id], place.position.map(Math.round));
  return { select: [id] };
}

/** What must lead to the new step, and where that led before. */
interface Joint {
  readonly path: JsonPath | null;
  readonly from: string | null;
  readonly leadsTo: Json;
}

function jointOf(draft: Draft, { onRoute, after }: StepPlace): Joint | { readonly why: string } {
  const graph = draft.graph();
  if (onRoute !== undefined) {
    const route = graph.routes.find((candidate) => candidate.id === onRoute);
    if (route === undefined) return { why: 'This route is not there any more.' };
    return { path: route.path, from: route.from, leadsTo: route.to };
  }
  if (after === undefined) return { path: null, from: null, leadsTo: '@complete' };
  if (!hasStep(draft, after)) return { why: `There is no step "${after}" any more.` };
  const caller = graph.called.get(after)?.[0];
  if (caller !== undefined) return { why: `"${after}" is called by "${caller}": no route leads on from it.` };
  const path = ['steps', after, ...mainWay(draft, after)];
  return { path, from: after, leadsTo: draft.value(path) ?? '@complete' };
}

/** The key of the way that a step usually goes on by. */
function mainWay(draft: Draft, step: string): readonly string[] {
  switch (draft.value(['steps', step, 'kind'])) {
    case 'router':
      return ['else'];
    case 'plan':
      return ['routes', 'complete'];
    case 'watch':
      return ['routes', 'activity'];
    case 'ask': {
      const choice = draft.value(['steps', step, 'choices', 0]);
      return ['routes', typeof choice === 'string' ? choice : 'continue'];
    }
    default:
      return ['next'];
  }
}

/** A gate sends back to the step before it. Loops go back by themselves, so inside of one nothing is guessed. */
function sendsBackTo(draft: Draft, from: string | null): string {
  if (from === null) return '@stop';
  return draft.graph().loops.some((loop) => loop.body.includes(from)) ? '@stop' : from;
}

/** What is put between the tail of a group and its entry is the tail from then on. */
function stretchGroup(draft: Draft, { from, leadsTo }: Joint, kind: StepKind, id: string): void {
  if (typeof leadsTo !== 'string' || isTerminal(leadsTo) || !hasStrongRoute(kind)) return;
  for (const loop of draft.graph().loops)
    if (loop.type === 'group' && loop.tail === from && loop.head === leadsTo)
      draft.set([...loop.path, loopKeys(loop.type).tail], id);
}
