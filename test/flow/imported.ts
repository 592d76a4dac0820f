import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examine } from '../../engine/flow/examine';
import { importFlow } from '../../engine/flow/import/importFlow';
import type { Json } from '../../engine/json';
import { at } from '../../engine/json';

/** One of the files in `importInputs`. */
export const input = (name: string) => readFileSync(join(import.meta.dirname, 'importInputs', `${name}.json`), 'utf8');
export const json = (value: Json) => imported(JSON.stringify(value));

/** What a file becomes, and by its place why something of it does not. Throws where nothing becomes of it. */
export function imported(text: string) {
  const made = importFlow(text);
  if (!made.ok) throw new Error(made.why);
  const left = new Map(made.notCarried.map(({ path, why }) => [path.join('.'), why]));
  return { ...made, left, get: (path: string) => at(made.flow, path.split('.')) };
}
/** Codes of the errors that a flow has. */
export const errors = (flow: Json) =>
  examine(JSON.stringify(flow))
    .issues.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);
