import { resolve } from 'node:path';
import type { Workspace } from '../../ports';
import { contentDigest, digestsOf } from './digests';
import type { ElsewhereFiles } from './git';
import { openGit, RUN_INDEX } from './git';
import { readTextInside } from './readText';
import type { RecordedTrees } from './recorded';
import { fileIn, recordedTrees } from './recorded';
import { isTreeId } from './recordedTree';
import { restoreFiles } from './restore';
import type { Snapshot } from './snapshot';
import { takeSnapshot } from './snapshot';

/** The port, and what views need of recorded trees. */
export interface RecordedWorkspace extends Workspace, Pick<RecordedTrees, 'show' | 'diffText'> {
  readonly snapshot: () => Promise<Snapshot>;
}

export interface WorkspaceOptions {
  /** Default 60,000 ms. */
  readonly snapshotLimitMs?: number;
  /** The files, where they are not those of the root: the root keeps what is recorded of them. */
  readonly elsewhere?: ElsewhereFiles;
}

/** The files below `root`, seen and never touched. Throws `git-missing`, or `folder-unwritable` for `.converge`. */
export async function openWorkspace(root: string, options: WorkspaceOptions = {}): Promise<RecordedWorkspace> {
  const { elsewhere } = options;
  const absolute = elsewhere?.files ?? resolve(root);
  const index = elsewhere === undefined ? RUN_INDEX : `index-${elsewhere.run}`;
  const git = await openGit(resolve(root), index, undefined, elsewhere);
  const recorded = recordedTrees(git);
  // One index, and no snapshot of half a restoring: they wait for each other.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.then(act);
    last = next.catch(() => undefined);
    return next;
  };
  const snapshot = () => takeSnapshot(git, options.snapshotLimitMs ?? 60_000);
  return {
    root: absolute,
    snapshot: () => inTurn(snapshot),
    ...recorded,
    digests: (globs) => digestsOf(absolute, globs),
    readText: (path) => readTextInside(absolute, path),
    inTree: async (tree, path) => {
      const file = await fileIn(git, tree, path);
      return file && contentDigest(file.kind, file.bytes);
    },
    restore: (tree, paths) =>
      inTurn(async () => {
        if (paths !== undefined || !isTreeId(tree)) return restoreFiles(absolute, git, tree, paths ?? []);
        const now = await snapshot();
        if (!now.ok) return now;
        const known = await git.run(['cat-file', '-e', `${tree}^{tree}`]);
        const differing = known.exit === 0 ? await recorded.changes(now.tree, tree) : [];
        return restoreFiles(
          absolute,
          git,
          tree,
          differing.map(({ path }) => path),
        );
      }),
  };
}
