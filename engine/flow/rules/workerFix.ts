import type { Fix } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { setTo } from './fixes';
import { objectAt } from './rule';

/** The first worker of the flow for a step that has none; where there is none, one is declared. */
export function workerFix(flow: Json, step: JsonPath): Fix {
  const path = [...step, 'worker'];
  const [first] = Object.keys(objectAt(flow, ['workers']));
  if (first !== undefined) return setTo(`Use "${first}"`, path, first);
  const declared = { path: ['workers', 'implementer'], value: { use: 'claude-code' } };
  return { title: 'Add a worker "implementer"', changes: [declared, { path, value: 'implementer' }] };
}
