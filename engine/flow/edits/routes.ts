import { isObject } from '../../json';
import type { Route, RouteKind } from '../graph';
import { isTerminal } from '../graph';
import { TERMINALS } from '../names';
import { hasStrongRoute, outcomePath, outcomesOf } from '../outcomes';
import type { Draft, Edited } from './draft';
import { freeName, hasStep, noStep, removeIfEmpty } from './draft';

/** Draws a route. Without a kind it is the first free one that the kind of step has, the strong one before all. */
export function connect(draft: Draft, from: string, to: string, kind?: RouteKind, name?: string): Edited {
  if (isTerminal(from)) return { why: `The run ends at ${from}: nothing leads on from there.` };
  if (!hasStep(draft, from)) return noStep(from);
  const wrong = wrongTarget(draft, to) ?? calledWhy(draft, from) ?? calledWhy(draft, to);
  if (wrong !== null) return { why: wrong };
  const chosen = kind ?? firstFree(draft, from);
  if (chosen === null)
    return { why: `"${from}" has all its routes. Drag the end of one of them to lead it elsewhere.` };
  const path = ['steps', from];
  switch (chosen) {
    case 'strong':
      return addStrong(draft, from, to);
    case 'weak': {
      const free = freeName('branch', (taken) => draft.value([...path, 'branches', taken]) !== undefined);
      draft.set([...path, 'branches', name ?? free], to);
      break;
    }
    case 'outcome': {
      const of = String(draft.value([...path, 'kind']) ?? '');
      const outcome = name ?? freeOutcome(draft, from) ?? outcomesOf(of)[0];
      if (outcome === undefined) return { why: `A step of kind ${of} has no other outcomes.` };
      if (!outcomesOf(of).includes(outcome))
        return { why: `A step of kind ${of} has no outcome "${outcome}". It has: ${outcomesOf(of).join(', ')}.` };
      draft.set(outcomePath(from, of, outcome), to);
      break;
    }
    case 'case': {
      const cases = draft.value([...path, 'cases']);
      draft.set([...path, 'cases', Array.isArray(cases) ? cases.length : 0], { when: name ?? 'false', to });
      break;
    }
    case 'else':
      draft.set([...path, 'else'], to);
      break;
    case 'choice': {
      const choices = choicesOf(draft, from);
      const unrouted = choices.find((choice) => draft.value([...path, 'routes', choice]) === undefined);
      const choice = name ?? unrouted ?? freeName('choice', (taken) => choices.includes(taken));
      if (!choices.includes(choice)) draft.set([...path, 'choices', choices.length], choice);
      draft.set([...path, 'routes', choice], to);
      break;
    }
  }
  return { select: [from] };
}

export function reconnect(draft: Draft, id: string, to: string): Edited {
  const route = draft.graph().routes.find((candidate) => candidate.id === id);
  if (route === undefined) return { why: 'This route is not there any more.' };
  const wrong = wrongTarget(draft, to) ?? calledWhy(draft, to);
  if (wrong !== null) return { why: wrong };
  draft.set(route.path, to);
  return { select: [`route:${id}`] };
}

export function disconnect(draft: Draft, id: string): Edited {
  const route = draft.graph().routes.find((candidate) => candidate.id === id);
  if (route === undefined) return { why: 'This route is not there any more.' };
  cutRoute(draft, route);
  return { select: [route.from] };
}

/** Takes a route away so that nothing half is left: a case goes whole, a list of one becomes its item. */
export function cutRoute(draft: Draft, route: Route): void {
  const { path, kind, from } = route;
  if (kind === 'case') {
    draft.remove(path.slice(0, -1));
    return;
  }
  if (kind === 'strong' && path.at(-1) !== 'next') {
    draft.remove(path);
    const left = draft.value(['steps', from, 'next']);
    if (Array.isArray(left) && left.length === 1 && left[0] !== undefined) draft.set(['steps', from, 'next'], left[0]);
    else removeIfEmpty(draft, ['steps', from, 'next']);
    return;
  }
  draft.remove(path);
  if (kind === 'outcome' || kind === 'weak') removeIfEmpty(draft, path.slice(0, -1));
}

function addStrong(draft: Draft, from: string, to: string): Edited {
  const path = ['steps', from, 'next'];
  const kind = draft.value(['steps', from, 'kind']);
  if (typeof kind === 'string' && !hasStrongRoute(kind)) return { why: `A step of kind ${kind} has no strong route.` };
  const now = draft.value(path);
  const targets = (Array.isArray(now) ? now : [now]).filter((target) => typeof target === 'string' && target !== '');
  if (targets.includes(to)) return { why: `"${from}" leads to "${to}" already.` };
  const fansOut =
    targets.length > 0 && kind !== 'judge' && ![...targets, to].some((target) => isTerminal(String(target)));
  if (!fansOut) draft.set(path, to);
  else if (Array.isArray(now)) draft.set([...path, now.length], to);
  else draft.set(path, [String(now), to]);
  return { select: [from] };
}

function firstFree(draft: Draft, from: string): RouteKind | null {
  const step = draft.value(['steps', from]);
  const has = (key: string) => isObject(step) && step[key] !== undefined && step[key] !== '';
  const kind = String(draft.value(['steps', from, 'kind']) ?? '');
  switch (kind) {
    case 'router':
      if (has('worker') || has('branches')) return 'weak';
      return draft.value(['steps', from, 'cases', 0]) !== undefined && !has('else') ? 'else' : 'case';
    case 'ask':
      return 'choice';
    case 'work':
      if (!has('next')) return 'strong';
      return freeOutcome(draft, from) === undefined ? 'weak' : 'outcome';
    default:
      if (hasStrongRoute(kind) && !has('next')) return 'strong';
      return freeOutcome(draft, from) === undefined ? null : 'outcome';
  }
}

/** The first outcome that leads nowhere yet. `incomplete` comes with an effect only. */
function freeOutcome(draft: Draft, step: string): string | undefined {
  const kind = String(draft.value(['steps', step, 'kind']) ?? '');
  return outcomesOf(kind)
    .filter((outcome) => outcome !== 'incomplete' || draft.value(['steps', step, 'effect']) !== undefined)
    .find((outcome) => draft.value(outcomePath(step, kind, outcome)) === undefined);
}

/** A called step stands outside of all routes. */
function calledWhy(draft: Draft, step: string): string | null {
  const caller = draft.graph().called.get(step)?.[0];
  return caller === undefined ? null : `"${step}" is called by "${caller}": no route leads to it or on from it.`;
}

function choicesOf(draft: Draft, step: string): readonly string[] {
  const choices = draft.value(['steps', step, 'choices']);
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : [];
}

function wrongTarget(draft: Draft, to: string): string | null {
  if (isTerminal(to)) return TERMINALS.some((end) => end === to) ? null : `"${to}" is no end of a run.`;
  return hasStep(draft, to) ? null : `There is no step "${to}" any more.`;
}
