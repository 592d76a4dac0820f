import type { Fix, Issue } from '../../issue';
import type { JsonPath } from '../../json';
import { at } from '../../json';
import type { GraphStep } from '../graph';
import { isTerminal } from '../graph';
import type { FlowView } from './rule';
import { error, listAt, objectAt, warning } from './rule';
import { workerFix } from './workerFix';

/** AF-14: a router decides by its cases or by a worker's choice among its branches, and by one of them only. */
export function routerRules(view: FlowView): readonly Issue[] {
  return view.graph.steps.flatMap((step) => (step.kind === 'router' ? routerRule(view, step) : []));
}

function routerRule(view: FlowView, { id, path }: GraphStep): readonly Issue[] {
  const { flow } = view;
  const has = (key: string) => at(flow, [...path, key]) !== undefined;
  const cases = listAt(flow, [...path, 'cases']).length > 0;
  const branches = Object.keys(objectAt(flow, [...path, 'branches'])).length > 0;
  const issues: Issue[] = [];
  if (!cases && !has('worker') && !branches)
    issues.push(
      error(
        'router-decides-nothing',
        path,
        `The router "${id}" has neither "cases" nor a "worker" with "branches": it cannot decide.`,
      ),
    );
  if (cases && (has('worker') || branches))
    issues.push(
      error(
        'router-decides-twice',
        path,
        `The router "${id}" has "cases" and a worker's "branches". Keep one of the two.`,
        keepCases(view, id, path),
      ),
    );
  if (!cases && has('worker') && !branches)
    issues.push(
      error(
        'router-decides-nothing',
        [...path, 'branches'],
        `The worker of the router "${id}" has nothing to choose from. Give "branches": names and where they lead.`,
      ),
    );
  if (!cases && branches && !has('worker'))
    issues.push(
      error(
        'missing-worker',
        [...path, 'worker'],
        `The router "${id}" has "branches" and no worker to choose one. Name a worker, or decide by "cases".`,
        workerFix(flow, path),
      ),
    );
  if (!has('else') && (cases || branches)) {
    const fix = { title: 'Add "else": "@stop"', changes: [{ path: [...path, 'else'], value: '@stop' }] };
    issues.push(
      warning(
        'router-without-else',
        [...path, 'else'],
        `The router "${id}" has no "else": where nothing matches, the run fails. Give "else" a target.`,
        fix,
      ),
    );
  }
  return issues;
}

/** Where a branch is the only way to a step, somebody has to say how else it is come to. */
function keepCases({ flow, leaving, entering }: FlowView, id: string, path: JsonPath): Fix | undefined {
  const weak = (leaving.get(id) ?? []).filter(({ kind }) => kind === 'weak');
  const only = weak.some(
    ({ to }) => !isTerminal(to) && (entering.get(to) ?? []).every((way) => way.from === id && way.kind === 'weak'),
  );
  const keys = ['worker', 'branches'].filter((key) => at(flow, [...path, key]) !== undefined);
  return only ? undefined : { title: 'Keep the cases', changes: keys.map((key) => ({ path: [...path, key] })) };
}
