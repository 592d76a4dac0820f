import type { Issue } from '../../issue';
import type { JsonPath } from '../../json';
import { at } from '../../json';
import { compileExpression } from '../expression';
import { expressionPlaces } from '../expressionPlaces';
import type { FlowView } from './rule';
import { listAt, objectAt, warning } from './rule';
import { reachedAfter } from './together';
import { writingsOf } from './writings';

/** A channel that is read where nothing can have written it yet, and that begins with nothing. */
export function writtenRules(view: FlowView): readonly Issue[] {
  const channels = objectAt(view.flow, ['channels']);
  const readings = readingsOf(view).filter(
    ({ channel }) => Object.hasOwn(channels, channel) && at(channels[channel], ['initial']) === undefined,
  );
  if (readings.length === 0) return [];
  const writings = writingsOf(view);
  const sites = (step: string) => view.graph.called.get(step) ?? [step];
  const after = new Map<string, ReadonlySet<string> | null>();
  /** Null: nothing writes it at all. */
  const writtenBefore = (channel: string, field: string | undefined): ReadonlySet<string> | null => {
    const key = field === undefined ? channel : `${channel}.${field}`;
    const known = after.get(key);
    if (known !== undefined) return known;
    const own = writings.filter(
      (writing) => writing.channel === channel && (field === undefined || (writing.field ?? field) === field),
    );
    const found =
      own.length === 0
        ? null
        : reachedAfter(
            view,
            own.flatMap(({ step }) => sites(step)),
          );
    after.set(key, found);
    return found;
  };
  return readings.flatMap(({ step, channel, field, path }) => {
    const reached = writtenBefore(channel, isField(view, channel, field) ? field : undefined);
    if (reached !== null && sites(step).some((site) => reached.has(site))) return [];
    const what = isField(view, channel, field) ? `"${channel}.${field}"` : `the channel "${channel}"`;
    const why = reached === null ? 'which nothing writes' : 'before anything can have written it';
    const message = `"${step}" reads ${what} ${why}: it is empty there. Give the channel an "initial", or let an earlier step write it.`;
    return [warning('read-before-write', path, message)];
  });
}

interface Reading {
  readonly step: string;
  readonly channel: string;
  readonly field: string | undefined;
  readonly path: JsonPath;
}

function readingsOf(view: FlowView): readonly Reading[] {
  const tails = new Map(view.graph.loops.map((loop) => [loop.id, loop.tail]));
  const inExpressions = expressionPlaces(view.flow, view.graph).flatMap(({ path, text, step }): readonly Reading[] => {
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

function isField({ flow }: FlowView, channel: string, field: string | undefined): field is string {
  return field !== undefined && Object.hasOwn(objectAt(flow, ['channels', channel, 'fields']), field);
}
