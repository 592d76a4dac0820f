import type { Json } from '../../json';
import { at, isObject } from '../../json';
import { membersIn } from './tolerant';

/** Which steps are called, and by whom; each caller once. */
export function callersIn(steps: Readonly<Record<string, Json>>): ReadonlyMap<string, readonly string[]> {
  const called = new Map<string, string[]>();
  for (const [id, step] of Object.entries(steps)) {
    const kind = isObject(step) ? step.kind : undefined;
    if (kind !== 'map' && kind !== 'plan') continue;
    for (const name of new Set(namesCalled(step, kind))) {
      const callers = called.get(name);
      if (callers === undefined) called.set(name, [id]);
      else callers.push(id);
    }
  }
  return called;
}

function namesCalled(step: Json, kind: 'map' | 'plan'): readonly string[] {
  const names = kind === 'map' ? [at(step, ['step'])] : Object.values(membersIn(step, ['handlers']));
  return names.flatMap((name) => (typeof name === 'string' && name !== '' ? [name] : []));
}
