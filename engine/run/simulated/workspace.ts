import type { FileChange, Workspace } from '../../ports';
import { isNamed } from './globs';

/** A workspace that is a map of texts by path. Nothing is read from a disk, and nothing written to one. */
export interface SimulatedWorkspace extends Workspace {
  /** Null takes the file away. */
  readonly change: (path: string, text: string | null) => void;
}

export function simulatedWorkspace(
  given: Readonly<Record<string, string>>,
  digest: (text: string) => string,
): SimulatedWorkspace {
  const files = new Map(Object.entries(given));
  const trees = new Map<string, ReadonlyMap<string, string>>();
  let version: { readonly tree: string } | null = null;
  const change = (path: string, text: string | null): void => {
    version = null;
    if (text === null) files.delete(path);
    else files.set(path, text);
  };
  return {
    root: '/simulated',
    change,
    snapshot: async () => {
      if (version === null) {
        version = { tree: digest(JSON.stringify([...files].sort(([a], [b]) => (a < b ? -1 : 1)))) };
        trees.set(version.tree, new Map(files));
      }
      return { ok: true, tree: version.tree };
    },
    changes: async (from, to) => changesOf(trees.get(from) ?? new Map(), trees.get(to) ?? new Map()),
    digests: async (globs) =>
      Object.fromEntries(
        [...files].flatMap(([path, text]) => (globs.some((glob) => isNamed(glob, path)) ? [[path, digest(text)]] : [])),
      ),
    readText: async (path) => files.get(path),
    inTree: async (tree, path) => {
      const text = trees.get(tree)?.get(path);
      return text === undefined ? undefined : digest(text);
    },
    restore: async (tree, paths) => {
      const kept = trees.get(tree);
      if (kept === undefined) return { ok: false, why: 'the tree is not known' };
      for (const path of paths ?? new Set([...files.keys(), ...kept.keys()])) change(path, kept.get(path) ?? null);
      return { ok: true };
    },
  };
}

function changesOf(from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>): readonly FileChange[] {
  return [...new Set([...from.keys(), ...to.keys()])].sort().flatMap((path): readonly FileChange[] => {
    if (!to.has(path)) return [{ path, change: 'deleted' }];
    if (!from.has(path)) return [{ path, change: 'added' }];
    return from.get(path) === to.get(path) ? [] : [{ path, change: 'modified' }];
  });
}
