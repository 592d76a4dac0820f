import type { Json, JsonPath } from '../../json';
import { at, isObject } from '../../json';

/** Something of the file that did not get over to the flow, or not as it was, and why. */
export interface NotCarried {
  /** Where it stands in the imported file. */
  readonly path: JsonPath;
  readonly why: string;
}

/** Collects what is not carried over while a file is read. */
export interface Leftovers {
  readonly add: (path: JsonPath, why: string) => void;
  /** Lists a key of the object at `path`, where it is there. */
  readonly key: (path: JsonPath, key: string, why: string) => void;
  /** Lists the keys of the object at `path` that the import does not know. */
  readonly unknown: (path: JsonPath, known: readonly string[]) => void;
  readonly all: () => readonly NotCarried[];
}

export function leftoversOf(file: Json): Leftovers {
  const found: NotCarried[] = [];
  const add: Leftovers['add'] = (path, why) => {
    found.push({ path, why });
  };
  return {
    add,
    key: (path, key, why) => {
      if (at(file, [...path, key]) !== undefined) add([...path, key], why);
    },
    unknown: (path, known) => {
      const here = at(file, path);
      if (!isObject(here)) return;
      for (const key of Object.keys(here))
        if (!known.includes(key)) add([...path, key], 'The import does not know this key.');
    },
    all: () => found,
  };
}
