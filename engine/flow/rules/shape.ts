import type { Issue } from '../../issue';
import type { JsonPath } from '../../json';
import { at } from '../../json';
import { FORMAT, ID, STEP_KINDS } from '../names';
import { nearest, suggestion } from '../nearest';
import type { FlowView } from './rule';
import { error, info, objectAt } from './rule';

/** Format, ids and kinds. */
export function shapeRules(view: FlowView): readonly Issue[] {
  return [...formatRule(view), ...idRules(view), ...kindRules(view), ...layoutRule(view)];
}

function formatRule({ flow }: FlowView): readonly Issue[] {
  const version = at(flow, ['converge']);
  if (version === FORMAT) return [];
  const fix = { title: `Set the format to ${FORMAT}`, changes: [{ path: ['converge'], value: FORMAT }] };
  const message = `A flow says which format it is written in: "converge": ${FORMAT}.`;
  return [error('format', ['converge'], message, typeof version === 'number' && version > FORMAT ? undefined : fix)];
}

function idRules({ flow }: FlowView): readonly Issue[] {
  const wanted = 'An id starts with a letter and has at most 64 letters, digits, _ and -.';
  const bad = (path: JsonPath, id: string) =>
    ID.test(id) ? [] : [error('bad-id', path, `"${id}" is not a good id. ${wanted}`)];
  const id = at(flow, ['id']);
  const own =
    typeof id === 'string'
      ? bad(['id'], id)
      : [error('bad-id', ['id'], `The flow needs an "id", unique in the workspace. ${wanted}`)];
  const keys = ['steps', 'loops', 'workers'].flatMap((map) =>
    Object.keys(objectAt(flow, [map])).flatMap((key) => bad([map, key], key)),
  );
  return [...own, ...keys];
}

function kindRules({ graph, flow }: FlowView): readonly Issue[] {
  if (graph.steps.length === 0) {
    return [
      error('no-steps', ['steps'], 'The flow has no steps. Add the first one: a step of kind "work", for instance.'),
    ];
  }
  return graph.steps.flatMap((step) => {
    if (STEP_KINDS.some((kind) => kind === step.kind)) return [];
    const path = [...step.path, 'kind'];
    const kinds = STEP_KINDS.join(', ');
    if (at(flow, path) === undefined)
      return [error('unknown-kind', path, `The step "${step.id}" has no kind. Give one of ${kinds}.`)];
    const meant = nearest(step.kind, STEP_KINDS);
    const message = `"${step.kind}" is not a kind of step. There are ${kinds}.${suggestion(step.kind, STEP_KINDS)}`;
    const fix = { title: `Change to "${meant}"`, changes: [{ path, value: meant ?? '' }] };
    return [error('unknown-kind', path, message, meant === undefined ? undefined : fix)];
  });
}

function layoutRule({ flow, steps }: FlowView): readonly Issue[] {
  return Object.keys(objectAt(flow, ['layout']))
    .filter((key) => !steps.has(key) && !key.startsWith('@'))
    .map((key) => info('layout-unknown', ['layout', key], `There is no step "${key}": this place has no effect.`));
}
