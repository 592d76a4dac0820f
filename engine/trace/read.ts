import type { Json, JsonObject } from '../json';
import { isObject } from '../json';
import type { Entry } from './entry';

/** One line of a trace, as far as it can be understood. */
export type TraceLine =
  | { readonly kind: 'entry'; readonly entry: Entry }
  /** Whole, but of a type that a later version writes: it keeps its place and nothing follows from it. */
  | { readonly kind: 'unknown'; readonly seq: number; readonly type: string }
  | { readonly kind: 'damaged'; readonly why: string };

/**
 * Reads one line without its line break. Tolerant of what is new (unknown types, further members), strict in what a fold
 * builds on: a line that lacks it is damaged and hides only itself. Total: never throws.
 */
export function readLine(line: string): TraceLine {
  let value: Json;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: 'damaged', why: 'it is no JSON' };
  }
  if (!isObject(value)) return { kind: 'damaged', why: 'it is no object' };
  const { seq, at, type } = value;
  if (typeof seq !== 'number' || !Number.isInteger(seq) || seq < 0)
    return { kind: 'damaged', why: '"seq" is no count' };
  if (typeof at !== 'string' || typeof type !== 'string') return { kind: 'damaged', why: '"at" or "type" is no text' };
  if (!isKnown(type)) return { kind: 'unknown', seq, type };
  const wrong = Object.entries(MEMBERS[type]).find(([name, kind]) => kindOf(value[name]) !== kind);
  if (wrong !== undefined) return { kind: 'damaged', why: `"${wrong[0]}" of ${type} is not ${wrong[1]}` };
  return { kind: 'entry', entry: value as JsonObject & Entry };
}

type Kind = 'text' | 'number' | 'list' | 'object' | 'boolean';

const step = { step: 'text', visit: 'number', pass: 'number' } as const;

/** What a fold reads of each type without asking whether it is there. */
const MEMBERS: Readonly<Record<Entry['type'], Readonly<Record<string, Kind>>>> = {
  'run.started': {
    run: 'text',
    flow: 'object',
    mode: 'text',
    goal: 'text',
    start: 'list',
    inputs: 'object',
    channels: 'object',
    fence: 'number',
  },
  'run.forked': { run: 'text', from: 'text', superStep: 'number', set: 'object' },
  'run.resumed': { fence: 'number' },
  'trace.repaired': { lines: 'list', tornBytes: 'number' },
  'step.started': { ...step, kind: 'text', attempt: 'number', inputs: 'text' },
  'worker.turn': { ...step, attempt: 'number', worker: 'text', status: 'text', usage: 'object', text: 'text' },
  'check.evaluated': { ...step, attempt: 'number', ok: 'boolean', terms: 'list' },
  'verify.command': { ...step, index: 'number', result: 'object' },
  'workspace.snapshot': { ...step, when: 'text' },
  'step.failed': { ...step, attempt: 'number', reason: 'text' },
  'step.finished': { ...step, result: 'object' },
  'call.started': { ...step, path: 'text', flow: 'object', start: 'list', inputs: 'object', channels: 'object' },
  'cache.hit': { ...step, key: 'text' },
  'effect.claimed': { ...step, key: 'text', owner: 'text' },
  'effect.committed': { ...step, key: 'text' },
  'effect.incomplete': { ...step, key: 'text', owner: 'text', policy: 'text' },
  control: { act: 'object', by: 'text' },
  snapshot: { fence: 'number', prev: 'text', state: 'object', digest: 'text' },
  commit: { superStep: 'number', fence: 'number', prev: 'text', events: 'list', frontier: 'list' },
};

const isKnown = (type: string): type is Entry['type'] => Object.hasOwn(MEMBERS, type);

function kindOf(value: Json | undefined): Kind | null {
  if (Array.isArray(value)) return 'list';
  if (isObject(value)) return 'object';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return null;
  }
}
