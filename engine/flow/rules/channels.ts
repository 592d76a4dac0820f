import type { Fix, Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import { ID, REDUCERS } from '../names';
import { changeTo, remove, setTo } from './fixes';
import type { FlowView } from './rule';
import { error, meaning, objectAt, warning } from './rule';
import type { Writing } from './writings';

/**
 * Channels as they are declared and written.
 * - AF-07 Only what is declared is written.
 * - A `byKey` channel has fields, no other has; a field that has one writer is written by no other step.
 * - The channel of a plan is `byKey`; its tasks and results append.
 */
export function channelRules(view: FlowView): readonly Issue[] {
  const channels = objectAt(view.flow, ['channels']);
  return [
    ...Object.entries(channels).flatMap(([name, channel]) => declarationRule(name, channel)),
    ...view.writings().flatMap((writing) => writingRule(view, writing)),
    ...view.graph.steps.flatMap((step) => (step.kind === 'plan' ? planRule(view, step.id) : [])),
  ];
}

function declarationRule(name: string, channel: Json): readonly Issue[] {
  const path = ['channels', name];
  const reducer = at(channel, ['reducer']);
  const fields = at(channel, ['fields']);
  const has = isObject(fields) && Object.keys(fields).length > 0;
  if (reducer === 'byKey' && !has) {
    const message = `The channel "${name}" is byKey and has no fields. Give "fields": names and how each folds.`;
    return [error('channel-fields', [...path, 'fields'], message, mergeInstead(path, fields))];
  }
  if (fields !== undefined && reducer !== 'byKey') {
    const fix = { title: 'Make it byKey', changes: [{ path: [...path, 'reducer'], value: 'byKey' }] };
    const message = `The channel "${name}" has fields, and only a byKey channel has some. Give "reducer": "byKey", or remove them.`;
    return [error('channel-fields', [...path, 'fields'], message, fix)];
  }
  const nested = Object.entries(isObject(fields) ? fields : {}).flatMap(([field, spec]) => {
    if (reducerOf(spec) !== 'byKey') return [];
    const here = [...path, 'fields', field, ...(typeof spec === 'string' ? [] : ['reducer'])];
    const fix = { title: 'Let it merge', changes: [{ path: here, value: 'merge' }] };
    return [
      error('channel-fields', here, `The field "${name}.${field}" cannot have fields in turn. Let it merge.`, fix),
    ];
  });
  return [...nested, ...initialRule(name, reducer, at(channel, ['initial']))];
}

function mergeInstead(path: JsonPath, fields: Json | undefined): Fix {
  const reducer = { path: [...path, 'reducer'], value: 'merge' };
  return {
    title: 'Let it merge',
    changes: fields === undefined ? [reducer] : [reducer, { path: [...path, 'fields'] }],
  };
}

function initialRule(name: string, reducer: Json | undefined, initial: Json | undefined): readonly Issue[] {
  if (initial === undefined || initial === null) return [];
  const wanted = typeof reducer === 'string' ? INITIAL[reducer] : undefined;
  if (wanted === undefined || wanted[1](initial)) return [];
  const message = `"initial" of the channel "${name}" is no ${wanted[0]}, which a channel with the reducer "${String(reducer)}" begins with.`;
  const here = ['channels', name, 'initial'];
  return [warning('channel-initial', here, message, remove(here))];
}

const INITIAL: Readonly<Record<string, readonly [string, (value: Json) => boolean]>> = {
  append: ['list', (value) => Array.isArray(value)],
  union: ['list', (value) => Array.isArray(value)],
  add: ['number', (value) => typeof value === 'number'],
  merge: ['object', isObject],
  byKey: ['object', isObject],
};

function writingRule(view: FlowView, writing: Writing): readonly Issue[] {
  const { flow, graph, steps, near } = view;
  const { step, channel, field, path } = writing;
  // A plan's own writing is looked at with the plan.
  if (path.at(-1) === 'channel' && path.length === 3) return [];
  const channels = objectAt(flow, ['channels']);
  if (!Object.hasOwn(channels, channel)) return [unknownChannel(view, writing, Object.keys(channels))];
  const fields = objectAt(flow, ['channels', channel, 'fields']);
  if (field === undefined) {
    const owned = Object.keys(fields).filter((name) => (writerOf(fields[name]) ?? step) !== step);
    if (owned.length === 0 || graph.called.has(step)) return [];
    const message = `"${step}" writes the channel "${channel}" as a whole, and ${list(owned)} of it ${owned.length > 1 ? 'are' : 'is'} for other steps to write. Write single fields, such as "${channel}.${owned[0]}".`;
    return [warning('owned-field', path, message)];
  }
  if (!Object.hasOwn(fields, field)) {
    const known = Object.keys(fields);
    const has = known.length === 0 ? `has no fields.` : `has no field "${field}". There are ${known.join(', ')}.`;
    const message = `"${step}" writes "${channel}.${field}", but the channel "${channel}" ${has}${meaning(near(field, known))}`;
    return [error('unknown-field', path, message, unknownFieldFix(view, writing, known))];
  }
  const writer = writerOf(fields[field]);
  if (writer === undefined || writer === step || !steps.has(writer)) return [];
  const message = `"${step}" writes "${channel}.${field}", whose one writer is "${writer}". Let "${writer}" write it, or take "writer" away from the field.`;
  const here = ['channels', channel, 'fields', field, 'writer'];
  return [error('owned-field', path, message, remove(here, `the writer of "${channel}.${field}"`))];
}

function unknownChannel({ near }: FlowView, { step, channel, field, path }: Writing, known: readonly string[]): Issue {
  const meant = near(channel, known);
  const declared = known.length === 0 ? 'The flow declares no channels.' : `Declared are ${known.join(', ')}.`;
  const message = `"${step}" writes the channel "${channel}", which is not declared. ${declared}${meaning(meant)}`;
  const here = ['channels', channel];
  // The name is a value where one channel is written, else a key: then the channel is declared.
  const fix =
    meant !== undefined && path.at(-1) === 'writes'
      ? { title: `Write "${meant}"`, changes: [{ path, value: field === undefined ? meant : `${meant}.${field}` }] }
      : field === undefined
        ? ID.test(channel)
          ? setTo(`Declare the channel "${channel}"`, here, { reducer: 'last' })
          : undefined
        : ID.test(channel) && ID.test(field)
          ? setTo(`Declare the channel "${channel}"`, here, { reducer: 'byKey', fields: { [field]: 'last' } })
          : undefined;
  return error('unknown-channel', path, message, fix);
}

/** A name that is a value can be mended; a new field is declared where the channel has fields. */
function unknownFieldFix({ flow, near }: FlowView, { channel, field = '', path }: Writing, known: readonly string[]) {
  const meant = near(field, known);
  if (meant !== undefined && path.at(-1) === 'writes') return changeTo(path, `${channel}.${meant}`);
  if (known.length === 0 || !ID.test(field) || at(flow, ['channels', channel, 'reducer']) !== 'byKey') return undefined;
  return setTo(`Declare the field "${field}"`, ['channels', channel, 'fields', field], 'last');
}

function planRule({ flow, near }: FlowView, step: string): readonly Issue[] {
  const path = ['steps', step, 'channel'];
  const channel = at(flow, path);
  if (typeof channel !== 'string' || channel === '') return [];
  const channels = objectAt(flow, ['channels']);
  const declare = ID.test(channel)
    ? { title: `Declare "${channel}" for a plan`, changes: [{ path: ['channels', channel], value: PLAN }] }
    : undefined;
  if (!Object.hasOwn(channels, channel)) {
    const known = Object.keys(channels);
    const message = `The plan "${step}" works on the channel "${channel}", which is not declared.${meaning(near(channel, known))}`;
    return [error('unknown-channel', path, message, declare)];
  }
  const fields = objectAt(flow, ['channels', channel, 'fields']);
  const wrong = ['tasks', 'results'].filter((field) => reducerOf(fields[field]) !== 'append');
  if (at(channels[channel], ['reducer']) !== 'byKey' || wrong.length > 0) {
    const message = `The channel "${channel}" of the plan "${step}" must be byKey with the fields "tasks" and "results", both appending.`;
    return [error('plan-channel', path, message, declare)];
  }
  const writer = writerOf(fields.results);
  if (writer === undefined || writer === step) return [];
  const message = `The plan "${step}" writes "${channel}.results", whose one writer is "${writer}". Name the plan as its writer.`;
  const here = ['channels', channel, 'fields', 'results', 'writer'];
  return [
    error('owned-field', path, message, { title: `Let "${step}" write it`, changes: [{ path: here, value: step }] }),
  ];
}

const PLAN = { reducer: 'byKey', fields: { tasks: 'append', results: 'append' } };

function reducerOf(spec: Json | undefined): string | undefined {
  const reducer = typeof spec === 'string' ? spec : at(spec, ['reducer']);
  return REDUCERS.find((known) => known === reducer);
}

function writerOf(spec: Json | undefined): string | undefined {
  const writer = at(spec, ['writer']);
  return typeof writer === 'string' ? writer : undefined;
}

const list = (fields: readonly string[]): string => fields.map((field) => `"${field}"`).join(', ');
