import type { Json, JsonPath } from '../../json';
import { at } from '../../json';

/** What a text value of a flow stands for, beside the fixed words that the schema has. */
export type Role =
  | 'target'
  | 'step'
  | 'outside-step'
  | 'judge'
  | 'router'
  | 'read'
  | 'worker'
  | 'channel'
  | 'field'
  | 'choice'
  | 'flow'
  | undefined;

/** The role of the value at a path, whether something stands there already or not. */
export function roleOf(flow: Json, path: JsonPath): Role {
  switch (path[0]) {
    case 'start':
    case 'terminal':
      return 'step';
    case 'main':
      return 'router';
    case 'channels':
      return path[2] === 'fields' && path[4] === 'writer' ? 'step' : undefined;
    case 'loops':
      return path.length === 3 ? loopRole(at(flow, [...path.slice(0, 2), 'type']), path[2]) : undefined;
    case 'steps':
      return stepRole(path, at(flow, [...path.slice(0, 2), 'kind']));
    default:
      return undefined;
  }
}

function loopRole(type: Json | undefined, key: string | number | undefined): Role {
  switch (key) {
    case 'head':
    case 'from':
    case 'to':
      return 'step';
    case 'tail':
      return type === 'until' ? 'judge' : 'step';
    case 'exitTo':
      return 'outside-step';
    case 'onExhausted':
    case 'onConverged':
      return 'target';
    default:
      return undefined;
  }
}

function stepRole(path: JsonPath, kind: Json | undefined): Role {
  const [, , key, , inner] = path;
  if (path.at(-1) === 'worker' && (path.length === 3 || key === 'evaluator')) return 'worker';
  switch (key) {
    case 'next':
      return 'target';
    case 'else':
    case 'onIdle':
      return path.length === 3 ? 'target' : undefined;
    case 'routes':
    case 'branches':
      return path.length === 4 ? 'target' : undefined;
    case 'cases':
      return inner === 'to' ? 'target' : undefined;
    case 'reads':
      return path.length === 4 ? 'read' : undefined;
    case 'artifact':
      return 'step';
    case 'step':
      return kind === 'map' ? 'step' : undefined;
    case 'handlers':
      return path.length === 4 ? 'step' : undefined;
    case 'flow':
      return kind === 'call' && path.length === 3 ? 'flow' : undefined;
    case 'channel':
      return 'channel';
    case 'writes':
      return path.length === 3 ? 'field' : undefined;
    case 'default':
      return kind === 'ask' ? 'choice' : undefined;
    default:
      return undefined;
  }
}
