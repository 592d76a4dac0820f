import type { Json, JsonPath } from '../json';
import { at, isObject } from '../json';
import { callersIn } from './graph/callers';
import { loopKeys } from './graph/loopKeys';
import { membersIn, textIn } from './graph/tolerant';

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
  /** The coordinator, where the flow names one. */
  readonly main: string | null;
  /** The one step that may lead to `@complete`, where the flow names one. */
  readonly terminal: string | null;
  /** Called step → the steps that call it, by `map.step` or `plan.handlers`. */
  readonly called: ReadonlyMap<string, readonly string[]>;
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
 * `revise`, a plan's `idle`). `case`, `else`: a router's. `choice`: a person's answer.
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
  /** As written; possibly not a type we know. */
  readonly type: string;
  /** The entry; of a group its `to`. */
  readonly head: string;
  /** Of a group its `from`. */
  readonly tail: string;
  /**
   * Every step on a path from head to tail, in file order (`membersOf` has the order of the paths). What leads on from
   * the tail is no part of a path. A group's paths are strong routes, as long as one leads to its tail; those of other
   * loops may go through a group or an improve loop by the ways out that it has of its own.
   */
  readonly body: readonly string[];
  /** Where running out leads, of a group its `exitTo`; `@stop` where nothing is written. */
  readonly onExhausted: string;
  /** Where an improve loop leads once it has converged; null where nothing is written: then where its tail leads. */
  readonly onConverged: string | null;
  readonly path: JsonPath;
}

export const isTerminal = (target: string): boolean => target.startsWith('@');

/** The graph of a flow, whatever it is: anything but an object is a flow without steps. */
export function graphOf(anything: unknown): Graph {
  const flow: Json = isObject(anything) ? anything : {};
  const steps = Object.entries(membersIn(flow, ['steps'])).map(([id, step]) => ({
    id,
    kind: textIn(step, ['kind']),
    title: textIn(step, ['title']) || id,
    path: ['steps', id],
  }));
  const routes = steps.flatMap((step) => routesOf(step.id, at(flow, step.path)));
  const start = at(flow, ['start']);
  return {
    steps,
    routes,
    loops: loopsIn(flow, steps, routes),
    start: (Array.isArray(start) ? start : [start]).filter((id: Json | undefined) => typeof id === 'string'),
    main: textIn(flow, ['main']) || null,
    terminal: textIn(flow, ['terminal']) || null,
    called: callersIn(membersIn(flow, ['steps'])),
  };
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
  return walk(from, (id) => (id === stopAt ? undefined : leaving.get(id)), 'to');
}

/** The steps from which one of `to` can be reached, itself included; routes that `open` refuses are not taken. */
export function reaching(
  entering: RouteIndex,
  to: readonly string[],
  open?: (route: Route) => boolean,
): ReadonlySet<string> {
  return walk(to, (id) => entering.get(id), 'from', open);
}

function walk(
  from: readonly string[],
  routes: (id: string) => readonly Route[] | undefined,
  end: 'from' | 'to',
  open?: (route: Route) => boolean,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [...from];
  for (let here = queue.pop(); here !== undefined; here = queue.pop()) {
    if (seen.has(here)) continue;
    seen.add(here);
    for (const route of routes(here) ?? [])
      if ((open === undefined || open(route)) && !seen.has(route[end])) queue.push(route[end]);
  }
  return seen;
}

/** The routes of one step, whatever its kind, in the order of their keys here. */
function routesOf(from: string, step: Json | undefined): readonly Route[] {
  if (!isObject(step)) return [];
  const base: JsonPath = ['steps', from];
  const { kind, next, cases } = step;
  const found: Route[] = [];
  const add = (how: RouteKind, name: string | number, label: string, to: Json | undefined, path: JsonPath) => {
    if (typeof to === 'string' && to !== '')
      found.push({ id: `${from}/${how}/${name}`, from, to, kind: how, label, path });
  };
  const named = (key: string, how: RouteKind) => {
    for (const [name, to] of Object.entries(membersIn(step, [key])))
      if (kind !== 'plan' || key !== 'routes' || name !== IDLE) add(how, name, name, to, [...base, key, name]);
  };
  if (Array.isArray(next))
    next.forEach((to: Json, index) => {
      add('strong', index, '', to, [...base, 'next', index]);
    });
  else add('strong', 0, '', next, [...base, 'next']);
  named('routes', kind === 'ask' ? 'choice' : 'outcome');
  if (kind === 'plan') add('outcome', IDLE, IDLE, step.onIdle, [...base, 'onIdle']);
  named('branches', 'weak');
  if (Array.isArray(cases))
    cases.forEach((item: Json, index) => {
      add('case', index, textIn(item, ['when']), at(item, ['to']), [...base, 'cases', index, 'to']);
    });
  add('else', 0, 'else', step.else, [...base, 'else']);
  return found;
}

/** A plan writes this outcome with a key of its own, `onIdle`. */
const IDLE = 'idle';

function loopsIn(flow: Json, steps: readonly GraphStep[], routes: readonly Route[]): readonly GraphLoop[] {
  const spans = Object.entries(membersIn(flow, ['loops'])).map(([id, loop]) => spanOf(id, loop));
  const inner = spans.filter(({ type }) => type === 'group' || type === 'improve').flatMap(exitsOf);
  if (spans.length === 0) return [];
  const groups = spans.some(({ type }) => type === 'group');
  const strong = indexed(groups ? routes.filter((route) => route.kind === 'strong') : []);
  const all = indexed([...routes, ...inner]);
  const place = new Map(steps.map((step, index) => [step.id, index]));
  const order = (step: string) => place.get(step) ?? 0;
  return spans.map((span) => {
    const body = (span.type === 'group' ? stepsBetween(strong, span) : undefined) ?? stepsBetween(all, span);
    const found = [...(body ?? new Set([span.head, span.tail]))].filter((step) => place.has(step));
    return { ...span, body: found.sort((a, b) => order(a) - order(b)) };
  });
}

function spanOf(id: string, loop: Json): Omit<GraphLoop, 'body'> {
  const type = textIn(loop, ['type']);
  const keys = loopKeys(type);
  return {
    id,
    type,
    head: textIn(loop, [keys.head]),
    tail: textIn(loop, [keys.tail]),
    onExhausted: textIn(loop, [keys.onExhausted]) || '@stop',
    onConverged: type === 'improve' ? textIn(loop, ['onConverged']) || null : null,
    path: ['loops', id],
  };
}

/**
 * The ways out that a loop has of its own, beside its tail's strong route, as routes from its tail. They are not among
 * `Graph.routes`.
 */
export function exitsOf(loop: Omit<GraphLoop, 'body'>): readonly Route[] {
  const exit = (key: string, to: string): Route => ({
    id: `loop:${loop.id}/outcome/${key}`,
    from: loop.tail,
    to,
    kind: 'outcome',
    label: key,
    path: [...loop.path, key],
  });
  return [
    exit(loopKeys(loop.type).onExhausted, loop.onExhausted),
    ...(loop.onConverged === null ? [] : [exit('onConverged', loop.onConverged)]),
  ];
}

interface Indexes {
  readonly leaving: RouteIndex;
  readonly entering: RouteIndex;
}

const indexed = (routes: readonly Route[]): Indexes => ({
  leaving: routesBy(routes, 'from'),
  entering: routesBy(routes, 'to'),
});

/** Undefined where no path leads from head to tail. */
function stepsBetween({ leaving, entering }: Indexes, { head, tail }: { head: string; tail: string }) {
  const forward = reachable(leaving, [head], tail);
  if (!forward.has(tail)) return undefined;
  return reaching(entering, [tail], (route) => route.from !== tail && forward.has(route.from));
}
