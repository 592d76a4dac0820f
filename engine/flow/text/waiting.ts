import type { JsonPath } from '../../json';
import type { Operation } from './refine';

/** Operations that are to be carried out from one reading of a text. */
export interface Waiting {
  readonly add: (operations: readonly Operation[]) => void;
  readonly all: () => readonly Operation[];
  readonly clear: () => void;
  /** Whether what is done at a path can move what one of them means: one path is the beginning of the other. */
  readonly touches: (path: JsonPath) => boolean;
}

export function waitingRoom(): Waiting {
  let waiting: Operation[] = [];
  const whole = new Set<string>();
  const begun = new Set<string>();
  return {
    all: () => waiting,
    add: (operations) => {
      for (const operation of operations) {
        waiting.push(operation);
        const path = touched(operation);
        const names = beginnings(path);
        whole.add(names.at(-1) ?? '');
        for (const name of names) begun.add(name);
      }
    },
    clear: () => {
      waiting = [];
      whole.clear();
      begun.clear();
    },
    touches: (path) => {
      if (waiting.length === 0) return false;
      const names = beginnings(path);
      return begun.has(names.at(-1) ?? '') || names.some((name) => whole.has(name));
    },
  };
}

/** An item behind the others of a list moves what the list's indexes mean. */
const touched = ({ op, path }: Operation): JsonPath =>
  op === 'append' && typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;

/** A name for each beginning of a path, the whole flow first and the path itself last. */
function beginnings(path: JsonPath): readonly string[] {
  const names = [''];
  for (const key of path) names.push(`${names.at(-1) ?? ''}/${typeof key === 'number' ? key : JSON.stringify(key)}`);
  return names;
}
