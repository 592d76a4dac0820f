import type { Graph, Route } from '../graph';
import { routesBy } from '../graph';
import type { RouteChange, RouteEnd } from './change';

/** Routes between steps that are in both flows; those of other steps are told with the step. */
export function routeChanges(
  before: Graph,
  after: Graph,
  renamed: ReadonlyMap<string, string>,
): readonly RouteChange[] {
  const was = new Map([...renamed].map(([from, to]) => [to, from]));
  const old = routesBy(before.routes, 'from');
  const now = routesBy(after.routes, 'from');
  const there = new Set(before.steps.map(({ id }) => id));
  return after.steps
    .filter(({ id }) => there.has(id))
    .flatMap(({ id }) => changesOf(old.get(id) ?? [], now.get(id) ?? []))
    .map((change) => ({ ...change, before: change.before === null ? null : asItWas(change.before, was) }));
}

function changesOf(old: readonly Route[], now: readonly Route[]): readonly RouteChange[] {
  const rest = { old: [...old], now: [...now] };
  const pairs: (readonly [Route, Route])[] = [];
  const pair = (fits: (a: Route, b: Route) => boolean) => {
    for (const a of [...rest.old]) {
      const found = rest.now.filter((b) => a.kind === b.kind && fits(a, b));
      const b = found[0];
      if (b === undefined) continue;
      pairs.push([a, b]);
      rest.old.splice(rest.old.indexOf(a), 1);
      rest.now.splice(rest.now.indexOf(b), 1);
    }
  };
  pair((a, b) => a.label === b.label && a.to === b.to);
  // The branches of a fan-out have no names: which of several became which cannot be said.
  const lone = (route: Route) => count(old, route) === 1 && count(now, route) === 1;
  pair((a, b) => a.label === b.label && (a.kind !== 'strong' || lone(a)));
  pair((a, b) => a.kind === 'case' && a.id === b.id);
  const changed = pairs.filter(([a, b]) => a.label !== b.label || a.to !== b.to);
  return [
    ...[...changed, ...reordered(pairs)].map(([a, b]): RouteChange => {
      return { what: 'route', how: 'changed', before: endOf(a), after: endOf(b) };
    }),
    ...rest.now.map((b): RouteChange => ({ what: 'route', how: 'added', before: null, after: endOf(b) })),
    ...rest.old.map((a): RouteChange => ({ what: 'route', how: 'removed', before: endOf(a), after: null })),
  ];
}

const count = (routes: readonly Route[], { kind }: Route): number =>
  routes.filter((route) => route.kind === kind).length;

/** The first condition that holds decides: cases that changed places with another count as changed. */
function reordered(pairs: readonly (readonly [Route, Route])[]): readonly (readonly [Route, Route])[] {
  const cases = pairs.filter(([a]) => a.kind === 'case');
  return cases.filter(([a, b]) => {
    const swapped = cases.some(([c, d]) => (indexOf(a) - indexOf(c)) * (indexOf(b) - indexOf(d)) < 0);
    return swapped && a.label === b.label && a.to === b.to;
  });
}

const indexOf = ({ id }: Route): number => Number(id.slice(id.lastIndexOf('/') + 1));

const endOf = ({ id, from, to, kind, label }: Route): RouteEnd => ({ id, from, to, kind, label });

/** A route of the flow before, under the ids that it had there. */
function asItWas(end: RouteEnd, was: ReadonlyMap<string, string>): RouteEnd {
  const from = was.get(end.from) ?? end.from;
  return { ...end, id: `${from}${end.id.slice(end.from.length)}`, from, to: was.get(end.to) ?? end.to };
}
