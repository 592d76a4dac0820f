import type { Fix, Issue } from '../../issue';
import type { Json, JsonObject, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import type { Graph, GraphStep, Route } from '../graph';

/** One family of findings. Rules are tolerant: a value that is not what they look for is another rule's matter. */
export type Rule = (view: FlowView) => readonly Issue[];

/** A flow as the rules look at it, with what several of them need found once. */
export interface FlowView {
  readonly flow: Json;
  readonly graph: Graph;
  readonly steps: ReadonlyMap<string, GraphStep>;
  readonly leaving: ReadonlyMap<string, readonly Route[]>;
  readonly entering: ReadonlyMap<string, readonly Route[]>;
}

export function viewOf(flow: Json, graph: Graph): FlowView {
  const leaving = new Map<string, Route[]>();
  const entering = new Map<string, Route[]>();
  for (const route of graph.routes) {
    put(leaving, route.from, route);
    put(entering, route.to, route);
  }
  return { flow, graph, steps: new Map(graph.steps.map((step) => [step.id, step])), leaving, entering };
}

export const error = (code: string, path: JsonPath, message: string, fix?: Fix): Issue =>
  fix === undefined ? { code, severity: 'error', path, message } : { code, severity: 'error', path, message, fix };
export const warning = (code: string, path: JsonPath, message: string, fix?: Fix): Issue =>
  fix === undefined ? { code, severity: 'warning', path, message } : { code, severity: 'warning', path, message, fix };
export const info = (code: string, path: JsonPath, message: string): Issue => ({
  code,
  severity: 'info',
  path,
  message,
});

export function objectAt(value: Json | undefined, path: JsonPath): JsonObject {
  const found = at(value, path);
  return isObject(found) ? found : {};
}

export function listAt(value: Json | undefined, path: JsonPath): readonly Json[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

function put(map: Map<string, Route[]>, key: string, route: Route): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [route]);
  else list.push(route);
}
