import { join } from 'node:path';
import { TRACE_FILE } from '../node/runFolder';
import { readTrace } from '../node/traceFile';
import type { Worktree } from '../node/worktree/kept';
import type { PassEnd } from '../node/worktree/passCommits';
import { passCommits } from '../node/worktree/passCommits';
import type { Entry } from '../trace/entry';

/** Commits the passes of a run as they end, and those of earlier stretches that a killed holder did not come to. */
export interface Committing {
  readonly saw: (entry: Entry) => void;
  /** What kept passes from being committed; null: nothing did. */
  readonly settled: () => Promise<string | null>;
}

export async function committing(root: string, run: string, folder: string, worktree: Worktree): Promise<Committing> {
  const commits = passCommits(root, run, worktree);
  const saw = (entry: Entry): void => {
    for (const end of passEnds(entry)) commits.add(end);
  };
  const { entries } = await readTrace(join(folder, TRACE_FILE)).catch(() => ({ entries: [] }));
  for (const { entry } of entries) saw(entry);
  return { saw, settled: commits.settled };
}

/** The ends of passes that a commit decides; called flows have theirs too. Without recorded files there is nothing to commit. */
function passEnds(entry: Entry): readonly PassEnd[] {
  if (entry.type !== 'commit') return [];
  return entry.events.flatMap((event): readonly PassEnd[] => {
    if (event.type !== 'pass.ended' || event.tree === null) return [];
    const loop = entry.within === undefined ? event.loop : `${entry.within}/${event.loop}`;
    const how = event.why === undefined ? event.decision : event.why.split('\n')[0]?.slice(0, 100);
    const words = `Pass ${event.pass} of ${loop}: ${how}`;
    return [{ loop, pass: event.pass, entry: entry.seq, tree: event.tree, at: entry.at, words }];
  });
}
