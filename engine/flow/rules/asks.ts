import type { Fix, Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import type { GraphStep } from '../graph';
import { isTerminal } from '../graph';
import { ID } from '../names';
import { nearest, suggestion } from '../nearest';
import { changeTo, remove, setTo } from './fixes';
import type { FlowView } from './rule';
import { error, listAt, objectAt, warning } from './rule';

/** A question: its choices and routes match one to one, and a default can be taken. */
export function askRules(view: FlowView): readonly Issue[] {
  return view.graph.steps.flatMap((step) => (step.kind === 'ask' ? askRule(view, step) : []));
}

function askRule({ flow }: FlowView, { id, path }: GraphStep): readonly Issue[] {
  const listed = listAt(flow, [...path, 'choices']);
  const choices = listed.filter((choice) => typeof choice === 'string');
  const routes = objectAt(flow, [...path, 'routes']);
  const fallback = at(flow, [...path, 'default']);
  const issues: Issue[] = [];
  if (listed.length === 0)
    issues.push(
      error(
        'ask-without-choices',
        [...path, 'choices'],
        `"${id}" asks and offers no answer. Give "choices".`,
        firstChoices(path, Object.keys(routes)),
      ),
    );
  choices.forEach((choice, index) => {
    if (choices.indexOf(choice) < index)
      issues.push(
        error(
          'ask-choices',
          [...path, 'choices', listed.indexOf(choice, listed.indexOf(choice) + 1)],
          `The choice "${choice}" of "${id}" stands there twice. Remove one.`,
          setTo('Keep each once', [...path, 'choices'], [...new Set(listed)]),
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
    const fix = orOffer(path, name, routes[name], listed);
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
        changeTo([...path, 'default'], nearest(fallback, choices)) ?? remove([...path, 'default'], 'the default'),
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

/** Those that have a route already, else the two that a question usually has. */
function firstChoices(path: JsonPath, routed: readonly string[]): Fix {
  const choices = routed.length > 0 ? routed : ['continue', 'stop'];
  const routes = Object.fromEntries(choices.map((choice) => [choice, '@stop']));
  const changes = [{ path: [...path, 'choices'], value: choices }];
  const title = `Offer ${choices.map((choice) => `"${choice}"`).join(', ')}`;
  return { title, changes: routed.length > 0 ? changes : [...changes, { path: [...path, 'routes'], value: routes }] };
}

/** A route to an end is nobody's only way; any other one is kept by offering the choice. */
function orOffer(path: JsonPath, name: string, to: Json | undefined, choices: readonly Json[]): Fix {
  if (typeof to !== 'string' || isTerminal(to) || !ID.test(name))
    return remove([...path, 'routes', name], `the route "${name}"`);
  return setTo(`Offer "${name}"`, [...path, 'choices'], [...choices, name]);
}
