import type { Issue } from '../issue';
import type { Json } from '../json';
import type { Graph } from './graph';
import { graphOf } from './graph';
import { askRules } from './rules/asks';
import { calledRules } from './rules/called';
import { capRules } from './rules/caps';
import { channelRules } from './rules/channels';
import { commandRules } from './rules/commands';
import { conflictRules } from './rules/conflicts';
import { coordinationRules } from './rules/coordination';
import { effectRules } from './rules/effects';
import { expressionRules } from './rules/expressions';
import { groupRules } from './rules/groups';
import { improveRules } from './rules/improve';
import { kindRules } from './rules/kinds';
import { meetingRules } from './rules/meetings';
import { overlapRules } from './rules/overlap';
import { reachRules } from './rules/reach';
import { routerRules } from './rules/routers';
import type { Rule } from './rules/rule';
import { viewOf } from './rules/rule';
import { shapeRules } from './rules/shape';
import { spanRules } from './rules/span';
import { stepRules } from './rules/steps';
import { strongRules } from './rules/strong';
import { successRules } from './rules/success';
import { targetRules } from './rules/targets';
import { workspaceRules } from './rules/workspace';
import { writtenRules } from './rules/written';

const RULES: readonly Rule[] = [
  shapeRules,
  targetRules,
  strongRules,
  calledRules,
  reachRules,
  successRules,
  coordinationRules,
  capRules,
  spanRules,
  groupRules,
  improveRules,
  overlapRules,
  meetingRules,
  stepRules,
  routerRules,
  askRules,
  kindRules,
  effectRules,
  commandRules,
  workspaceRules,
  channelRules,
  conflictRules,
  writtenRules,
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
