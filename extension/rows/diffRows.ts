import type { Row } from './row';

/**
 * What a tree must draw again to go from one list of rows to another: ids whose look or list of children changed, the
 * outermost only; `all` where the top list itself changed; empty where nothing did. Rows that stand still are not
 * touched, so that expansion, selection and scroll stand still too.
 */
export function changedRows(before: readonly Row[], after: readonly Row[]): 'all' | readonly string[] {
  if (!sameIds(before, after)) return 'all';
  return after.flatMap((row, index) => {
    const old = before[index];
    return old === undefined ? [] : changedIn(old, row);
  });
}

function changedIn(old: Row, row: Row): readonly string[] {
  if (old === row) return [];
  if (look(old) !== look(row)) return [row.id];
  const inside = changedRows(old.children, row.children);
  return inside === 'all' ? [row.id] : inside;
}

const sameIds = (a: readonly Row[], b: readonly Row[]) =>
  a.length === b.length && a.every((row, index) => row.id === b[index]?.id);

const look = (row: Row) => JSON.stringify({ ...row, children: row.children.length > 0 });

/** Every row of a tree by its id, with the id of the row above it (`null` at the top). */
export function indexRows(
  rows: readonly Row[],
): ReadonlyMap<string, { readonly row: Row; readonly above: string | null }> {
  const index = new Map<string, { readonly row: Row; readonly above: string | null }>();
  const add = (list: readonly Row[], above: string | null) => {
    for (const row of list) {
      index.set(row.id, { row, above });
      add(row.children, row.id);
    }
  };
  add(rows, null);
  return index;
}
