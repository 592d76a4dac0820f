import type { Json } from '../../json';
import { at } from '../../json';
import { membersIn } from './tolerant';

/** Which steps are called, and by whom; each caller once. */
export function callersIn(steps: Readonly<Record<string, Json>>): ReadonlyMap<string, readonly string[]> {
  const called = new Map<string, string[]>();
  for (const [id, step] of Object.entries(steps)) {
    for (const name of new Set(namesCalled(step))) {
      const callers = called.get(name);
      if (callers === undefined) called.set(name, [id]);
      else callers.push(id);
    }
  }
  return called;
}

function namesCalled(step: Json): readonly string[] {
  const kind = at(step, ['kind']);
  const handlers = kind === 'plan' ? Object.values(membersIn(step, ['handlers'])) : [];
  const names = [...(kind === 'map' ? [at(step, ['step'])] : []), ...handlers];
  return names.flatMap((name) => (typeof name === 'string' && name !== '' ? [name] : []));
}
