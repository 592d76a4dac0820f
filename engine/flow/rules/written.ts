import type { Issue } from '../../issue';
import type { JsonPath } from '../../json';
import { at } from '../../json';
import { compileExpression } from '../expression';
import { expressionPlaces } from '../expressionPlaces';
import { reachable } from '../graph';
import { waysRound } from './rounds';
import type { FlowView } from './rule';
import { listAt, objectAt, warning } from './rule';
import type { Writing } from './writings';
import { writingsOf } from './writings';

/** A channel that is read where nothing can have written it yet, and that begins with nothing. */
export function writtenRules(view: FlowView): readonly Issue[] {
  const channels = objectAt(view.flow, ['channels']);
  const readings = readingsOf(view).filter(
    ({ channel }) => Object.hasOwn(channels, channel) && at(channels[channel], ['initial']) === undefined,
  );
  if (readings.length === 0) return [];
  const afterWriting = afterWritingIn(view);
  return readings.flatMap(({ step, channel, field, path }) => {
    const part = field !== undefined && isField(view, channel, field) ? field : undefined;
    const after = afterWriting(channel, part);
    if (after !== null && sitesOf(view, step).some((site) => after.has(site))) return [];
    const what = part === undefined ? `the channel "${channel}"` : `"${channel}.${part}"`;
    const why = after === null ? 'which nothing writes' : 'before anything can have written it';
    const message = `"${step}" reads ${what} ${why}: it is empty there. Give the channel an "initial", or let an earlier step write it.`;
    return [warning('read-before-write', path, message)];
  });
}

/** The steps at which a run can be once a channel, or a field of it, was written; null where nothing writes it. */
function afterWritingIn(view: FlowView): (channel: string, field: string | undefined) => ReadonlySet<string> | null {
  const follow = waysRound(view);
  const writings = writingsBy(view);
  const known = new Map<string, ReadonlySet<string> | null>();
  return (channel, field) => {
    const key = field === undefined ? channel : `${channel}.${field}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const writers = (writings.get(channel) ?? [])
      .filter((writing) => field === undefined || (writing.field ?? field) === field)
      .flatMap(({ step }) => sitesOf(view, step));
    const after = writers.flatMap((id) => (follow.get(id) ?? []).map(({ to }) => to));
    const found = writers.length === 0 ? null : reachable(follow, after);
    known.set(key, found);
    return found;
  };
}

function writingsBy(view: FlowView): ReadonlyMap<string, readonly Writing[]> {
  const found = new Map<string, Writing[]>();
  for (const writing of writingsOf(view)) {
    const here = found.get(writing.channel);
    if (here === undefined) found.set(writing.channel, [writing]);
    else here.push(writing);
  }
  return found;
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

const isField = ({ flow }: FlowView, channel: string, field: string): boolean =>
  Object.hasOwn(objectAt(flow, ['channels', channel, 'fields']), field);
