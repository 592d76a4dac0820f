import type { Node } from 'jsonc-parser';
import type { JsonPath } from '../../json';

/** A parsed text in which values are looked for again and again. */
export interface Tree {
  /** The value at a path; of doubled keys the first one. */
  readonly find: (path: JsonPath) => Node | undefined;
}

export function treeOf(root: Node | undefined): Tree {
  const members = new Map<Node, ReadonlyMap<string, Node>>();
  const memberOf = (object: Node, key: string): Node | undefined => {
    let known = members.get(object);
    if (known === undefined) {
      known = membersOf(object);
      members.set(object, known);
    }
    return known.get(key);
  };
  return {
    find: (path) => {
      let here = root;
      for (const key of path) {
        if (here?.type === 'object' && typeof key === 'string') here = memberOf(here, key);
        else if (here?.type === 'array' && typeof key === 'number') here = here.children?.[key];
        else return undefined;
      }
      return here;
    },
  };
}

function membersOf(object: Node): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  for (const { children: [key, value] = [] } of object.children ?? [])
    if (key !== undefined && value !== undefined && !found.has(String(key.value))) found.set(String(key.value), value);
  return found;
}
