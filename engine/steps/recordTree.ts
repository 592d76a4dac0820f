import type { FileChange, TreeId } from '../ports';
import type { StepContext } from './context';

/** Records the files as they are before a turn. Null: they could not be recorded; the fact says why. */
export async function recordStart(context: StepContext): Promise<TreeId | null> {
  const { tree, why } = await taken(context);
  context.record({ type: 'workspace.snapshot', ...context.scope, when: 'step-start', tree, ...why });
  return tree;
}

/** Records the files behind a turn, and what changed since `before` (nothing where either was not recorded). */
export async function recordEnd(
  context: StepContext,
  before: TreeId | null,
): Promise<{ readonly tree: TreeId | null; readonly changed: readonly string[] }> {
  const { tree, why } = await taken(context);
  const all = await changesBetween(context, before, tree);
  const changed = all.slice(0, MOST_CHANGES);
  const listed = changed.length === 0 ? {} : { changed };
  context.record({ type: 'workspace.snapshot', ...context.scope, when: 'step-end', tree, ...why, ...listed });
  return { tree, changed: changed.map(({ path }) => path) };
}

async function taken(
  context: StepContext,
): Promise<{ readonly tree: TreeId | null; readonly why: { readonly why?: string } }> {
  const snapshot = await context.ports.workspace.snapshot();
  return snapshot.ok ? { tree: snapshot.tree, why: {} } : { tree: null, why: { why: snapshot.why } };
}

async function changesBetween(
  context: StepContext,
  from: TreeId | null,
  to: TreeId | null,
): Promise<readonly FileChange[]> {
  return from === null || to === null || from === to ? [] : context.ports.workspace.changes(from, to);
}

const MOST_CHANGES = 200;
