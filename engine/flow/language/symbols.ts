import type { Node } from 'jsonc-parser';
import { findNodeAtLocation } from 'jsonc-parser';
import type { Json } from '../../json';
import { at } from '../../json';
import { graphOf, routesBy } from '../graph';
import { textIn } from '../graph/tolerant';
import { jsonOf, readSyntax } from '../syntax';
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

/** Inputs, channels, workers, steps with where they lead, loops: in the order of the text, as far as it can be read. */
export function symbolsIn(text: string): readonly FlowSymbol[] {
  const { root } = readSyntax(text);
  if (root === undefined) return [];
  const flow = jsonOf(root);
  const graph = graphOf(flow);
  const leaving = routesBy(graph.routes, 'from');
  const loops = new Map(graph.loops.map((loop) => [loop.id, loop]));
  const steps = new Map(graph.steps.map((step) => [step.id, step]));
  const details: Readonly<Record<string, (name: string, value: Json) => string>> = {
    inputs: (_, input) => textIn(input, ['type']),
    channels: (_, channel) => textIn(channel, ['reducer']),
    workers: (_, worker) => textIn(worker, ['use']),
    steps: (id) => {
      const { kind = '', title = id } = steps.get(id) ?? {};
      return [kind, title === id ? '' : title].filter(Boolean).join(' · ');
    },
    loops: (id) => {
      const loop = loops.get(id);
      return loop === undefined ? '' : `${loop.type} · ${loop.head} → ${loop.tail} · ${inWords.cap(flow, loop)}`;
    },
  };
  const routesOf = (step: string, value: Node): readonly FlowSymbol[] =>
    (leaving.get(step) ?? []).flatMap((route) => {
      const inside = route.path.slice(2);
      const found = findNodeAtLocation(value, [...inside]);
      const whole = typeof inside.at(-1) === 'string' ? found?.parent : found;
      return whole === undefined ? [] : [symbol('route', `${inWords.way(route)} → ${route.to}`, '', whole, [])];
    });
  // Looked up member by member from the top: a large flow has thousands of them.
  return membersOf(root).flatMap(([map, property, value]) => {
    const detail = Object.hasOwn(details, map) ? details[map] : undefined;
    if (detail === undefined || value?.type !== 'object') return [];
    const children = membersOf(value).map(([name, member, held]) =>
      symbol(
        KINDS[map] ?? 'map',
        name,
        detail(name, at(flow, [map, name]) ?? null),
        member,
        map === 'steps' && held !== undefined ? routesOf(name, held) : [],
      ),
    );
    return [symbol('map', map, String(children.length), property, children)];
  });
}

const KINDS: Readonly<Record<string, FlowSymbol['kind']>> = {
  inputs: 'input',
  channels: 'channel',
  workers: 'worker',
  steps: 'step',
  loops: 'loop',
};

/** The members of an object, each with its name, its whole and its value. */
const membersOf = (object: Node): readonly (readonly [string, Node, Node | undefined])[] =>
  (object.type === 'object' ? (object.children ?? []) : []).map((property) => [
    String(property.children?.[0]?.value),
    property,
    property.children?.[1],
  ]);

/** `whole`: a member, whose name is its key, or a value that is its own name. */
function symbol(
  kind: FlowSymbol['kind'],
  name: string,
  detail: string,
  whole: Node,
  children: readonly FlowSymbol[],
): FlowSymbol {
  const key = whole.type === 'property' ? (whole.children?.[0] ?? whole) : whole;
  const range = (node: Node) => [node.offset, node.offset + node.length] as const;
  // A key may be an empty text; a name must not be.
  return { kind, name: name || '""', detail, range: range(whole), key: range(key), children };
}
