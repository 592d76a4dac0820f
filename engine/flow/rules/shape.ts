import type { Fix, Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import type { StepKind } from '../names';
import { FORMAT, ID, STEP_KINDS } from '../names';
import { nearest, suggestion } from '../nearest';
import { changeTo, remove, setTo } from './fixes';
import { isEntry, MOST_RENAMED, nameFlow, renameFix } from './idFixes';
import type { FlowView } from './rule';
import { error, info, objectAt } from './rule';

/** Format, ids and kinds. */
export function shapeRules(view: FlowView): readonly Issue[] {
  return [...formatRule(view), ...idRules(view), ...reservedRules(view), ...kindRules(view), ...layoutRule(view)];
}

function formatRule({ flow }: FlowView): readonly Issue[] {
  const version = at(flow, ['converge']);
  if (version === FORMAT) return [];
  const fix = { title: `Set the format to ${FORMAT}`, changes: [{ path: ['converge'], value: FORMAT }] };
  const message = `A flow says which format it is written in: "converge": ${FORMAT}.`;
  return [error('format', ['converge'], message, typeof version === 'number' && version > FORMAT ? undefined : fix)];
}

const WANTED = 'An id starts with a letter and has at most 64 letters, digits, _ and -.';

function idRules({ flow }: FlowView): readonly Issue[] {
  const id = at(flow, ['id']);
  const message = `The flow needs an "id", unique in the workspace. ${WANTED}`;
  const title = at(flow, ['title']);
  const own =
    typeof id === 'string'
      ? idRule(['id'], id)
      : [error('bad-id', ['id'], message, nameFlow(typeof title === 'string' ? title : ''))];
  const maps: readonly JsonPath[] = [
    ...['steps', 'loops', 'workers', 'inputs', 'channels'].map((key) => [key]),
    ...Object.keys(objectAt(flow, ['channels'])).map((channel) => ['channels', channel, 'fields']),
  ];
  const bad = maps.flatMap((map) => Object.keys(objectAt(flow, map)).flatMap((key) => idRule([...map, key], key)));
  return [...own, ...bad.map((issue, index) => (index < MOST_RENAMED ? renamed(flow, issue) : issue))];
}

function renamed(flow: Json, issue: Issue): Issue {
  const [map, name] = issue.path;
  const fix = isEntry(issue.path) ? renameFix(flow, String(map), String(name)) : undefined;
  return fix === undefined ? issue : { ...issue, fix };
}

function idRule(path: JsonPath, id: string): readonly Issue[] {
  if (ID.test(id)) return [];
  if (!id.startsWith('__') || path[0] !== 'channels')
    return [error('bad-id', path, `"${id}" is not a good id. ${WANTED}`, path.length === 1 ? nameFlow(id) : undefined)];
  const message = `"${id}" cannot be the name of a channel or field: names that start with "__" are kept for the engine.`;
  return [error('reserved-name', path, message)];
}

function reservedRules({ flow }: FlowView): readonly Issue[] {
  if (!Object.hasOwn(objectAt(flow, ['loops']), 'budget')) return [];
  const message = 'A loop cannot be called "budget": that name is kept for the budget of the run. Rename the loop.';
  return [error('reserved-name', ['loops', 'budget'], message, renameFix(flow, 'loops', 'budget'))];
}

function kindRules({ graph, flow }: FlowView): readonly Issue[] {
  if (graph.steps.length === 0) {
    return [
      error(
        'no-steps',
        ['steps'],
        'The flow has no steps. Add the first one: a step of kind "work", for instance.',
        firstStep(flow),
      ),
    ];
  }
  return graph.steps.flatMap((step) => {
    if (STEP_KINDS.some((kind) => kind === step.kind)) return [];
    const path = [...step.path, 'kind'];
    const kinds = STEP_KINDS.join(', ');
    if (at(flow, path) === undefined)
      return [
        error(
          'unknown-kind',
          path,
          `The step "${step.id}" has no kind. Give one of ${kinds}.`,
          kindFix(flow, step.path),
        ),
      ];
    const meant = nearest(step.kind, STEP_KINDS);
    const message = `"${step.kind}" is not a kind of step. There are ${kinds}.${suggestion(step.kind, STEP_KINDS)}`;
    return [error('unknown-kind', path, message, changeTo(path, meant) ?? kindFix(flow, step.path))];
  });
}

function layoutRule({ flow, steps }: FlowView): readonly Issue[] {
  return Object.keys(objectAt(flow, ['layout']))
    .filter((key) => !steps.has(key) && !key.startsWith('@'))
    .map((key) => {
      const path = ['layout', key];
      return info('layout-unknown', path, `There is no step "${key}": this place has no effect.`, remove(path, 'it'));
    });
}

function firstStep(flow: Json): Fix {
  const [worker] = Object.keys(objectAt(flow, ['workers']));
  const step = {
    kind: 'work',
    worker: worker ?? 'implementer',
    prompt: 'Describe what this step should do.',
    next: '@complete',
  };
  const declared = worker === undefined ? [{ path: ['workers', 'implementer'], value: { use: 'claude-code' } }] : [];
  const changes = [...declared, { path: ['steps', 'work'], value: step }, { path: ['start'], value: 'work' }];
  return { title: 'Add a work step', changes };
}

/** The kind whose own keys a step has. */
function kindFix(flow: Json, path: JsonPath): Fix | undefined {
  const step = objectAt(flow, path);
  const kind = OWN_KEYS.find(([key]) => Object.hasOwn(step, key))?.[1];
  if (kind === undefined) return undefined;
  return setTo(`Make it a ${kind} step`, [...path, 'kind'], kind);
}

const OWN_KEYS: readonly (readonly [string, StepKind])[] = [
  ['commands', 'verify'],
  ['evaluator', 'gate'],
  ['cases', 'router'],
  ['question', 'ask'],
  ['over', 'map'],
  ['wait', 'join'],
  ['handlers', 'plan'],
  ['poll', 'watch'],
  ['flow', 'call'],
  ['prompt', 'work'],
];
