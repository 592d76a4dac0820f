import type { Json, JsonPath } from '../json';
import { at, isObject } from '../json';
import type { Graph } from './graph';

/** An expression of a flow. `condition`: it has to give true or false. `list`: a list. */
export interface ExpressionPlace {
  readonly path: JsonPath;
  readonly text: string;
  readonly gives: 'condition' | 'list' | 'value';
  /** The step whose key it is; null for a loop's. */
  readonly step: string | null;
}

/** Whether it speaks of another flow: what a call gives back is made from the state of the one that it called. */
export const isOfCalledFlow = ({ path }: Pick<ExpressionPlace, 'path'>): boolean =>
  path[0] === 'steps' && path.length === 3 && path[2] === 'output';

/** Every expression of a flow that is not empty, in the order of the steps, then of the loops. */
export function expressionPlaces(flow: Json, graph: Graph): readonly ExpressionPlace[] {
  const found: ExpressionPlace[] = [];
  const add = (step: string | null, gives: ExpressionPlace['gives'], path: JsonPath, text: Json | undefined) => {
    if (typeof text === 'string' && text !== '') found.push({ path, text, gives, step });
  };
  for (const { id, path } of graph.steps) {
    const step = at(flow, path);
    if (!isObject(step)) continue;
    listed(step, 'cases').forEach((item, index) => {
      add(id, 'condition', [...path, 'cases', index, 'when'], at(item, ['when']));
    });
    const { evaluator } = step;
    add(id, 'condition', [...path, 'evaluator', 'when'], at(evaluator, ['when']));
    listed(evaluator, 'all').forEach((item, index) => {
      add(id, 'condition', [...path, 'evaluator', 'all', index, 'when'], at(item, ['when']));
    });
    add(id, 'list', [...path, 'over'], step.over);
    for (const [key, text] of members(step, 'input')) add(id, 'value', [...path, 'input', key], text);
    if (step.kind === 'call') add(id, 'value', [...path, 'output'], step.output);
    for (const [key, text] of members(step, 'writes')) add(id, 'value', [...path, 'writes', key], text);
    for (const guard of ['cache', 'effect']) add(id, 'value', [...path, guard, 'key'], at(step[guard], ['key']));
  }
  for (const { path } of graph.loops) add(null, 'condition', [...path, 'exitWhen'], at(flow, [...path, 'exitWhen']));
  return found;
}

const listed = (value: Json | undefined, key: string): readonly Json[] => {
  const list = at(value, [key]);
  return Array.isArray(list) ? list : [];
};

const members = (value: Json, key: string): readonly (readonly [string, Json])[] => {
  const map = at(value, [key]);
  return isObject(map) ? Object.entries(map) : [];
};
