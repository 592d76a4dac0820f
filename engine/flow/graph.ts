import type { Json, JsonPath } from '../json';
import { at, isObject } from '../json';

/**
 * A flow read as steps and routes, as tolerantly as possible: whatever an author has half typed is still drawn and
 * checked. The canvas, the checks and the layout work on this; only the engine needs the strict `Flow`.
 */
export interface Graph {
  /** In the order of the file. */
  readonly steps: readonly GraphStep[];
  readonly routes: readonly Route[];
  readonly loops: readonly GraphLoop[];
  readonly start: readonly string[];
}

export interface GraphStep {
  readonly id: string;
  /** As written; possibly not a kind we know. Empty where there is none. */
  readonly kind: string;
  readonly title: string;
  readonly path: JsonPath;
}

/**
 * `strong`: the step's success. `weak`: a branch the worker names. `outcome`: another outcome of the kind (`failed`,
 * `fail`). `case`, `else`: a router's. `choice`: a person's answer.
 */
export type RouteKind = 'strong' | 'weak' | 'outcome' | 'case' | 'else' | 'choice';

export interface Route {
  /** Unique in the graph and stable under edits elsewhere: `<from>/<kind>/<name or index>`. */
  readonly id: string;
  readonly from: string;
  /** A step id or a terminal, possibly one that does not exist. */
  readonly to: string;
  readonly kind: RouteKind;
  /** The outcome, branch, choice or condition; empty for a strong route. */
  readonly label: string;
  /** The value that holds the target. */
  readonly path: JsonPath;
}

export interface GraphLoop {
  readonly id: string;
  readonly type: string;
  readonly head: string;
  readonly tail: string;
  /** Every step on a path from head to tail, in file order. */
  readonly body: readonly string[];
  /** Where running out leads; `@stop` where nothing is written. */
  readonly onExhausted: string;
  readonly path: JsonPath;
}

export const isTerminal = (target: string): boolean => target.startsWith('@');

/** The graph of a flow, whatever it is: anything but an object is a flow without steps. */
export function graphOf(anything: unknown): Graph {
  const flow: Json = isObject(anything) ? anything : {};
  const steps = Object.entries(members(flow, 'steps')).map(([id, step]) => ({
    id,
    kind: text(at(step, ['kind'])),
    title: text(at(step, ['title'])) || id,
    path: ['steps', id],
  }));
  const routes = steps.flatMap((step) => routesOf(step.id, at(flow, ['steps', step.id])));
  const indexes: Indexes = {
    leaving: routesBy(routes, 'from'),
    entering: routesBy(routes, 'to'),
    place: new Map(steps.map((step, index) => [step.id, index])),
  };
  const loops = Object.entries(members(flow, 'loops')).map(([id, loop]) => {
    const head = text(at(loop, ['head']));
    const tail = text(at(loop, ['tail']));
    return {
      id,
      type: text(at(loop, ['type'])),
      head,
      tail,
      body: bodyOf(indexes, head, tail),
      onExhausted: text(at(loop, ['onExhausted'])) || '@stop',
      path: ['loops', id],
    };
  });
  return { steps, routes, loops, start: texts(at(flow, ['start'])) };
}

/** Routes by where they come from. */
export type RouteIndex = ReadonlyMap<string, readonly Route[]>;

export function routesBy(routes: readonly Route[], end: 'from' | 'to'): RouteIndex {
  const index = new Map<string, Route[]>();
  for (const route of routes) {
    const list = index.get(route[end]);
    if (list === undefined) index.set(route[end], [route]);
    else list.push(route);
  }
  return index;
}

/** The targets that can be reached from `from` along routes, itself included. `stopAt` is reached but not left. */
export function reachable(leaving: RouteIndex, from: readonly string[], stopAt?: string): ReadonlySet<string> {
  return walk(from, (id) => (id === stopAt ? [] : (leaving.get(id) ?? [])), 'to');
}

/** The steps from which one of `to` can be reached, itself included; routes that `open` refuses are not taken. */
export function reaching(
  entering: RouteIndex,
  to: readonly string[],
  open: (route: Route) => boolean = () => true,
): ReadonlySet<string> {
  return walk(to, (id) => (entering.get(id) ?? []).filter(open), 'from');
}

function walk(
  from: readonly string[],
  routes: (id: string) => readonly Route[],
  end: 'from' | 'to',
): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [...from];
  for (let here = queue.pop(); here !== undefined; here = queue.pop()) {
    if (seen.has(here)) continue;
    seen.add(here);
    for (const route of routes(here)) queue.push(route[end]);
  }
  return seen;
}

interface Indexes {
  readonly leaving: RouteIndex;
  readonly entering: RouteIndex;
  readonly place: ReadonlyMap<string, number>;
}

function bodyOf({ leaving, entering, place }: Indexes, head: string, tail: string): readonly string[] {
  const forward = reachable(leaving, [head], tail);
  const both = forward.has(tail)
    ? reaching(entering, [tail], (route) => route.from !== tail && forward.has(route.from))
    : new Set([head, tail]);
  const order = (id: string) => place.get(id) ?? 0;
  return [...both].filter((id) => place.has(id)).sort((a, b) => order(a) - order(b));
}

function routesOf(from: string, step: Json | undefined): readonly Route[] {
  const base: JsonPath = ['steps', from];
  const route = (kind: RouteKind, name: string | number, label: string, to: Json | undefined, path: JsonPath) =>
    typeof to === 'string' && to !== '' ? [{ id: `${from}/${kind}/${name}`, from, to, kind, label, path }] : [];
  const named = (key: string, kind: RouteKind) =>
    Object.entries(members(step, key)).flatMap(([name, to]) => route(kind, name, name, to, [...base, key, name]));
  const next = at(step, ['next']);
  const strong = Array.isArray(next)
    ? next.flatMap((to: Json, index) => route('strong', index, '', to, [...base, 'next', index]))
    : route('strong', 0, '', next, [...base, 'next']);
  const cases = at(step, ['cases']);
  return [
    ...strong,
    ...named('routes', at(step, ['kind']) === 'ask' ? 'choice' : 'outcome'),
    ...named('branches', 'weak'),
    ...(Array.isArray(cases)
      ? cases.flatMap((item: Json, index) =>
          route('case', index, text(at(item, ['when'])), at(item, ['to']), [...base, 'cases', index, 'to']),
        )
      : []),
    ...route('else', 0, 'else', at(step, ['else']), [...base, 'else']),
  ];
}

function members(value: Json | undefined, key: string): Readonly<Record<string, Json>> {
  const found = at(value, [key]);
  return isObject(found) ? found : {};
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const texts = (value: Json | undefined): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((item: Json | undefined) =>
    typeof item === 'string' ? [item] : [],
  );
