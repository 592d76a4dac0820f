import * as vscode from 'vscode';
import { partRowId } from './rows/partRows';
import type { RowsView } from './rowsView';
import type { Selections } from './selection';

/**
 * Keeps the tree of flows at what is selected in a flow's designer or text. It follows only where a person has unfolded the
 * flow in it: a tree that unfolds by itself is in the way.
 */
export function followInTree({ view, row }: RowsView, selections: Selections): vscode.Disposable {
  const unfolded = new Set<string>();
  return vscode.Disposable.from(
    view.onDidExpandElement(({ element }) => unfolded.add(element)),
    view.onDidCollapseElement(({ element }) => unfolded.delete(element)),
    selections.onDidChange((uri) => {
      const [key] = selections.of(uri);
      if (key === undefined || !view.visible || !unfolded.has(`flow:${uri}`)) return;
      // A route is a part of the step that it leaves.
      const id = partRowId(uri.toString(), key.replace(/^route:([^/]+).*$/, '$1'));
      if (!row(id) || view.selection[0] === id) return;
      // A row that VS Code has not drawn yet cannot be shown, and is none that a person looks at.
      view.reveal(id, { select: true, focus: false }).then(undefined, () => {});
    }),
  );
}
