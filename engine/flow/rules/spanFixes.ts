import type { Fix } from '../../issue';
import { at } from '../../json';
import type { GraphLoop, Route } from '../graph';
import { isTerminal, reachable } from '../graph';
import { hasStrongRoute } from '../outcomes';
import { changeTo, freeId, leadTo } from './fixes';
import type { FlowView } from './rule';
import { workerFix } from './workerFix';

/** An until loop without a judge at its end: the one that its way leads to, else a new one behind the end. */
export function judgeFix(view: FlowView, loop: GraphLoop): Fix | undefined {
  const { graph, steps, waysFrom, flow } = view;
  const path = [...loop.path, 'tail'];
  const tails = new Set(graph.loops.map(({ tail }) => tail));
  const ahead = reachable(waysFrom, [loop.head]);
  const judges = graph.steps.filter(({ id, kind }) => kind === 'judge' && !tails.has(id) && ahead.has(id));
  if (!ahead.has(loop.tail)) return undefined;
  if (judges.length > 0) return judges.length === 1 ? changeTo(path, judges[0]?.id) : undefined;
  const next = at(flow, ['steps', loop.tail, 'next']);
  const kind = steps.get(loop.tail)?.kind ?? '';
  if (typeof next !== 'string' || next === loop.head || !hasStrongRoute(kind) || graph.called.has(loop.tail))
    return undefined;
  const judge = freeId('judge', steps);
  const worker = workerFix(flow, ['steps', judge]).changes;
  return {
    title: `Put a judge behind "${loop.tail}"`,
    changes: [
      { path: ['steps', judge], value: { kind: 'judge', next } },
      ...worker,
      { path: ['steps', loop.tail, 'next'], value: judge },
      { path, value: judge },
    ],
  };
}

/** A verification that everything in the loop passes on its way to the judge. */
export function verifyFix({ steps, waysTo, graph }: FlowView, loop: GraphLoop): Fix | undefined {
  if (loop.head === loop.tail || !steps.has(loop.tail)) return undefined;
  const ways = (waysTo.get(loop.tail) ?? []).filter(({ from }) => loop.body.includes(from));
  if (ways.length === 0 || graph.loops.some((other) => other !== loop && other.body.includes(loop.tail)))
    return undefined;
  const verify = freeId('verify', steps);
  const step = { kind: 'verify', commands: [{ run: ['npm', 'test'], expect: 'tests' }], next: loop.tail };
  return {
    title: `Add a verification before "${loop.tail}"`,
    changes: [...ways.map(({ path }) => ({ path, value: verify })), { path: ['steps', verify], value: step }],
  };
}

/** The way back of a loop is its own: what its tail leads back by leads on. */
export function backFix({ flow, graph, steps }: FlowView, loop: GraphLoop, route: Route): Fix | undefined {
  if (route.from !== loop.tail || route.path[0] === 'loops') return undefined;
  if (route.kind !== 'strong') return leadTo(route.path, '@stop');
  if (at(flow, ['steps', route.from, 'next']) !== route.to) return undefined;
  const { terminal } = graph;
  if (terminal === null || terminal === loop.tail) return leadTo(route.path, '@complete');
  return steps.has(terminal) && !loop.body.includes(terminal) ? leadTo(route.path, terminal) : undefined;
}

/** A loop over the one way that leads to a judge, as far back as it is one way and in no loop, if evidence is on it. */
export function loopFix({ graph, steps, entering, leaving }: FlowView, judge: string): Fix | undefined {
  const inLoops = new Set(graph.loops.flatMap(({ body }) => body));
  const way = [judge];
  for (let head = judge; ; ) {
    const [only, ...others] = entering.get(head) ?? [];
    if (only === undefined || others.length > 0 || graph.start.includes(head)) break;
    const on = (leaving.get(only.from) ?? []).filter(({ to }) => !isTerminal(to));
    if (only.kind !== 'strong' || on.length !== 1 || inLoops.has(only.from) || way.includes(only.from)) break;
    head = only.from;
    way.push(head);
    if (way.length > LONGEST) return undefined;
  }
  const head = way.at(-1);
  if (head === undefined || head === judge || inLoops.has(judge) || !way.some((id) => steps.get(id)?.kind === 'verify'))
    return undefined;
  const id = freeId('loop', new Map(graph.loops.map((loop) => [loop.id, loop])));
  const value = { type: 'until', head, tail: judge, maxPasses: 5, spendCap: { usd: 2 }, onExhausted: '@stop' };
  return { title: `Declare a loop from "${head}" to "${judge}"`, changes: [{ path: ['loops', id], value }] };
}

/** A longer way is not what a loop would be drawn over. */
const LONGEST = 50;
