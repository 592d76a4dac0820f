import type { Fix, Issue } from '../../issue';
import type { Json, JsonObject, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import type { Graph, GraphStep, RouteIndex } from '../graph';
import { routesBy } from '../graph';

/** One family of findings. Rules are tolerant: a value that is not what they look for is another rule's matter. */
export type Rule = (view: FlowView) => readonly Issue[];

/** A flow as the rules look at it, with what several of them need found once. */
export interface FlowView {
  readonly flow: Json;
  readonly graph: Graph;
  readonly steps: ReadonlyMap<string, GraphStep>;
  readonly leaving: RouteIndex;
  readonly entering: RouteIndex;
}

export function viewOf(flow: Json, graph: Graph): FlowView {
  return {
    flow,
    graph,
    steps: new Map(graph.steps.map((step) => [step.id, step])),
    leaving: routesBy(graph.routes, 'from'),
    entering: routesBy(graph.routes, 'to'),
  };
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
