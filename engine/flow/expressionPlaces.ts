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
  const place = (step: string | null, gives: ExpressionPlace['gives'], path: JsonPath): readonly ExpressionPlace[] => {
    const text = at(flow, path);
    return typeof text === 'string' && text !== '' ? [{ path, text, gives, step }] : [];
  };
  const each = (step: string, path: JsonPath) => {
    const map = at(flow, path);
    return isObject(map) ? Object.keys(map).flatMap((key) => place(step, 'value', [...path, key])) : [];
  };
  return [
    ...graph.steps.flatMap(({ id, path }) => [
      ...indexes(flow, [...path, 'cases']).flatMap((index) =>
        place(id, 'condition', [...path, 'cases', index, 'when']),
      ),
      ...place(id, 'condition', [...path, 'evaluator', 'when']),
      ...indexes(flow, [...path, 'evaluator', 'all']).flatMap((index) =>
        place(id, 'condition', [...path, 'evaluator', 'all', index, 'when']),
      ),
      ...place(id, 'list', [...path, 'over']),
      ...each(id, [...path, 'input']),
      ...(at(flow, [...path, 'kind']) === 'call' ? place(id, 'value', [...path, 'output']) : []),
      ...each(id, [...path, 'writes']),
      ...place(id, 'value', [...path, 'cache', 'key']),
      ...place(id, 'value', [...path, 'effect', 'key']),
    ]),
    ...graph.loops.flatMap(({ path }) => place(null, 'condition', [...path, 'exitWhen'])),
  ];
}

function indexes(flow: Json, path: JsonPath): readonly number[] {
  const list = at(flow, path);
  return Array.isArray(list) ? [...list.keys()] : [];
}
