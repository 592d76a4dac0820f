import type { Json } from '../../json';
import { at, canonicalJson, isObject } from '../../json';
import type { Graph, GraphStep } from '../graph';
import { graphOf, routesBy } from '../graph';
import { membersIn } from '../graph/tolerant';
import type { Names } from './alone';
import { alone } from './alone';
import { ownValue } from './ownValue';

/**
 * Steps that are in both flows under different ids: first those of the same content, then those of the same kind that are
 * wired the same, until none is found any more. A content that other steps have too, or that says no more than its kind,
 * and a wiring in which anything is unknown, are no evidence.
 */
export function renamedSteps(before: Json, after: Json): Names {
  if (!hasOthers(before, after) || !hasOthers(after, before)) return new Map();
  const [old, now] = [sideOf(before), sideOf(after)];
  const taken = new Set<string>();
  const found = new Map<string, string>();
  for (let more = true; more; ) {
    const open = {
      old: new Map([...old.steps].filter(([id]) => !now.steps.has(id) && !found.has(id))),
      now: new Map([...now.steps].filter(([id]) => !old.steps.has(id) && !taken.has(id))),
    };
    if (open.old.size === 0 || open.now.size === 0) break;
    // Ids that are not paired yet are all the same; the others are called as they are now.
    const name = (id: string): string => {
      const known = found.get(id) ?? id;
      return open.old.has(known) || open.now.has(known) ? UNKNOWN : known;
    };
    const byContent = alone(old.steps, now.steps, (step) => contentOf(step, name));
    const certain = [...byContent].filter(([from, to]) => open.old.has(from) && open.now.has(to));
    const next = certain.length > 0 ? certain : [...alone(open.old, open.now, (step) => wiringOf(step, name))];
    for (const [from, to] of next) {
      found.set(from, to);
      taken.add(to);
    }
    more = next.length > 0;
  }
  return found;
}

/** Whether a flow has a step that the other has not. */
function hasOthers(flow: Json, other: Json): boolean {
  const theirs = membersIn(other, ['steps']);
  return Object.keys(membersIn(flow, ['steps'])).some((id) => !Object.hasOwn(theirs, id));
}

const UNKNOWN = '?';

interface Wired {
  readonly kind: string;
  readonly own: Json;
  readonly entering: readonly (readonly [string, string])[];
  readonly leaving: readonly (readonly [string, string])[];
}

function sideOf(flow: Json): { readonly steps: ReadonlyMap<string, Wired> } {
  const graph = graphOf(flow);
  const [from, to] = [routesBy(graph.routes, 'from'), routesBy(graph.routes, 'to')];
  const wired = (step: GraphStep): Wired => ({
    kind: step.kind,
    own: ownValue(at(flow, step.path) ?? null, from.get(step.id) ?? []),
    entering: [
      ...(to.get(step.id) ?? []).map((route) => [route.from, `${route.kind} ${route.label}`] as const),
      ...rolesOf(graph, step.id),
    ],
    leaving: (from.get(step.id) ?? []).map((route) => [route.to, `${route.kind} ${route.label}`] as const),
  });
  return { steps: new Map(graph.steps.map((step) => [step.id, wired(step)])) };
}

/** What leads to a step without being a route. */
function rolesOf(graph: Graph, id: string): Wired['entering'] {
  return [
    ...(graph.start.includes(id) ? [['@start', 'start'] as const] : []),
    ...(graph.called.get(id) ?? []).map((caller) => [caller, 'calls'] as const),
  ];
}

/** What a step says; of one that says it with its routes, such as a router, their conditions. */
function contentOf({ own, leaving }: Wired, name: (id: string) => string): string | null {
  const telling = isObject(own) && Object.keys(own).some((key) => key !== 'kind' && key !== 'wait');
  if (telling) return canonicalJson(renamedIn(own, name));
  const conditions = leaving.map(([, how]) => how).filter((how) => how.startsWith('case '));
  return conditions.length > 0 ? canonicalJson([own, conditions]) : null;
}

/** Every text that is an id of a step, under the name it goes by. */
function renamedIn(value: Json, name: (id: string) => string): Json {
  if (typeof value === 'string') return name(value);
  if (Array.isArray(value)) return value.map((item) => renamedIn(item, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, renamedIn(member, name)]));
}

function wiringOf({ kind, entering, leaving }: Wired, name: (id: string) => string): string | null {
  const ends = (all: Wired['entering']) => all.map(([id, how]) => `${name(id)} ${how}`).sort();
  const [to, from] = [ends(entering), ends(leaving)];
  if (to.length === 0) return null;
  if ([...to, ...from].some((end) => end.startsWith(`${UNKNOWN} `))) return null;
  return canonicalJson([kind, to, from]);
}
