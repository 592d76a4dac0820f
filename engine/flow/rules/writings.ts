import type { JsonPath } from '../../json';
import { at, isObject } from '../../json';
import type { FlowView } from './rule';

/** One thing that a step writes: a channel, or one field of it. */
export interface Writing {
  readonly step: string;
  readonly channel: string;
  /** Undefined where the channel is written as a whole. */
  readonly field: string | undefined;
  readonly path: JsonPath;
}

/** What the steps write, in the order of the file; of a plan that is the field `results` of its channel. */
export function writingsOf({ flow, graph }: FlowView): readonly Writing[] {
  return graph.steps.flatMap(({ id, kind, path }) => {
    const one = (target: string, here: JsonPath): Writing => {
      const dot = target.indexOf('.');
      return dot < 0
        ? { step: id, channel: target, field: undefined, path: here }
        : { step: id, channel: target.slice(0, dot), field: target.slice(dot + 1), path: here };
    };
    const here = [...path, 'writes'];
    const writes = at(flow, here);
    const channel = at(flow, [...path, 'channel']);
    const own = kind === 'plan' && typeof channel === 'string' ? [one(`${channel}.results`, [...path, 'channel'])] : [];
    if (typeof writes === 'string') return [...own, one(writes, here)];
    return isObject(writes) ? [...own, ...Object.keys(writes).map((key) => one(key, [...here, key]))] : own;
  });
}
