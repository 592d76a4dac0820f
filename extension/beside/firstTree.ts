import type { TreeId } from '../../engine/ports';
import type { RecordedLine } from '../../engine/trace/recordedLine';
import type { Moments } from '../moments';

/**
 * The files as they were before a run changed any; null: it has recorded none. Read from the trace's beginning: what a window
 * knows of a long run is its newer part.
 */
export async function firstTree(moments: Pick<Moments, 'recorded'>, folder: string): Promise<TreeId | null> {
  const run = await moments.recorded(folder);
  for (let from = 1; from <= run.lines(); from += PAGE) {
    for (const line of await run.page(from, PAGE)) {
      const tree = treeIn(line);
      if (tree !== null) return tree;
    }
  }
  return null;
}

const PAGE = 200;

function treeIn(line: RecordedLine): TreeId | null {
  if ('hidden' in line) return null;
  return line.entry.type === 'workspace.snapshot' ? line.entry.tree : null;
}
