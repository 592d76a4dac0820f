import type { Issue } from '../../issue';
import { at } from '../../json';
import type { GraphLoop, Route } from '../graph';
import { exitsOf, reachable, reaching } from '../graph';
import { remove } from './fixes';
import type { FlowView } from './rule';
import { error, isGroup, isImprove, isUntil, named } from './rule';

/**
 * What may lead to `@complete`.
 * - R1 No edge of failure, of a bound or of a deadline leads there without a step that decides in between. A router
 *   chooses, it does not decide: what it sees was there before.
 * - R2 Where the flow names a `terminal` step, only that step's routes lead there, or those of the loop that it ends.
 * What an until loop's exhaustion may reach is the matter of its span, and stricter.
 */
export function successRules(view: FlowView): readonly Issue[] {
  return [...undecided(view), ...terminalRule(view)];
}

const DECIDING: ReadonlySet<string> = new Set(['judge', 'verify', 'gate', 'ask']);

function undecided(view: FlowView): readonly Issue[] {
  const { graph, steps, waysTo } = view;
  const deciding = new Set(graph.steps.filter((step) => DECIDING.has(step.kind)).map((step) => step.id));
  const tails = new Map(graph.loops.map((loop) => [loop.tail, loop]));
  // The way out of a loop is no decision of its tail.
  const completing = reaching(
    waysTo,
    ['@complete'],
    (route) => !deciding.has(route.from) || (isExit(route) && tails.has(route.from)),
  );
  const bodies = new Set(graph.loops.filter(isUntil).flatMap((loop) => loop.body));
  const routes = graph.routes.flatMap((route): readonly Issue[] => {
    const why = whyFailure(view, route, steps.get(route.from)?.kind ?? '');
    if (why === null || !completing.has(route.to)) return [];
    if (route.label === 'idle' && !completesPast(view, route, deciding)) return [];
    if (bodies.has(route.from) && bodies.has(route.to)) return [];
    return [toComplete(route, `${why} of "${route.from}" leads to @complete`, true)];
  });
  const exits = graph.loops.flatMap((loop) => exitsOfBound(loop)).filter(({ to }) => completing.has(to));
  return [
    ...routes,
    ...exits.map((route) => {
      const what = route.label === 'exitTo' ? 'a batch that is used up' : 'running out';
      const way = route.to === '@complete' ? 'leads to' : `leads over "${route.to}" to`;
      const whose = route.path.at(-2);
      return toComplete(route, `In the loop "${String(whose)}" ${what} ${way} @complete`, route.label !== 'exitTo');
    }),
  ];
}

/** Whether a plan's idle outcome completes without coming to the plan again: what it finds then, it finds anew. */
function completesPast({ waysFrom }: FlowView, idle: Route, deciding: ReadonlySet<string>): boolean {
  const open = new Map([...waysFrom].filter(([from]) => from !== idle.from && !deciding.has(from)));
  return reachable(open, [idle.to]).has('@complete');
}

function toComplete(route: Route, what: string, mayEnd: boolean): Issue {
  const end = mayEnd ? 'Lead it to "@stop" or over' : 'Put';
  const message = `${what} and nothing decides in between: it would look like success. ${end} a verify, gate, judge or ask step${mayEnd ? '' : ' in between'}.`;
  if (!mayEnd) return error('complete-through-bound', route.path, message);
  const fix = { title: 'Lead it to "@stop"', changes: [{ path: route.path, value: '@stop' }] };
  return error('complete-through-bound', route.path, message, fix);
}

/** Converging is an end of its own kind: an improve loop may complete with it. */
function exitsOfBound(loop: GraphLoop): readonly Route[] {
  if (!isGroup(loop) && !isImprove(loop)) return [];
  return exitsOf(loop).filter(({ label }) => label !== 'onConverged');
}

const isExit = ({ id }: Route): boolean => id.startsWith('loop:');

const FAILURES: ReadonlySet<string> = new Set([
  'failed',
  'fail',
  'incomplete',
  'revise',
  'escalate',
  'deadline',
  'stalled',
  'stopped',
  'escalated',
]);

/** Whether a route is taken where its step did not come to what it is for. */
export const isFailure = (route: Route): boolean => route.kind === 'outcome' && FAILURES.has(route.label);

function whyFailure({ flow }: FlowView, route: Route, kind: string): string | null {
  const step = ['steps', route.from];
  if (route.kind === 'outcome') {
    if (isFailure(route)) return `The "${route.label}" outcome`;
    const takesStalled = route.label === 'idle' && at(flow, [...step, 'routes', 'stalled']) === undefined;
    return takesStalled ? 'The "idle" outcome, which a stalled plan takes where it has no route "stalled",' : null;
  }
  const byClock = kind === 'ask' && route.kind === 'choice' && at(flow, [...step, 'deadline']) !== undefined;
  return byClock && at(flow, [...step, 'default']) === route.label ? `The deadline's default "${route.label}"` : null;
}

function terminalRule({ graph, steps, ways, flow }: FlowView): readonly Issue[] {
  const terminal = at(flow, ['terminal']);
  if (typeof terminal !== 'string' || !steps.has(terminal)) return [];
  if (graph.called.has(terminal)) {
    const message = `"terminal" names "${terminal}", which is a called step and leads nowhere. Name the step that ends the run.`;
    return [error('complete-not-by-terminal', ['terminal'], message, remove(['terminal']))];
  }
  return ways
    .filter((route) => route.to === '@complete' && route.from !== terminal)
    .map((route) => {
      const message = `${named(route)} completes the run, but only the terminal step "${terminal}" may. Lead it to "${terminal}".`;
      const fix = { title: `Lead it to "${terminal}"`, changes: [{ path: route.path, value: terminal }] };
      return error('complete-not-by-terminal', route.path, message, fix);
    });
}
