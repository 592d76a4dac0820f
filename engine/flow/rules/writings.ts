import type { Json, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import type { Graph } from '../graph';

/** One thing that a step writes: a channel, or one field of it. */
export interface Writing {
  readonly step: string;
  readonly channel: string;
  /** Undefined where the channel is written as a whole. */
  readonly field: string | undefined;
  readonly path: JsonPath;
}

/** What the steps write, in the order of the file; of a plan that is the field `results` of its channel. */
export function writingsOf(flow: Json, graph: Graph): readonly Writing[] {
  const found: Writing[] = [];
  const add = (step: string, target: string, path: JsonPath) => {
    const dot = target.indexOf('.');
    const [channel, field] = dot < 0 ? [target, undefined] : [target.slice(0, dot), target.slice(dot + 1)];
    found.push({ step, channel, field, path });
  };
  for (const { id, kind, path } of graph.steps) {
    const step = at(flow, path);
    if (!isObject(step)) continue;
    const { channel, writes } = step;
    if (kind === 'plan' && typeof channel === 'string') add(id, `${channel}.results`, [...path, 'channel']);
    if (typeof writes === 'string') add(id, writes, [...path, 'writes']);
    else if (isObject(writes)) for (const key of Object.keys(writes)) add(id, key, [...path, 'writes', key]);
  }
  return found;
}
