import type * as vscode from 'vscode';
import { VIEWS } from './ids';
import { createRowsView } from './rowsView';
import type { TreeParts, Views } from './trees';

/** The views stand at once; what draws them is loaded behind the activation, which does not wait for it. */
export function showViews({ memory, ...parts }: TreeParts & { readonly memory: vscode.Memento }): Views {
  const of = {
    flows: createRowsView(VIEWS.flows, memory),
    runs: createRowsView(VIEWS.runs, memory),
    latches: createRowsView(VIEWS.latches, memory),
    notes: createRowsView(VIEWS.notes, memory),
    trace: createRowsView(VIEWS.trace, memory),
  };
  let gone = false;
  const trees = import('./drawTrees').then(({ drawTrees }) => (gone ? undefined : drawTrees(of, parts)));
  trees.catch((thrown) => parts.log.error(`drawing the trees: ${thrown}`));
  return {
    of,
    showEarlier: () => void trees.then((drawn) => drawn?.showEarlier()),
    showAllNotes: () => void trees.then((drawn) => drawn?.showAllNotes()),
    revealLatch: async (folder, latch) => (await trees)?.revealLatch(folder, latch),
    revealRun: async (folder) => (await trees)?.revealRun(folder),
    dispose: () => {
      gone = true;
      void trees.then((drawn) => drawn?.dispose());
      for (const view of Object.values(of)) view.dispose();
    },
  };
}
