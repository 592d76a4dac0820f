import type { Evaluated } from '../flow/expression';
import type { Reducer } from '../flow/names';
import type { Channel } from '../flow/schema';
import type { Json, JsonObject } from '../json';
import { at, canonicalJson, isObject } from '../json';
import type { Write } from '../trace/decision';

/**
 * The state that steps share, and how writes fold into it.
 *
 * R1 A channel or field that nobody wrote reads as its reducer's identity.
 * R2 Lists: a list adds its items, anything else is one item, and an empty list removes nothing.
 * R3 `null` adds nothing; only under `last` it is a value, which takes away what was there.
 * R4 Folding is total: what is held and does not fit its reducer counts as the identity, under a list as one item.
 */
export type Channels = Readonly<Record<string, Channel>>;

type Folding = Write['reducer'];

export function identityOf(reducer: Reducer): Json {
  switch (reducer) {
    case 'last':
      return null;
    case 'append':
    case 'union':
      return [];
    case 'add':
      return 0;
    case 'merge':
    case 'byKey':
      return {};
  }
}

/** What the channels hold before any step: only those that the flow gives something. */
export const initialChannels = (channels: Channels = {}): JsonObject =>
  Object.fromEntries(
    Object.entries(channels).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  );

/** Every declared channel as it reads, fields of `byKey` channels included. */
export const readChannels = (channels: Channels = {}, held: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(channels).map(([name, channel]) => {
      const value = at(held, [name]);
      if (channel.reducer !== 'byKey') return [name, value ?? identityOf(channel.reducer ?? 'last')];
      return [name, { ...fieldIdentities(channel), ...(isObject(value) ? value : {}) }];
    }),
  );

/** The channels after one more write. Pure and total. */
export function foldWrite(held: JsonObject, write: Write): JsonObject {
  const { channel, field, reducer, value } = write;
  const before = at(held, [channel]);
  if (field === undefined) return { ...held, [channel]: folded(reducer, before, value) };
  const fields = isObject(before) ? before : {};
  return { ...held, [channel]: { ...fields, [field]: folded(reducer, at(fields, [field]), value) } };
}

function folded(reducer: Folding, before: Json | undefined, value: Json): Json {
  switch (reducer) {
    case 'last':
      return value;
    case 'append':
      return [...itemsOf(before), ...itemsOf(value)];
    case 'union':
      return distinct([...itemsOf(before), ...itemsOf(value)]);
    case 'add':
      return sum(numberOf(before), numberOf(value));
    case 'merge':
      return { ...(isObject(before) ? before : {}), ...(isObject(value) ? value : {}) };
  }
}

const itemsOf = (value: Json | undefined): readonly Json[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

const distinct = (items: readonly Json[]): readonly Json[] => {
  const seen = new Map<string, Json>();
  for (const item of items) {
    const text = canonicalJson(item);
    if (!seen.has(text)) seen.set(text, item);
  }
  return [...seen.values()];
};

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

/** JSON knows no infinity. */
const sum = (a: number, b: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, a + b));

const fieldIdentities = (channel: Channel): JsonObject =>
  Object.fromEntries(Object.keys(channel.fields ?? {}).map((field) => [field, identityOf(foldingOf(channel, field))]));

/** How a field folds. A field cannot be `byKey` in turn: it folds as `merge`. */
function foldingOf(channel: Channel, field: string): Folding {
  const declared = channel.fields?.[field];
  const reducer = typeof declared === 'string' ? declared : (declared?.reducer ?? 'last');
  return reducer === 'byKey' ? 'merge' : reducer;
}

export type Writes =
  | { readonly ok: true; readonly writes: readonly Write[] }
  /** What cannot be written and why, naming the channel and what is declared. */
  | { readonly ok: false; readonly why: string };

/**
 * What a step's `writes` add, from its output. `evaluateExpression` gives the value of CEL that sees `output`. `by` is the
 * step: a field that has one writer takes nothing from another.
 *
 * R5 A `byKey` channel written whole takes an object, each of its members one field; fields that are not mentioned keep
 *    what they have.
 * R6 One target that cannot be written and nothing is: a step writes all or fails.
 */
export function writesOf(
  channels: Channels = {},
  writes: string | Readonly<Record<string, string>> | undefined,
  output: Json | undefined,
  evaluateExpression: (cel: string) => Evaluated,
  by?: string,
): Writes {
  if (writes === undefined) return { ok: true, writes: [] };
  if (typeof writes === 'string') return writesTo(channels, writes, output ?? null, by);
  const found: Write[] = [];
  for (const [target, cel] of Object.entries(writes)) {
    const value = evaluateExpression(cel);
    if (!value.ok) return refused(`what it writes to "${target}" has no value: ${value.why}`);
    const added = writesTo(channels, target, value.value, by);
    if (!added.ok) return added;
    found.push(...added.writes);
  }
  return { ok: true, writes: found };
}

function writesTo(channels: Channels, target: string, value: Json, by: string | undefined): Writes {
  const dot = target.indexOf('.');
  const whole = dot < 0 || Object.hasOwn(channels, target);
  const name = whole ? target : target.slice(0, dot);
  const channel = Object.hasOwn(channels, name) ? channels[name] : undefined;
  if (channel === undefined) return refused(`it writes to the channel "${name}", ${declared(Object.keys(channels))}`);
  if (!whole) return fieldWrite(name, channel, target.slice(dot + 1), value, by);
  if (channel.reducer !== 'byKey') return oneWrite({ channel: name, reducer: channel.reducer ?? 'last', value });
  if (value === null) return { ok: true, writes: [] };
  if (!isObject(value)) return refused(`the channel "${name}" takes an object of its fields, not ${kindOf(value)}`);
  const found: Write[] = [];
  for (const [field, member] of Object.entries(value)) {
    const added = fieldWrite(name, channel, field, member, by);
    if (!added.ok) return added;
    found.push(...added.writes);
  }
  return { ok: true, writes: found };
}

function fieldWrite(name: string, channel: Channel, field: string, value: Json, by: string | undefined): Writes {
  const target = `${name}.${field}`;
  if (channel.reducer !== 'byKey')
    return refused(`it writes to "${target}", but the channel "${name}" has no fields: it is no byKey channel`);
  const fields = channel.fields ?? {};
  const spec = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (spec === undefined) return refused(`it writes to the field "${target}", ${declared(Object.keys(fields))}`);
  const writer = typeof spec === 'string' ? undefined : spec.writer;
  if (writer !== undefined && by !== undefined && writer !== by)
    return refused(`it writes to the field "${target}", whose one writer is "${writer}"`);
  return oneWrite({ channel: name, field, reducer: foldingOf(channel, field), value });
}

function oneWrite(write: Write): Writes {
  const { channel, field, reducer, value } = write;
  if (value === null && reducer !== 'last') return { ok: true, writes: [] };
  const target = field === undefined ? `the channel "${channel}"` : `the field "${channel}.${field}"`;
  if (reducer === 'add' && typeof value !== 'number') return refused(`${target} adds numbers, not ${kindOf(value)}`);
  if (reducer === 'merge' && !isObject(value)) return refused(`${target} merges objects, not ${kindOf(value)}`);
  return { ok: true, writes: [write] };
}

const refused = (why: string): Writes => ({ ok: false, why });

const declared = (names: readonly string[]): string =>
  `which is not declared. ${names.length === 0 ? 'None is declared' : `Declared are: ${names.join(', ')}`}`;

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'a text' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
