import type { Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import type { GraphStep } from '../graph';
import { ID } from '../names';
import { changeTo } from './fixes';
import type { FlowView } from './rule';
import { error, info, listAt, meaning, objectAt, warning } from './rule';
import { workerFix } from './workerFix';

/** What steps of several kinds have in common: their workers, what they read, and that what works does not decide. */
export function stepRules(view: FlowView): readonly Issue[] {
  const workers = new Set(Object.keys(objectAt(view.flow, ['workers'])));
  return view.graph.steps.flatMap((step) => [
    ...workerRules(view, step, workers),
    ...readsRule(view, step),
    ...(step.kind === 'work' ? workRules(view, step) : []),
  ]);
}

function workRules(view: FlowView, step: GraphStep): readonly Issue[] {
  const { branches } = view.written(step.id);
  const decides = isObject(branches) && Object.keys(branches).length > 0;
  const message = `"${step.id}" does work and decides where to go on. A router behind it keeps the two apart.`;
  return [
    ...(decides ? [warning('works-and-decides', [...step.path, 'branches'], message)] : []),
    ...(view.leaving.get(step.id) ?? []).flatMap((route) => {
      if (route.to !== '@escalate') return [];
      const what = `"${step.id}" works and escalates by itself. A gate or a person behind it is where a run is escalated.`;
      return [warning('escalate-from-work', route.path, what)];
    }),
  ];
}

function workerRules(view: FlowView, step: GraphStep, known: ReadonlySet<string>): readonly Issue[] {
  const path = [...step.path, 'worker'];
  const { worker } = view.written(step.id);
  if (worker === undefined || worker === '') {
    if (step.kind === 'gate') return evaluatorWorkers(view, step, known);
    if (step.kind !== 'work' && step.kind !== 'judge') return [];
    const fix = workerFix(view.flow, step.path);
    const message = `The step "${step.id}" has no worker. Name one of "workers" or of the settings.`;
    return [error('missing-worker', path, message, fix)];
  }
  return workerRule(view, worker, path, known);
}

function evaluatorWorkers(view: FlowView, step: GraphStep, known: ReadonlySet<string>): readonly Issue[] {
  const evaluator = [...step.path, 'evaluator'];
  const several = listAt(view.flow, [...evaluator, 'all']).map((_, index) => [...evaluator, 'all', index]);
  return [evaluator, ...several].flatMap((path) =>
    workerRule(view, at(view.flow, [...path, 'worker']), [...path, 'worker'], known),
  );
}

function workerRule(
  { near }: FlowView,
  worker: Json | undefined,
  path: JsonPath,
  known: ReadonlySet<string>,
): readonly Issue[] {
  if (typeof worker !== 'string' || worker === '' || known.has(worker)) return [];
  const meant = near(worker, known);
  const message = `The worker "${worker}" is not in this flow: the settings must know it.${meaning(meant)}`;
  return [info('worker-not-in-flow', path, message, changeTo(path, meant))];
}

function readsRule(view: FlowView, step: GraphStep): readonly Issue[] {
  const { reads } = view.written(step.id);
  if (!Array.isArray(reads)) return [];
  const path = [...step.path, 'reads'];
  if (reads.every((name: Json) => typeof name === 'string' && view.steps.has(name))) return [];
  return reads.flatMap((name: Json, index) =>
    typeof name === 'string' && !view.steps.has(name) ? readRule(view, step, name, [...path, index]) : [],
  );
}

function readRule(
  { flow, graph, steps, near }: FlowView,
  step: GraphStep,
  name: string,
  path: JsonPath,
): readonly Issue[] {
  if (name.startsWith('channel:') || name.startsWith('inputs.')) {
    const map = name.startsWith('channel:') ? 'channels' : 'inputs';
    const prefix = map === 'channels' ? 'channel:' : 'inputs.';
    const wanted = name.slice(prefix.length);
    const declared = objectAt(flow, [map]);
    if (Object.hasOwn(declared, wanted)) return [];
    const known = Object.keys(declared);
    const what = map === 'channels' ? 'channel' : 'input';
    const meant = near(wanted, known);
    const fix = meant && { title: `Change to "${prefix}${meant}"`, changes: [{ path, value: `${prefix}${meant}` }] };
    const message = `There is no ${what} "${wanted}", which "${step.id}" reads.${meaning(meant) || listed(map, known)}`;
    return [error(map === 'channels' ? 'unknown-channel' : 'unknown-name', path, message, fix || undefined)];
  }
  if (name === 'item' || name === 'task') {
    const caller = name === 'item' ? 'map' : 'plan';
    const callers = graph.called.get(step.id) ?? [];
    if (callers.length > 0 && callers.every((id) => steps.get(id)?.kind === caller)) return [];
    const message = `"${step.id}" reads "${name}", which only a step has that a ${caller} calls.`;
    return [error('name-not-here', path, message)];
  }
  if (!ID.test(name)) return [];
  const meant = near(name, steps.keys());
  const message = `There is no step "${name}": it is read as a file of that name.`;
  if (meant === undefined) return [info('unknown-read', path, message)];
  const fix = { title: `Change to "${meant}"`, changes: [{ path, value: meant }] };
  return [warning('unknown-read', path, `${message} Did you mean "${meant}"?`, fix)];
}

const listed = (map: string, known: readonly string[]): string =>
  known.length === 0 ? ` The flow declares no ${map}.` : ` There are ${known.join(', ')}.`;
