import type { FlowDiff } from '../../engine/flow/diff/change';
import type { Graph, GraphLoop, Route } from '../../engine/flow/graph';
import { graphOf, isTerminal } from '../../engine/flow/graph';
import { membersIn } from '../../engine/flow/graph/tolerant';
import type { Json } from '../../engine/json';
import { at, isObject } from '../../engine/json';
import { loopKey, routeKey } from '../designer/selection';
import { SIGNS } from './signs';

export type Mark = 'added' | 'removed' | 'changed' | 'renamed';

/** Both states of a flow as one: that of after, and whatever is gone from before. Everything has the ids of after. */
export interface Union {
  readonly flow: Json;
  readonly graph: Graph;
  /** By key of the shared selection. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Ids of routes that are gone where another one now leads from the same way out. */
  readonly replaced: ReadonlySet<string>;
}

export function unionOf(before: Json | null, after: Json | null, diff: FlowDiff): Union {
  const [old, now] = [before ?? {}, after ?? {}];
  const flow = withGone(old, now, diff);
  const gone = new Set(goneIds(diff, 'step'));
  const [then, whole] = [graphOf(old), graphOf(flow)];
  const name = (id: string) => (isTerminal(id) ? id : (diff.renamed.steps[id] ?? id));
  // Its line at the step has a sign too: there may be one of the same name that is still there.
  const ghostOf = ({ id, from, to, kind, label, path }: Route): Route => ({
    id: ghostId(id, from, name(from)),
    from: name(from),
    to: name(to),
    kind: kind === 'else' ? 'case' : kind,
    label: kind === 'strong' ? label : `${SIGNS.removed} ${label}`,
    path,
  });
  const changed = new Set(diff.changes.flatMap((one) => (one.what === 'route' && one.before ? [one.before.id] : [])));
  const ghosts = then.routes.filter((route) => changed.has(route.id) || gone.has(route.from)).map(ghostOf);
  const kept = whole.routes.filter((route) => !gone.has(route.from));
  const loops = whole.loops.map((loop): GraphLoop => {
    const was = goneIds(diff, 'loop').includes(loop.id) ? then.loops.find(({ id }) => id === loop.id) : undefined;
    if (was === undefined) return loop;
    return {
      ...was,
      head: name(was.head),
      tail: name(was.tail),
      body: was.body.map(name),
      onExhausted: name(was.onExhausted),
    };
  });
  return {
    flow,
    graph: { ...whole, routes: [...kept, ...ghosts], loops },
    marks: marksOf(diff, kept, ghosts),
    replaced: new Set(
      diff.changes.flatMap((one) =>
        one.what === 'route' && one.before !== null && one.after !== null
          ? [ghostId(one.before.id, one.before.from, one.after.from)]
          : [],
      ),
    ),
  };
}

/** The id under which a route of before is drawn. */
export function ghostId(id: string, from: string, now: string): string {
  const [kind, ...rest] = id.slice(from.length + 1).split('/');
  return `${now}/${kind}/was ${rest.join('/')}`;
}

function goneIds(diff: FlowDiff, what: 'step' | 'loop'): readonly string[] {
  return diff.changes.flatMap((one) => (one.what === what && one.how === 'removed' && one.before ? [one.before] : []));
}

function withGone(old: Json, now: Json, diff: FlowDiff): Json {
  const pick = (key: 'steps' | 'loops' | 'layout', ids: readonly string[]) =>
    Object.fromEntries(
      ids.flatMap((id) => {
        const value = at(old, [key, id]);
        return value === undefined ? [] : [[id, value] as const];
      }),
    );
  const [steps, loops] = [goneIds(diff, 'step'), goneIds(diff, 'loop')];
  const merged = (key: 'steps' | 'loops' | 'layout', ids: readonly string[]) => ({
    ...membersIn(now, [key]),
    ...pick(key, ids),
  });
  return {
    ...(isObject(now) ? now : {}),
    ...(now === null || Object.keys(membersIn(now, ['steps'])).length === 0 ? { start: at(old, ['start']) ?? '' } : {}),
    steps: merged('steps', steps),
    loops: merged('loops', loops),
    layout: merged('layout', steps),
  };
}

function marksOf(diff: FlowDiff, kept: readonly Route[], ghosts: readonly Route[]): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  const added = new Set<string>();
  for (const change of diff.changes) {
    if (change.what === 'route') {
      if (change.after) marks.set(routeKey(change.after.id), change.how === 'added' ? 'added' : 'changed');
      continue;
    }
    const id = change.after ?? change.before;
    if (id === null || (change.what !== 'step' && change.what !== 'loop')) continue;
    marks.set(change.what === 'loop' ? loopKey(id) : id, change.how);
    if (change.what === 'step' && change.how === 'added') added.add(id);
  }
  for (const route of kept) if (added.has(route.from)) marks.set(routeKey(route.id), 'added');
  for (const route of ghosts) marks.set(routeKey(route.id), 'removed');
  return marks;
}
