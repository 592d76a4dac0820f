import { graphOf } from '../../engine/flow/graph';
import { patched } from '../../engine/flow/patch';
import type { Json, JsonPath } from '../../engine/json';
import { at, isObject } from '../../engine/json';
import type { Random } from '../random';

/** A flow with a few slips as people make them: keys gone, names mistyped, values of another kind, targets mixed up. */
export function spoiled(flow: Json, dice: Random): Json {
  let now = flow;
  for (let slips = dice.int(1, 3); slips > 0; slips--) now = slip(now, dice);
  return now;
}

function slip(flow: Json, { pick, chance, int }: Random): Json {
  const paths = pathsOf(flow, []).filter((path) => path.length > 1 || path[0] !== 'converge');
  if (paths.length === 0) return flow;
  const path = pick(paths);
  const value = at(flow, path);
  const ids = ['nobody', ...graphOf(flow).steps.map(({ id }) => id)];
  const last = path.at(-1);
  if (chance(0.25)) return patched(flow, [{ path }]);
  if (chance(0.15) && typeof last === 'string' && value !== undefined)
    return patched(flow, [{ path }, { path: [...path.slice(0, -1), mistyped(last, int(0, last.length - 1))], value }]);
  if (typeof value === 'string') {
    const other = pick<Json>([
      mistyped(value, int(0, Math.max(0, value.length - 1))),
      '',
      pick(ids),
      '@complete',
      '@done',
      7,
      [value],
      [value, pick(ids)],
      true,
    ]);
    return patched(flow, [{ path, value: other }]);
  }
  if (typeof value === 'number')
    return patched(flow, [{ path, value: pick<Json>([0, -1, 1.5, String(value), 'many', 1e9]) }]);
  if (Array.isArray(value))
    return patched(flow, [{ path, value: pick<Json>([[], value[0] ?? 'x', [...value, ...value], {}]) }]);
  return patched(flow, [{ path, value: pick<Json>([{}, 'x', []]) }]);
}

/** One letter less, or one twice. */
const mistyped = (text: string, at: number): string =>
  text.length > 3 ? text.slice(0, at) + text.slice(at + 1) : text.slice(0, at + 1) + text.slice(at);

function pathsOf(value: Json, path: JsonPath): readonly JsonPath[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) => [[...path, index], ...pathsOf(item, [...path, index])]);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [[...path, key], ...pathsOf(member, [...path, key])]);
}
