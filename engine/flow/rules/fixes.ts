import type { Fix } from '../../issue';
import type { Json, JsonPath } from '../../json';

/** Another value for what is wrong, where one is known to be meant. */
export const changeTo = (path: JsonPath, value: string | undefined): Fix | undefined =>
  value === undefined ? undefined : { title: `Change to "${value}"`, changes: [{ path, value }] };

export const leadTo = (path: JsonPath, target: string): Fix => setTo(`Lead it to "${target}"`, path, target);

export const setTo = (title: string, path: JsonPath, value: Json): Fix => ({ title, changes: [{ path, value }] });

export const remove = (path: JsonPath, what = `"${String(path.at(-1))}"`): Fix => ({
  title: `Remove ${what}`,
  changes: [{ path }],
});

/** An item out of a list: what is left alone then stands without one. */
export const withoutItem = (path: JsonPath, list: readonly Json[], index: number, what: string): Fix => {
  const left = list.filter((_, at) => at !== index);
  const [only] = left;
  return setTo(`Remove ${what}`, path, only !== undefined && left.length === 1 ? only : left);
};

/** An id that no step has. */
export function freeId(wanted: string, steps: ReadonlyMap<string, unknown>): string {
  let id = wanted;
  for (let number = 2; steps.has(id); number++) id = `${wanted}${number}`;
  return id;
}
