import type { Fix, Issue } from '../../issue';
import type { Json, JsonObject, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import type { ExpressionPlace } from '../expressionPlaces';
import { expressionPlaces } from '../expressionPlaces';
import type { Graph, GraphLoop, GraphStep, Route, RouteIndex } from '../graph';
import { exitsOf, routesBy } from '../graph';
import { nearest } from '../nearest';
import type { Writing } from './writings';
import { writingsOf } from './writings';

/** One family of findings. Rules are tolerant: a value that is not what they look for is another rule's matter. */
export type Rule = (view: FlowView) => readonly Issue[];

/** A flow as the rules look at it, with what several of them need found once. */
export interface FlowView {
  readonly flow: Json;
  readonly graph: Graph;
  readonly steps: ReadonlyMap<string, GraphStep>;
  /** What is written of a step; an object without members where that is none. */
  readonly written: (step: string) => JsonObject;
  readonly leaving: RouteIndex;
  readonly entering: RouteIndex;
  /** The routes, and the ways out that loops have of their own. */
  readonly ways: readonly Route[];
  readonly waysFrom: RouteIndex;
  readonly waysTo: RouteIndex;
  readonly expressions: () => readonly ExpressionPlace[];
  readonly writings: () => readonly Writing[];
  /** The known name that was meant, if one is near. A flow that is full of unknown names gets only so many guesses. */
  readonly near: (name: string, known: Iterable<string>) => string | undefined;
}

/** Names that are compared in one check. */
const MOST_COMPARED = 100_000;

export function viewOf(flow: Json, graph: Graph): FlowView {
  let left = MOST_COMPARED;
  const exits = graph.loops.flatMap(exitsOf);
  const leaving = routesBy(graph.routes, 'from');
  const entering = routesBy(graph.routes, 'to');
  const steps = objectAt(flow, ['steps']);
  return {
    flow,
    graph,
    steps: new Map(graph.steps.map((step) => [step.id, step])),
    written: (id) => {
      const step = steps[id];
      return isObject(step) && Object.hasOwn(steps, id) ? step : NOTHING;
    },
    leaving,
    entering,
    ways: [...graph.routes, ...exits],
    waysFrom: withMore(leaving, exits, 'from'),
    waysTo: withMore(entering, exits, 'to'),
    expressions: once(() => expressionPlaces(flow, graph)),
    writings: once(() => writingsOf(flow, graph)),
    near: (name, known) => {
      if (left <= 0) return undefined;
      const candidates = [...known];
      left -= candidates.length;
      return nearest(name, candidates);
    },
  };
}

const NOTHING: JsonObject = {};

function withMore(index: RouteIndex, more: readonly Route[], end: 'from' | 'to'): RouteIndex {
  if (more.length === 0) return index;
  const all = new Map(index);
  for (const route of more) all.set(route[end], [...(all.get(route[end]) ?? []), route]);
  return all;
}

/** Found when it is first asked for: several rules look at the same. */
export function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

export const isGroup = ({ type }: GraphLoop): boolean => type === 'group';
export const isImprove = ({ type }: GraphLoop): boolean => type === 'improve';
/** What has no type that is known is looked at as the one that has the most rules. */
export const isUntil = (loop: GraphLoop): boolean => !isGroup(loop) && !isImprove(loop);

/** A route as a sentence speaks of it. */
export function named({ label, from, to }: Route): string {
  return label === '' ? `The route from "${from}" to "${to}"` : `The route "${label}" from "${from}" to "${to}"`;
}

/** ` Did you mean "x"?`, or nothing. */
export const meaning = (name: string | undefined): string => (name === undefined ? '' : ` Did you mean "${name}"?`);

export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

export const error = (code: string, path: JsonPath, message: string, fix?: Fix): Issue =>
  fix === undefined ? { code, severity: 'error', path, message } : { code, severity: 'error', path, message, fix };
export const warning = (code: string, path: JsonPath, message: string, fix?: Fix): Issue =>
  fix === undefined ? { code, severity: 'warning', path, message } : { code, severity: 'warning', path, message, fix };
export const info = (code: string, path: JsonPath, message: string, fix?: Fix): Issue =>
  fix === undefined ? { code, severity: 'info', path, message } : { code, severity: 'info', path, message, fix };

export function objectAt(value: Json | undefined, path: JsonPath): JsonObject {
  const found = at(value, path);
  return isObject(found) ? found : {};
}

export function listAt(value: Json | undefined, path: JsonPath): readonly Json[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}
