import type { Json, JsonObject } from '../../../engine/json';
import { at, canonicalJson, isObject } from '../../../engine/json';
import type { Scripted } from '../../../engine/run/simulated/script';
import type { Aspect } from './aspects';

/**
 * The script as a table: a row is a step, a column is a key under it (`*`, a pass, a visit). A cell may hold more than a
 * table can say; that is left as it is until another choice is made in it.
 */
export interface Place {
  readonly step: string;
  readonly column: string;
}

/** Nothing is said: as in the column for every pass, else as the script has it by itself. */
export const UNSAID = '';
/** Something is said that is none of the choices. */
export const OTHER = '(other)';

const pathOf = ({ step, column }: Place) => ['steps', step, column];

/** The key of the choice that a cell holds. */
export function chosenIn(script: Json, place: Place, { fields, choices }: Aspect): string {
  const cell = at(script, pathOf(place));
  if (cell === undefined) return UNSAID;
  if (!isObject(cell)) return OTHER;
  const said = partOf(cell, fields);
  if (Object.keys(said).length === 0) return UNSAID;
  return choices.find(({ says }) => canonicalJson(says) === canonicalJson(said))?.key ?? OTHER;
}

/** The script with another choice in a cell; what other aspects say of it stays. */
export function withChoice(script: Json, place: Place, aspect: Aspect, key: string): Json {
  return withSaid(script, place, aspect, aspect.choices.find((choice) => choice.key === key)?.says ?? {});
}

export function withSaid(script: Json, place: Place, { fields }: Aspect, says: Scripted): Json {
  const cell = at(script, pathOf(place));
  const rest = isObject(cell)
    ? Object.fromEntries(Object.entries(cell).filter(([field]) => !fields.some((each) => each === field)))
    : {};
  return withCell(script, place, { ...rest, ...JSON.parse(JSON.stringify(says)) });
}

export function scoreIn(script: Json, place: Place): string {
  const score = at(script, [...pathOf(place), 'score']);
  return typeof score === 'number' ? String(score) : '';
}

/** An empty cell is none, and a step without cells is none. */
function withCell(script: Json, { step, column }: Place, cell: JsonObject): Json {
  const { steps, ...whole } = isObject(script) ? script : {};
  const known = isObject(steps) ? steps : {};
  const row = known[step];
  const cells = without(isObject(row) ? row : {}, column);
  const kept = Object.keys(cell).length === 0 ? cells : sorted({ ...cells, [column]: cell });
  const rows = Object.keys(kept).length === 0 ? without(known, step) : { ...known, [step]: kept };
  return Object.keys(rows).length === 0 ? whole : { ...whole, steps: rows };
}

/** The columns that a table of this script needs: at least `passes` numbers, behind that for every pass. */
export function columnsOf(script: Json, passes: number, baseline: boolean): readonly string[] {
  const steps = at(script, ['steps']);
  const used = isObject(steps) ? Object.values(steps).flatMap((row) => (isObject(row) ? Object.keys(row) : [])) : [];
  const highest = Math.max(passes, ...used.map(Number).filter(Number.isSafeInteger));
  const numbers = Array.from({ length: Math.min(highest, MOST_COLUMNS) }, (_, index) => String(index + 1));
  const others = used.filter((key) => key !== '*' && key !== '0' && !/^\d+$/.test(key));
  const zero = baseline || used.includes('0') ? ['0'] : [];
  return ['*', ...zero, ...numbers, ...new Set(others)];
}

const MOST_COLUMNS = 60;

const partOf = (cell: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(cell).filter(([field]) => fields.includes(field)));

const without = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([each]) => each !== key));

const sorted = (cells: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(cells).sort(([a], [b]) => (a < b ? -1 : 1)));
