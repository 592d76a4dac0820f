import { check } from '../../engine/flow/check';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import type { Change } from '../../engine/issue';
import type { Json } from '../../engine/json';
import { SAMPLE } from './sample';

export const sample = parseFlow(SAMPLE).value as Json;
/** A change at a dotted path. */
export const set = (path: string, value?: Json): Change => ({
  path: path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
  ...(value === undefined ? {} : { value }),
});
export const issuesAfter = (...changes: readonly Change[]) => check(patched(sample, changes));
/** Codes and dotted paths of the errors that the sample has after the changes. */
export const errorsAfter = (...changes: readonly Change[]) =>
  issuesAfter(...changes)
    .filter((issue) => issue.severity === 'error')
    .map((issue) => [issue.code, issue.path.join('.')]);
export const WORK = { kind: 'work', worker: 'implementer', prompt: 'x' };
