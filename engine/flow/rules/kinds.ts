import type { Issue } from '../../issue';
import type { JsonPath } from '../../json';
import { at } from '../../json';
import type { GraphStep } from '../graph';
import type { FlowView } from './rule';
import { error, objectAt, warning } from './rule';

/** What gates, watches and plans need beside their routes. */
export function kindRules(view: FlowView): readonly Issue[] {
  return view.graph.steps.flatMap((step) => {
    if (step.kind === 'gate') return gateRule(view, step);
    if (step.kind === 'watch') return watchRule(view, step);
    return step.kind === 'plan' ? planRule(view, step) : [];
  });
}

function gateRule({ flow }: FlowView, { id, path }: GraphStep): readonly Issue[] {
  const here = [...path, 'maxAttempts'];
  const most = at(flow, here);
  if (most === undefined || (typeof most === 'number' && Number.isInteger(most) && most >= 1)) return [];
  const fix = { title: 'Set maxAttempts to 3', changes: [{ path: here, value: 3 }] };
  const message = `maxAttempts of the gate "${id}" must be a whole number from 1: how often it may be visited before it escalates.`;
  return [error('gate-attempts', here, message, fix)];
}

/** A way out that is needed and missing, or there and never taken. */
function watchRule({ flow }: FlowView, { id, path }: GraphStep): readonly Issue[] {
  const way = (route: string, on: boolean, key: string, when: string) => {
    const here: JsonPath = [...path, 'routes', route];
    const to = at(flow, here);
    if (on && (to === undefined || to === '')) {
      const fix = { title: `Lead "${route}" to "@stop"`, changes: [{ path: here, value: '@stop' }] };
      const message = `The watch "${id}" has ${key} and no route "${route}": it would not know where to go ${when}. Give it a target.`;
      return [error('watch-routes', here, message, fix)];
    }
    if (on || to === undefined) return [];
    const message = `The watch "${id}" has a route "${route}" and no ${key}: it is never taken.`;
    return [warning('watch-routes', here, message, { title: 'Remove the route', changes: [{ path: here }] })];
  };
  return [
    ...way('deadline', at(flow, [...path, 'deadline']) !== undefined, '"deadline"', 'once it has passed'),
    ...way('failed', at(flow, [...path, 'strict']) === true, '"strict"', 'when a poll fails'),
  ];
}

function planRule({ flow }: FlowView, { id, path }: GraphStep): readonly Issue[] {
  if (Object.keys(objectAt(flow, [...path, 'handlers'])).length > 0) return [];
  const message = `The plan "${id}" has no handlers: it can run no task. Give "handlers": kinds of tasks and the step that each is worked on by.`;
  return [error('plan-without-handlers', [...path, 'handlers'], message)];
}
