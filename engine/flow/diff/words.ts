import { counted } from '../../counted';
import type { Json, JsonPath } from '../../json';
import { isObject } from '../../json';
import type { PartChange, ValueChange } from './change';

/** One changed value in words: "at most 5 passes → 8", "prompt: text changed". */
export function valueWords(
  { what, kind }: Pick<PartChange, 'what' | 'kind'>,
  { path, before, after }: ValueChange,
): string {
  const key = keyOf(path);
  const name = what === 'flow' ? nameOf(path.slice(1)) || String(path[0] ?? '') : nameOf(path);
  const limit = LIMITS[key]?.(kind) ?? null;
  if (limit !== null && isCap(what, path)) {
    const [then, now] = [amount(key, before), amount(key, after)];
    if (before === undefined) return `${limit.before}${now}${limit.after(after)} (none before)`;
    return `${limit.before}${then}${limit.after(before)} → ${after === undefined ? 'none' : now}`;
  }
  const named = what === 'flow' && path.length > 1 ? `${String(path[0])} ${name}` : name;
  return `${named}: ${wordsFor(before, after)}`;
}

/** Whether a value is a limit: on passes, spend, tries, time or work at once. */
export const isCap = (what: PartChange['what'], path: JsonPath): boolean =>
  (what === 'flow' && (path[0] === 'budget' || path[0] === 'concurrency')) ||
  ((what === 'loop' || what === 'step') && CAPS.includes(String(path[0])));

const CAPS: readonly string[] = [
  'maxPasses',
  'maxIterations',
  'spendCap',
  'noProgressCeiling',
  'patience',
  'attempts',
  'maxAttempts',
  'maxFanout',
  'maxConcurrency',
  'timeout',
  'deadline',
];

interface Limit {
  readonly before: string;
  /** Behind an amount, which may be one. */
  readonly after: (value: Json | undefined) => string;
}

const countedBy = (before: string, one: string, many: string, behind = ''): Limit => ({
  before,
  after: (value) => ` ${value === 1 ? one : many}${behind}`,
});
const plain = (before: string): Limit => ({ before, after: () => '' });

const LIMITS: Readonly<Record<string, (kind: string) => Limit>> = {
  maxPasses: () => countedBy('at most ', 'pass', 'passes'),
  maxIterations: (kind) =>
    kind === 'group'
      ? countedBy('at most ', 'iteration', 'iterations', ' in a batch')
      : countedBy('at most ', 'round', 'rounds'),
  'spendCap.usd': () => plain('at most '),
  'spendCap.tokens': () => countedBy('at most ', 'token', 'tokens'),
  noProgressCeiling: () => countedBy('stops after ', 'pass', 'passes', ' without progress'),
  patience: () => countedBy('converged after ', 'round', 'rounds', ' without improvement'),
  attempts: () => countedBy('', 'attempt', 'attempts'),
  maxAttempts: () => countedBy('escalates after ', 'visit', 'visits'),
  maxFanout: () => countedBy('at most ', 'task', 'tasks', ' in a round'),
  maxConcurrency: () => countedBy('at most ', 'item', 'items', ' at once'),
  concurrency: () => countedBy('at most ', 'step', 'steps', ' at once'),
  'budget.usd': () => plain('budget '),
  'budget.tokens': () => countedBy('budget ', 'token', 'tokens'),
  'budget.minutes': () => countedBy('budget ', 'minute', 'minutes'),
  'budget.superSteps': () => countedBy('budget ', 'super-step', 'super-steps'),
};

const keyOf = (path: JsonPath): string => path.join('.');

function amount(key: string, value: Json | undefined): string {
  if (typeof value !== 'number') return value === undefined ? 'none' : short(value);
  return key.endsWith('.usd') ? `$${Number.isInteger(value) ? value : value.toFixed(2)}` : String(value);
}

/** `check.command.timeout`, `commands 2 timeout`: places in lists are counted from one. */
const nameOf = (path: JsonPath): string =>
  path
    .map((key, index) =>
      typeof key === 'number' ? ` ${key + 1} ` : `${typeof path[index - 1] === 'string' ? '.' : ''}${key}`,
    )
    .join('')
    .trim();

function wordsFor(before: Json | undefined, after: Json | undefined): string {
  if (isText(before) && isText(after)) return `text changed (${lines(before)} → ${lines(after)})`;
  if (Array.isArray(before) && Array.isArray(after)) return listWords(before, after);
  return before === undefined ? `${short(after)} (none before)` : `${short(before)} → ${short(after)}`;
}

const LONG = 48;
const isText = (value: Json | undefined): value is string =>
  typeof value === 'string' && (value.length > LONG || value.includes('\n'));

const lines = (text: string): string => counted(text.split('\n').length, 'line');

function listWords(before: readonly Json[], after: readonly Json[]): string {
  const [old, now] = [before.map(short), after.map(short)];
  const [more, less] = [now.filter((item) => !old.includes(item)), old.filter((item) => !now.includes(item))];
  if (more.length + less.length === 0)
    return old.length === now.length ? 'in another order' : `${old.length} → ${now.length}`;
  return [...more.map((item) => `+ ${item}`), ...less.map((item) => `− ${item}`)].join(', ');
}

/** A value on one line, cut where it is long. */
function short(value: Json | undefined): string {
  if (value === undefined) return 'none';
  if (isText(value)) return `text of ${lines(value)}`;
  const text =
    typeof value === 'string' || isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
  return text.length > LONG ? `${text.slice(0, LONG - 1)}…` : text;
}
