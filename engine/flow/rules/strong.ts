import type { Fix, Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import type { GraphStep } from '../graph';
import { isTerminal } from '../graph';
import { hasStrongRoute } from '../outcomes';
import { leadTo, setTo, withoutItem } from './fixes';
import type { FlowView } from './rule';
import { error } from './rule';

/** One strong route where one is due, none where none is, and the other routes that a kind cannot do without. */
export function strongRules(view: FlowView): readonly Issue[] {
  const last = view.graph.steps.filter(({ id }) => !view.graph.called.has(id)).at(-1)?.id;
  return view.graph.steps.flatMap((step) => {
    if (view.graph.called.has(step.id)) return [];
    const due = hasStrongRoute(step.kind);
    return [
      ...(due ? dueRule(view, step, step.id === last) : notDueRule(view, step)),
      ...(ALSO_DUE[step.kind] ?? []).flatMap(([path, what]) => alsoDue(view, step, path, what)),
    ];
  });
}

const INSTEAD: Readonly<Record<string, string>> = {
  router: '"cases", "branches" and "else"',
  ask: '"routes", one for each choice',
  plan: '"onIdle" and the routes "complete" and "stalled"',
  watch: 'the routes "activity" and "terminal"',
};

/** Routes without which a step of the kind could not go on, and when each is taken. */
const ALSO_DUE: Readonly<Record<string, readonly (readonly [JsonPath, string])[]>> = {
  gate: [
    [['routes', 'revise'], 'when it is not passed'],
    [['routes', 'escalate'], 'when it was not passed as often as it may be visited'],
  ],
  plan: [[['onIdle'], 'when nothing can be run now']],
  watch: [
    [['routes', 'activity'], 'when something happened'],
    [['routes', 'terminal'], 'when what it watches has ended'],
  ],
};

function notDueRule({ flow }: FlowView, step: GraphStep): readonly Issue[] {
  const path = [...step.path, 'next'];
  if (at(flow, path) === undefined) return [];
  const fix = { title: 'Remove "next"', changes: [{ path }] };
  const message = `A step of kind ${step.kind} has no "next": it leads on by ${INSTEAD[step.kind] ?? 'its routes'}.`;
  return [error('strong-route-not-due', path, message, fix)];
}

function dueRule({ written, graph }: FlowView, step: GraphStep, last: boolean): readonly Issue[] {
  const path = [...step.path, 'next'];
  const { next } = written(step.id);
  if (typeof next === 'string' && next !== '') return [];
  const list: readonly Json[] = Array.isArray(next) ? next : [];
  if (next === undefined || next === '' || (Array.isArray(next) && next.length === 0)) {
    const target = last ? '"@complete"' : 'a step or an end such as "@stop"';
    const fix = leadTo(path, last && graph.terminal === null && graph.loops.length === 0 ? '@complete' : '@stop');
    return [error('missing-target', path, `The step "${step.id}" leads nowhere. Give "next" ${target}.`, fix)];
  }
  if (list.length > 1 && step.kind === 'judge') {
    const message = `The judge "${step.id}" has ${list.length} strong routes, and a confirmed goal leads to one place. Keep one.`;
    const [first] = list;
    const fix = first === undefined ? undefined : setTo(`Keep "${String(first)}"`, path, first);
    return [error('many-strong-routes', path, message, fix)];
  }
  const seen = new Set<unknown>();
  return list.flatMap((to, index) => {
    if (seen.has(to))
      return [
        error(
          'many-strong-routes',
          [...path, index],
          `"${step.id}" leads to "${String(to)}" twice. Remove one.`,
          onceEach(path, list),
        ),
      ];
    seen.add(to);
    if (list.length < 2 || typeof to !== 'string' || !isTerminal(to)) return [];
    const message = `"${step.id}" fans out to "${to}" beside other steps: a run cannot end and go on. Keep one strong route or steps only.`;
    return [error('many-strong-routes', [...path, index], message, withoutItem(path, list, index, `"${to}"`))];
  });
}

function alsoDue({ flow }: FlowView, step: GraphStep, key: JsonPath, when: string): readonly Issue[] {
  const path = [...step.path, ...key];
  const to = at(flow, path);
  if (to !== undefined && to !== '') return [];
  const name = String(key.at(-1));
  const fix = leadTo(path, name === 'escalate' ? '@escalate' : '@stop');
  const what = name === 'onIdle' ? '"onIdle"' : `the route "${name}"`;
  const message = `The ${step.kind} "${step.id}" lacks ${what}: where it leads ${when}. Give it a target.`;
  return [error('missing-target', path, message, fix)];
}

function onceEach(path: JsonPath, list: readonly Json[]): Fix {
  const left = [...new Set(list)];
  const [only] = left;
  return setTo('Keep each once', path, only !== undefined && left.length === 1 ? only : left);
}
