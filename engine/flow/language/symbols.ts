import type { Json, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import type { Graph } from '../graph';
import { graphOf, routesBy } from '../graph';
import { membersIn, textIn } from '../graph/tolerant';
import type { ParsedFlow } from '../parse';
import { inWords } from './words';

/** A part of a flow as the outline of its text has it. */
export interface FlowSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'map' | 'step' | 'route' | 'loop' | 'worker' | 'channel' | 'input';
  /** Offsets of all of it. */
  readonly range: readonly [start: number, end: number];
  /** Offsets of its name, inside of `range`. */
  readonly key: readonly [start: number, end: number];
  readonly children: readonly FlowSymbol[];
}

type Parsed = Pick<ParsedFlow, 'keyRangeOf' | 'rangeOf'>;

/** Inputs, channels, workers, steps with where they lead, loops: in the order of the text. */
export function symbolsIn(flow: Json, parsed: Parsed): readonly FlowSymbol[] {
  const graph = graphOf(flow);
  const leaving = routesBy(graph.routes, 'from');
  const symbol = (
    kind: FlowSymbol['kind'],
    path: JsonPath,
    name: string,
    detail: string,
    children: readonly FlowSymbol[] = [],
  ): FlowSymbol => {
    const key = parsed.keyRangeOf(path);
    const value = parsed.rangeOf(path);
    const end = Math.max(value.offset + value.length, key.offset + key.length);
    // A key may be an empty text; a name must not be.
    return {
      kind,
      name: name || '""',
      detail,
      range: [key.offset, end],
      key: [key.offset, key.offset + key.length],
      children,
    };
  };
  const entries = (map: string, kind: FlowSymbol['kind'], detail: (value: Json) => string) =>
    Object.entries(membersIn(flow, [map])).map(([name, value]) => symbol(kind, [map, name], name, detail(value)));
  const maps: Readonly<Record<string, () => readonly FlowSymbol[]>> = {
    inputs: () => entries('inputs', 'input', (input) => textIn(input, ['type'])),
    channels: () => entries('channels', 'channel', (channel) => textIn(channel, ['reducer'])),
    workers: () => entries('workers', 'worker', (worker) => textIn(worker, ['use'])),
    steps: () =>
      graph.steps.map((step) => {
        const routes = leaving.get(step.id) ?? [];
        const children = routes.map((route) => symbol('route', route.path, `${inWords.way(route)} → ${route.to}`, ''));
        const detail = [step.kind, step.title === step.id ? '' : step.title].filter(Boolean).join(' · ');
        return symbol('step', step.path, step.id, detail, children);
      }),
    loops: () => graph.loops.map((loop) => symbol('loop', loop.path, loop.id, loopDetail(graph, flow, loop.id))),
  };
  return Object.keys(isObject(flow) ? flow : {}).flatMap((map) => {
    const children = Object.hasOwn(maps, map) && isObject(at(flow, [map])) ? maps[map]?.() : undefined;
    return children === undefined ? [] : [symbol('map', [map], map, String(children.length), children)];
  });
}

function loopDetail(graph: Graph, flow: Json, id: string): string {
  const loop = graph.loops.find((each) => each.id === id);
  return loop === undefined ? '' : `${loop.type} · ${loop.head} → ${loop.tail} · ${inWords.cap(flow, loop)}`;
}
