import type { Change, Issue } from '../issue';
import type { Json } from '../json';
import { patched } from './patch';

/** More than this many are not mended at once: what is left is offered again. */
const MOST = 200;

/**
 * The changes that mend every finding of a code, as one list: each is looked for in what the ones before it left, since a fix
 * may move or mend others. A fix that does not help ends it. `look`: all findings of a flow's text.
 */
export function fixAllOf(flow: Json, code: string, look: (text: string) => readonly Issue[]): readonly Change[] {
  const changes: Change[] = [];
  let now = flow;
  let left = Number.POSITIVE_INFINITY;
  for (let count = 0; count < MOST; count++) {
    const found = look(JSON.stringify(now)).filter((issue) => issue.code === code && issue.fix !== undefined);
    const fix = found[0]?.fix;
    if (fix === undefined || found.length >= left) break;
    left = found.length;
    changes.push(...fix.changes);
    now = patched(now, fix.changes);
  }
  return changes;
}
