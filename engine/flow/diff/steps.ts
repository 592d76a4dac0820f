import type { Json } from '../../json';
import { at, canonicalJson } from '../../json';
import type { Graph, GraphStep } from '../graph';
import { routesBy } from '../graph';
import type { PartChange } from './change';
import { ownValue } from './ownValue';
import { valueChanges } from './values';

/** Of a flow whose steps already have the ids of `after`; `renamed` says which of them had another. */
export function stepChanges(
  before: Json,
  after: Json,
  renamed: ReadonlyMap<string, string>,
  graphs: { readonly before: Graph; readonly after: Graph },
): readonly PartChange[] {
  const was = new Map([...renamed].map(([from, to]) => [to, from]));
  const leaving = { before: routesBy(graphs.before.routes, 'from'), after: routesBy(graphs.after.routes, 'from') };
  const old = new Map(graphs.before.steps.map((step) => [step.id, step]));
  const kept = new Set(graphs.after.steps.map(({ id }) => id));
  const own = (flow: Json, step: GraphStep, side: 'before' | 'after') =>
    ownValue(at(flow, step.path) ?? null, leaving[side].get(step.id) ?? []);
  const leads = (id: string, side: 'before' | 'after') => [
    ...new Set((leaving[side].get(id) ?? []).map(({ to }) => to)),
  ];
  return [
    ...graphs.after.steps.flatMap((step): readonly PartChange[] => {
      const { id, kind } = step;
      const then = old.get(id);
      if (then === undefined)
        return [{ what: 'step', how: 'added', before: null, after: id, kind, values: [], leads: leads(id, 'after') }];
      const other = was.get(id);
      if (other === undefined && sameValue(at(before, then.path), at(after, step.path))) return [];
      const values = valueChanges(own(before, then, 'before'), own(after, step, 'after'));
      if (values.length === 0 && other === undefined) return [];
      const how = other === undefined ? 'changed' : 'renamed';
      return [{ what: 'step', how, before: other ?? id, after: id, kind, values, leads: [] }];
    }),
    ...graphs.before.steps
      .filter(({ id }) => !kept.has(id))
      .map(({ id, kind }): PartChange => {
        const led = leads(id, 'before').map((to) => was.get(to) ?? to);
        return { what: 'step', how: 'removed', before: id, after: null, kind, values: [], leads: led };
      }),
  ];
}

const sameValue = (a: Json | undefined, b: Json | undefined): boolean =>
  canonicalJson(a ?? null) === canonicalJson(b ?? null);
