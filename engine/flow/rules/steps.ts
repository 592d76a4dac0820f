import type { Issue } from '../../issue';
import type { JsonPath } from '../../json';
import { at } from '../../json';
import type { GraphStep } from '../graph';
import { ID } from '../names';
import { nearest, suggestion } from '../nearest';
import type { FlowView } from './rule';
import { error, info, listAt, objectAt, warning } from './rule';

/** What each kind of step needs, beyond the shape of its own keys. */
export function stepRules(view: FlowView): readonly Issue[] {
  return view.graph.steps.flatMap((step) => [
    ...workerRule(view, step),
    ...readsRule(view, step),
    ...(step.kind === 'router' ? routerRule(view, step) : []),
    ...(step.kind === 'ask' ? askRule(view, step) : []),
    ...(step.kind === 'work' && Object.keys(objectAt(view.flow, [...step.path, 'branches'])).length > 0
      ? [
          warning(
            'works-and-decides',
            [...step.path, 'branches'],
            `"${step.id}" does work and decides where to go on. A router behind it keeps the two apart.`,
          ),
        ]
      : []),
  ]);
}

function workerRule({ flow }: FlowView, step: GraphStep): readonly Issue[] {
  const path = [...step.path, 'worker'];
  const worker = at(flow, path);
  const known = Object.keys(objectAt(flow, ['workers']));
  if (worker === undefined || worker === '') {
    if (step.kind !== 'work' && step.kind !== 'judge') return [];
    const first = known[0];
    const fix = first === undefined ? undefined : { title: `Use "${first}"`, changes: [{ path, value: first }] };
    return [
      error(
        'missing-worker',
        path,
        `The step "${step.id}" has no worker. Name one of "workers" or of the settings.`,
        fix,
      ),
    ];
  }
  if (typeof worker !== 'string' || known.includes(worker)) return [];
  const message = `The worker "${worker}" is not in this flow: the settings must know it.${suggestion(worker, known)}`;
  return [info('worker-not-in-flow', path, message)];
}

function readsRule({ flow, steps }: FlowView, step: GraphStep): readonly Issue[] {
  const path = [...step.path, 'reads'];
  return listAt(flow, path).flatMap((name, index) => {
    if (typeof name !== 'string' || steps.has(name) || !ID.test(name)) return [];
    const meant = nearest(name, steps.keys());
    const here: JsonPath = [...path, index];
    if (meant === undefined)
      return [info('unknown-read', here, `There is no step "${name}": it is read as a file of that name.`)];
    const message = `There is no step "${name}": it is read as a file of that name.${suggestion(name, steps.keys())}`;
    return [
      warning('unknown-read', here, message, {
        title: `Change to "${meant}"`,
        changes: [{ path: here, value: meant }],
      }),
    ];
  });
}

function routerRule({ flow }: FlowView, { id, path }: GraphStep): readonly Issue[] {
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

function askRule({ flow }: FlowView, { id, path }: GraphStep): readonly Issue[] {
  const listed = listAt(flow, [...path, 'choices']);
  const choices = listed.filter((choice) => typeof choice === 'string');
  const routes = objectAt(flow, [...path, 'routes']);
  const fallback = at(flow, [...path, 'default']);
  const issues: Issue[] = [];
  if (listed.length === 0)
    issues.push(
      error('ask-without-choices', [...path, 'choices'], `"${id}" asks and offers no answer. Give "choices".`),
    );
  choices.forEach((choice, index) => {
    if (choices.indexOf(choice) < index)
      issues.push(
        error(
          'ask-choices',
          [...path, 'choices', listed.indexOf(choice, listed.indexOf(choice) + 1)],
          `The choice "${choice}" of "${id}" stands there twice. Remove one.`,
        ),
      );
    else if (!Object.hasOwn(routes, choice)) {
      const to = [...path, 'routes', choice];
      const fix = { title: `Lead "${choice}" to "@stop"`, changes: [{ path: to, value: '@stop' }] };
      issues.push(error('ask-choices', to, `The choice "${choice}" of "${id}" leads nowhere. Give it a route.`, fix));
    }
  });
  for (const name of Object.keys(routes)) {
    if (choices.includes(name)) continue;
    const fix = { title: `Remove the route "${name}"`, changes: [{ path: [...path, 'routes', name] }] };
    issues.push(
      error(
        'ask-choices',
        [...path, 'routes', name],
        `"${id}" has a route for "${name}", which is none of its choices.${suggestion(name, choices)}`,
        fix,
      ),
    );
  }
  if (typeof fallback === 'string' && !choices.includes(fallback))
    issues.push(
      error(
        'ask-default',
        [...path, 'default'],
        `The default "${fallback}" of "${id}" is none of its choices.${suggestion(fallback, choices)}`,
      ),
    );
  if (fallback !== undefined && at(flow, [...path, 'deadline']) === undefined) {
    const fix = { title: 'Remove the default', changes: [{ path: [...path, 'default'] }] };
    issues.push(
      warning(
        'ask-default',
        [...path, 'default'],
        `"${id}" has a default and no deadline, so it is never taken. Give "deadline", or remove it.`,
        fix,
      ),
    );
  }
  return issues;
}
