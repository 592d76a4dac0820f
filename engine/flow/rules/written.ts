import type { Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import { compileExpression } from '../expression';
import { setTo } from './fixes';
import { markedBefore } from './marked';
import { waysRound } from './rounds';
import type { FlowView } from './rule';
import { listAt, objectAt, warning } from './rule';

/** A channel that is read where nothing can have written it yet, and that begins with nothing. */
export function writtenRules(view: FlowView): readonly Issue[] {
  const channels = objectAt(view.flow, ['channels']);
  const readings = readingsOf(view).flatMap((reading): readonly Wanted[] => {
    const { channel, field } = reading;
    if (!Object.hasOwn(channels, channel) || at(channels[channel], ['initial']) !== undefined) return [];
    return [{ ...reading, part: field !== undefined && isField(view, channel, field) ? field : undefined }];
  });
  if (readings.length === 0) return [];
  const before = beforeIn(view, readings);
  return readings.flatMap((reading) => {
    const { step, channel, part, path } = reading;
    const found = before(reading);
    if (found === 'written') return [];
    const what = part === undefined ? `the channel "${channel}"` : `"${channel}.${part}"`;
    const why = found === 'never' ? 'which nothing writes' : 'before anything can have written it';
    const message = `"${step}" reads ${what} ${why}: it is empty there. Give the channel an "initial", or let an earlier step write it.`;
    const { reducer } = objectAt(channels, [channel]);
    const initial = isObject(channels[channel])
      ? setTo('Begin with nothing', ['channels', channel, 'initial'], EMPTY[String(reducer)] ?? null)
      : undefined;
    return [warning('read-before-write', path, message, initial)];
  });
}

/** What a channel begins with, by its reducer. */
const EMPTY: Readonly<Record<string, Json>> = { append: [], union: [], add: 0, merge: {}, byKey: {} };

/** A reading of a channel that begins with nothing. */
interface Wanted extends Reading {
  /** The field that is read, where the channel has it. */
  readonly part: string | undefined;
}

/** Whether what is read can have been written when a step reads it. */
function beforeIn(view: FlowView, readings: readonly Wanted[]) {
  const writers = writersBy(view);
  const names = [...new Set(readings.map(nameOf))];
  const bits = new Map(names.map((name, bit) => [name, bit]));
  const marks = new Map<string, number[]>();
  for (const [bit, name] of names.entries())
    for (const site of writers(name)) {
      const here = marks.get(site);
      if (here === undefined) marks.set(site, [bit]);
      else here.push(bit);
    }
  const passed = markedBefore(waysRound(view), marks, names.length);
  return (reading: Wanted): 'written' | 'later' | 'never' => {
    const name = nameOf(reading);
    const bit = bits.get(name) ?? 0;
    if (sitesOf(view, reading.step).some((site) => passed(site, bit))) return 'written';
    return writers(name).length === 0 ? 'never' : 'later';
  };
}

const nameOf = ({ channel, part }: Wanted): string => (part === undefined ? channel : `${channel}.${part}`);

/** Where a channel, or a field of it, is written. */
function writersBy(view: FlowView): (name: string) => readonly string[] {
  const found = new Map<string, string[]>();
  const add = (name: string, sites: readonly string[]) => {
    const here = found.get(name);
    if (here === undefined) found.set(name, [...sites]);
    else here.push(...sites);
  };
  for (const { step, channel, field } of view.writings()) {
    const sites = sitesOf(view, step);
    add(channel, sites);
    if (field !== undefined) add(`${channel}.${field}`, sites);
    // Who writes a channel as a whole writes each field of it.
    else
      for (const name of Object.keys(objectAt(view.flow, ['channels', channel, 'fields'])))
        add(`${channel}.${name}`, sites);
  }
  return (name) => found.get(name) ?? [];
}

/** Where a step runs: of a called one, its callers. */
const sitesOf = ({ graph }: FlowView, step: string): readonly string[] => graph.called.get(step) ?? [step];

interface Reading {
  readonly step: string;
  readonly channel: string;
  readonly field: string | undefined;
  readonly path: JsonPath;
}

function readingsOf(view: FlowView): readonly Reading[] {
  const tails = new Map(view.graph.loops.map((loop) => [loop.id, loop.tail]));
  const inExpressions = view.expressions().flatMap(({ path, text, step }): readonly Reading[] => {
    // What a call gives back is made from the state of the flow that it called.
    if (path[2] === 'output') return [];
    const compiled = compileExpression(text);
    const reader = step ?? tails.get(String(path[1]));
    if (!compiled.ok || reader === undefined) return [];
    return compiled.references.flatMap(({ root, name, field }) =>
      root === 'state' && name !== undefined ? [{ step: reader, channel: name, field, path }] : [],
    );
  });
  const listed = view.graph.steps.flatMap(({ id, kind, path }): readonly Reading[] => {
    const reads = listAt(view.flow, [...path, 'reads']).flatMap((name, index): readonly Reading[] => {
      if (typeof name !== 'string' || !name.startsWith('channel:')) return [];
      return [{ step: id, channel: name.slice('channel:'.length), field: undefined, path: [...path, 'reads', index] }];
    });
    const channel = at(view.flow, [...path, 'channel']);
    if (kind !== 'plan' || typeof channel !== 'string') return reads;
    return [...reads, { step: id, channel, field: 'tasks', path: [...path, 'channel'] }];
  });
  return [...inExpressions, ...listed];
}

const isField = ({ flow }: FlowView, channel: string, field: string): boolean =>
  Object.hasOwn(objectAt(flow, ['channels', channel, 'fields']), field);
