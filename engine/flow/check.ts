import type { Issue } from '../issue';
import type { Json } from '../json';
import type { Graph } from './graph';
import { graphOf } from './graph';
import { capRules } from './rules/caps';
import { commandRules } from './rules/commands';
import { expressionRules } from './rules/expressions';
import { reachRules } from './rules/reach';
import type { Rule } from './rules/rule';
import { viewOf } from './rules/rule';
import { shapeRules } from './rules/shape';
import { spanRules } from './rules/span';
import { stepRules } from './rules/steps';
import { targetRules } from './rules/targets';

const RULES: readonly Rule[] = [
  shapeRules,
  targetRules,
  reachRules,
  capRules,
  spanRules,
  stepRules,
  commandRules,
  expressionRules,
];

/**
 * All that is wrong with a flow, at once, however half-written it is. What single values must look like is the schema's
 * (`parse`); `examine` gives both. Never throws.
 */
export function check(flow: Json, graph: Graph = graphOf(flow)): readonly Issue[] {
  const view = viewOf(flow, graph);
  return RULES.flatMap((rule) => rule(view));
}
