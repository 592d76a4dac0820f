import type { Change } from '../../issue';
import type { Json, JsonObject, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import { patched } from '../patch';

/** A flow that changes are made to one after the other; what was handed out of it stays as it was. */
export interface Growing {
  readonly make: (change: Change) => void;
  readonly value: () => Json;
  readonly at: (path: JsonPath) => Json | undefined;
}

/**
 * The maps of a flow have thousands of entries, and an edit can change each of them: the flow and its maps are copied once
 * and then changed in place, until somebody is handed one of them.
 */
export function growing(flow: Json): Growing {
  let now = flow;
  /** The copies that nobody else has: the flow itself under an empty name, its maps under theirs. */
  const own = new Map<string, Record<string, Json>>();
  const ownFlow = (): Record<string, Json> | null => {
    if (!isObject(now)) return null;
    const mine = own.get('') ?? { ...now };
    own.set('', mine);
    now = mine;
    return mine;
  };
  const make = (change: Change) => {
    const [map, key, ...rest] = change.path;
    const entries = isObject(now) && typeof map === 'string' && map !== '' ? at(now, [map]) : undefined;
    // A key of this name would set a prototype.
    const odd = map === '__proto__' || key === '__proto__' || typeof key !== 'string' || !isObject(entries);
    const whole = odd ? null : ownFlow();
    if (odd || whole === null || typeof map !== 'string') {
      own.clear();
      now = patched(now, [change]);
      return;
    }
    const mine = own.get(map) ?? { ...entries };
    own.set(map, mine);
    whole[map] = mine;
    putInto(mine, key, rest, change.value);
  };
  return {
    make,
    value: () => {
      own.clear();
      return now;
    },
    at: (path) => {
      const found = at(now, path);
      if (path.length < 2 && typeof found === 'object') own.clear();
      return found;
    },
  };
}

function putInto(map: Record<string, Json>, key: string, rest: JsonPath, value: Json | undefined): void {
  const old: JsonObject = Object.hasOwn(map, key) ? { [key]: map[key] ?? null } : {};
  const next = at(patched(old, [value === undefined ? { path: [key, ...rest] } : { path: [key, ...rest], value }]), [
    key,
  ]);
  if (next === undefined) delete map[key];
  else map[key] = next;
}
