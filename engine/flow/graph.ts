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
  /** Every step on a path from head to tail, in file order. What leads from tail to head is no part of a path. */
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

/** The routes of one step, whatever its kind, in the order of their keys here. */
function routesOf(from: string, step: Json | undefined): readonly Route[] {
  const base: JsonPath = ['steps', from];
  const kind = textIn(step, ['kind']);
  const route = (how: RouteKind, name: string | number, label: string, to: Json | undefined, path: JsonPath) =>
    typeof to === 'string' && to !== '' ? [{ id: `${from}/${how}/${name}`, from, to, kind: how, label, path }] : [];
  const named = (key: string, how: RouteKind) =>
    Object.entries(membersIn(step, [key])).flatMap(([name, to]) => route(how, name, name, to, [...base, key, name]));
  const next = at(step, ['next']);
  const cases = at(step, ['cases']);
  return [
    ...(Array.isArray(next)
      ? next.flatMap((to: Json, index) => route('strong', index, '', to, [...base, 'next', index]))
      : route('strong', 0, '', next, [...base, 'next'])),
    ...named('routes', kind === 'ask' ? 'choice' : 'outcome').filter(({ label }) => kind !== 'plan' || label !== IDLE),
    ...(kind === 'plan' ? route('outcome', IDLE, IDLE, at(step, ['onIdle']), [...base, 'onIdle']) : []),
    ...named('branches', 'weak'),
    ...(Array.isArray(cases)
      ? cases.flatMap((item: Json, index) =>
          route('case', index, textIn(item, ['when']), at(item, ['to']), [...base, 'cases', index, 'to']),
        )
      : []),
    ...route('else', 0, 'else', at(step, ['else']), [...base, 'else']),
  ];
}

/** A plan writes this outcome with a key of its own, `onIdle`. */
const IDLE = 'idle';

function loopsIn(flow: Json, steps: readonly GraphStep[], routes: readonly Route[]): readonly GraphLoop[] {
  const leaving = routesBy(routes, 'from');
  const entering = routesBy(routes, 'to');
  const place = new Map(steps.map((step, index) => [step.id, index]));
  return Object.entries(membersIn(flow, ['loops'])).map(([id, loop]) => {
    const type = textIn(loop, ['type']);
    const keys = loopKeys(type);
    const head = textIn(loop, [keys.head]);
    const tail = textIn(loop, [keys.tail]);
    const order = (step: string) => place.get(step) ?? 0;
    return {
      id,
      type,
      head,
      tail,
      body: [...bodyOf(leaving, entering, head, tail)]
        .filter((step) => place.has(step))
        .sort((a, b) => order(a) - order(b)),
      onExhausted: textIn(loop, [keys.onExhausted]) || '@stop',
      onConverged: type === 'improve' ? textIn(loop, ['onConverged']) || null : null,
      path: ['loops', id],
    };
  });
}

function bodyOf(leaving: RouteIndex, entering: RouteIndex, head: string, tail: string): ReadonlySet<string> {
  const forward = reachable(leaving, [head], tail);
  if (!forward.has(tail)) return new Set([head, tail]);
  return reaching(entering, [tail], (route) => route.from !== tail && forward.has(route.from));
}
