import type { Graph } from '../../../engine/flow/graph';
import type { Issue } from '../../../engine/issue';
import type { JsonPath } from '../../../engine/json';
import { loopKey, routeKey } from '../selection';

/** How many issues stand on one thing, and what to tell about them. */
export interface Tally {
  readonly errors: number;
  readonly warnings: number;
  readonly messages: readonly string[];
}

const startsWith = (path: JsonPath, prefix: JsonPath): boolean => prefix.every((key, index) => path[index] === key);

/** The issues on a value or on anything inside it. */
export const issuesWithin = (issues: readonly Issue[], path: JsonPath): readonly Issue[] =>
  issues.filter((issue) => startsWith(issue.path, path));

/** What a field says about its value: errors, and what is no error. */
export function notesOn(issues: readonly Issue[], path: JsonPath) {
  const within = issuesWithin(issues, path);
  const said = (error: boolean) => [
    ...new Set(within.filter((issue) => (issue.severity === 'error') === error).map((issue) => issue.message)),
  ];
  return { errors: said(true), remarks: said(false) };
}

export function tallyOf(issues: readonly Issue[]): Tally {
  return {
    errors: issues.filter((issue) => issue.severity === 'error').length,
    warnings: issues.filter((issue) => issue.severity === 'warning').length,
    messages: issues.map((issue) => issue.message),
  };
}

/** The most exact thing on the canvas that an issue is about: a route, else its step, else a loop, else nothing. */
export function aboutOf(graph: Graph, issue: Issue): string | null {
  const [room, id] = issue.path;
  if (typeof id !== 'string') return null;
  if (room === 'loops') return graph.loops.some((loop) => loop.id === id) ? loopKey(id) : null;
  if (room !== 'steps' || !graph.steps.some((step) => step.id === id)) return null;
  const route = graph.routes.find((item) => item.path.length > 2 && startsWith(issue.path, item.path));
  return route ? routeKey(route.id) : id;
}
