import type { Fix, Issue } from '../../issue';
import type { JsonPath } from '../../json';
import { at } from '../../json';
import type { GraphLoop, Route } from '../graph';
import { isTerminal } from '../graph';
import { hasStrongRoute } from '../outcomes';
import { changeTo } from './fixes';
import type { FlowView } from './rule';
import { error, isGroup, named, warning } from './rule';

/**
 * Loop groups.
 * - SE-04 The tail's strong route leads to the entry.
 * - SE-05 Each member has exactly one strong route.
 * - SE-06, SE-07 The strong routes lead from the entry to the tail, and not over Main.
 * - SE-08 The tail is not the terminal step.
 * - SE-09 The exit stands outside.
 * - SE-12 No member has a weak route.
 * - Only the tail leads back to the entry.
 * Groups that share steps are the matter of `overlap`; names that are not there that of `targets`.
 */
export function groupRules(view: FlowView): readonly Issue[] {
  const main = at(view.flow, ['main']);
  const terminal = at(view.flow, ['terminal']);
  return view.graph.loops
    .filter((loop) => isGroup(loop) && view.steps.has(loop.head) && view.steps.has(loop.tail))
    .flatMap((group) => {
      const walk = walked(view, group, main);
      const members = [...new Set([...walk.members, ...group.body])].filter((id) => id !== main || walk.end !== 'main');
      return [
        ...tailRule(view, group),
        ...members.flatMap((id) => memberRule(view, group, id)),
        ...walkRule(group, walk),
        ...(group.tail === terminal ? [terminalTail(group)] : []),
        ...exitRule(view, group, new Set(members)),
      ];
    });
}

interface Walk {
  readonly members: readonly string[];
  /** `stuck`: a member has no strong route, which is said of the member. */
  readonly end: 'tail' | 'main' | 'elsewhere' | 'stuck';
  /** The route that leads wrong. */
  readonly route: Route | undefined;
}

/** Along the strong routes, from the entry. */
function walked({ leaving, steps }: FlowView, group: GraphLoop, main: unknown): Walk {
  const members: string[] = [];
  const seen = new Set<string>();
  let route: Route | undefined;
  for (let here = group.head; ; here = route.to) {
    if (here === main) return { members, end: 'main', route };
    if (isTerminal(here) || seen.has(here) || !steps.has(here)) return { members, end: 'elsewhere', route };
    members.push(here);
    seen.add(here);
    if (here === group.tail) return { members, end: 'tail', route };
    route = (leaving.get(here) ?? []).find(({ kind }) => kind === 'strong');
    if (route === undefined) return { members, end: 'stuck', route };
  }
}

function walkRule(group: GraphLoop, { end, route }: Walk): readonly Issue[] {
  const path = route?.path ?? [...group.path, 'to'];
  if (end === 'main') {
    const message = `The way of the group "${group.id}" from its entry "${group.head}" to its tail "${group.tail}" passes Main ("${route?.to ?? group.head}"). Main stands outside: it is handed control by "exitTo".`;
    return [error('group-through-main', path, message)];
  }
  if (end !== 'elsewhere') return [];
  const where = route === undefined ? '' : `: from "${route.from}" it leads to "${route.to}"`;
  const message = `The strong routes of the group "${group.id}" never lead from its entry "${group.head}" to its tail "${group.tail}"${where}. Lead them there.`;
  return [error('group-path', path, message)];
}

function tailRule({ leaving, steps }: FlowView, group: GraphLoop): readonly Issue[] {
  const strong = (leaving.get(group.tail) ?? []).filter(({ kind }) => kind === 'strong');
  if (strong.some(({ to }) => to === group.head)) return [];
  const message = `The tail "${group.tail}" of the group "${group.id}" has no strong route to the entry "${group.head}": each iteration ends with it.`;
  if (!hasStrongRoute(steps.get(group.tail)?.kind ?? ''))
    return [error('group-tail', [...group.path, 'from'], message)];
  const path: JsonPath = ['steps', group.tail, 'next'];
  const fix = { title: `Lead "${group.tail}" to "${group.head}"`, changes: [{ path, value: group.head }] };
  return [error('group-tail', path, message, fix)];
}

function memberRule(view: FlowView, group: GraphLoop, id: string): readonly Issue[] {
  const { leaving, steps } = view;
  const routes = leaving.get(id) ?? [];
  const strong = routes.filter(({ kind }) => kind === 'strong');
  const kind = steps.get(id)?.kind ?? '';
  const issues: Issue[] = [];
  if (strong.length !== 1 && (id !== group.tail || strong.length > 1)) {
    const has = strong.length === 0 ? 'no strong route' : `${strong.length} strong routes`;
    const of = hasStrongRoute(kind) ? '' : ` (a ${kind} has none)`;
    const message = `The member "${id}" of the group "${group.id}" has ${has}${of}: each member has exactly one.`;
    const path = hasStrongRoute(kind) ? ['steps', id, 'next'] : ['steps', id];
    issues.push(error('group-member', path, message, onwardFix(view, group, strong)));
  }
  for (const route of routes) {
    if (route.kind === 'weak') {
      const message = `${named(route)} is a weak route of a member of the group "${group.id}": members have none. Let the step at its exit decide.`;
      const fix = { title: `Remove the branch "${route.label}"`, changes: [{ path: route.path }] };
      issues.push(error('group-weak-route', route.path, message, fix));
    } else if (route.kind !== 'strong' && route.to === group.head && id !== group.tail) {
      const message = `${named(route)} leads back to the entry of the group "${group.id}": only its tail "${group.tail}" does. Lead it out of the group, or on towards the tail.`;
      issues.push(error('loop-back-edge', route.path, message));
    }
  }
  return issues;
}

/** Of several strong routes the one that leads on in the group, where what the others lead to is entered from elsewhere too. */
function onwardFix(view: FlowView, group: GraphLoop, strong: readonly Route[]): Fix | undefined {
  const inside = [...new Set(strong.map(({ to }) => to))].filter((to) => group.body.includes(to));
  const [only] = inside;
  const from = strong[0]?.from;
  if (from === undefined || only === undefined || inside.length > 1 || strong.length < 2) return undefined;
  if (strong.some(({ to }) => to !== only && !isTerminal(to) && !isEnteredBeside(view, to, from))) return undefined;
  return { title: `Lead it to "${only}" alone`, changes: [{ path: ['steps', from, 'next'], value: only }] };
}

const isEnteredBeside = ({ entering, graph }: FlowView, id: string, from: string): boolean =>
  graph.start.includes(id) || (entering.get(id) ?? []).some((route) => route.from !== from && route.from !== id);

function terminalTail(group: GraphLoop): Issue {
  const message = `The tail "${group.tail}" of the group "${group.id}" is also the flow's terminal step: what ends the run cannot be what begins the next iteration.`;
  return error('group-tail', [...group.path, 'from'], message);
}

function exitRule(view: FlowView, group: GraphLoop, members: ReadonlySet<string>): readonly Issue[] {
  const path = [...group.path, 'exitTo'];
  const exit = group.onExhausted;
  const inside = members.has(exit)
    ? [
        error(
          'group-exit',
          path,
          `The exit "${exit}" of the group "${group.id}" is one of its members. Hand control to a step outside, such as Main.`,
          toMain(view, path, members),
        ),
      ]
    : [];
  const entered = [...members].flatMap((id) => (id === group.head ? [] : (view.waysTo.get(id) ?? [])));
  return [
    ...inside,
    ...entered.flatMap((way) => {
      if (members.has(way.from)) return [];
      const message = `${named(way)} enters the group "${group.id}" behind its entry "${group.head}": it starts no batch. Fine for a baseline; else lead it to the entry.`;
      return [warning('group-entered-inside', way.path, message)];
    }),
    ...(inside.length > 0 ? [] : returnRule(view, group, path, members)),
  ];
}

function toMain({ graph, steps }: FlowView, path: JsonPath, members: ReadonlySet<string>) {
  const { main } = graph;
  return main === null || !steps.has(main) || members.has(main) ? undefined : changeTo(path, main);
}

/** A batch that starts the next one by itself, with nobody who decides whether it should. */
function returnRule(view: FlowView, group: GraphLoop, path: JsonPath, members: ReadonlySet<string>): readonly Issue[] {
  const { waysFrom, flow, steps } = view;
  const main = at(flow, ['main']);
  const exit = group.onExhausted;
  if (exit === main || !steps.has(exit)) return [];
  const seen = new Set<string>();
  const queue = [exit];
  for (let here = queue.pop(); here !== undefined; here = queue.pop()) {
    if (seen.has(here) || here === main) continue;
    seen.add(here);
    if (here === group.head) {
      const message = `The exit "${exit}" of the group "${group.id}" leads back to its entry "${group.head}" without Main: batch would follow batch. Let Main decide whether there is another one.`;
      return [
        warning(
          'group-exit-returns',
          path,
          message,
          isEnteredBeside(view, exit, `loop:${group.id}`) ? toMain(view, path, members) : undefined,
        ),
      ];
    }
    for (const way of waysFrom.get(here) ?? []) queue.push(way.to);
  }
  return [];
}
