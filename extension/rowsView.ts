import * as vscode from 'vscode';
import { COMMANDS } from './ids';
import { changedRows, indexRows } from './rows/diffRows';
import type { Row, RowColour } from './rows/row';

/** A tree of rows. Its elements are the rows' ids, so that VS Code keeps what a person opened and selected. */
export interface RowsView extends vscode.Disposable {
  /** Draws what changed and nothing else. */
  readonly show: (rows: readonly Row[]) => void;
  readonly rows: () => readonly Row[];
  readonly row: (id: string) => Row | undefined;
  readonly view: vscode.TreeView<string>;
}

export function createRowsView(id: string): RowsView {
  let rows: readonly Row[] = [];
  let index = indexRows(rows);
  const changed = new vscode.EventEmitter<string | undefined>();
  const provider: vscode.TreeDataProvider<string> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: (element) => treeItem(index.get(element)?.row ?? gone(element)),
    getChildren: (element) => {
      const list = element === undefined ? rows : (index.get(element)?.row.children ?? []);
      return list.map((row) => row.id);
    },
    getParent: (element) => index.get(element)?.above ?? undefined,
  };
  const view = vscode.window.createTreeView(id, { treeDataProvider: provider, showCollapseAll: true });
  return {
    view,
    rows: () => rows,
    row: (element) => index.get(element)?.row,
    show: (next) => {
      const again = changedRows(rows, next);
      rows = next;
      index = indexRows(next);
      if (again === 'all') changed.fire(undefined);
      else for (const element of again) changed.fire(element);
    },
    dispose: () => {
      view.dispose();
      changed.dispose();
    },
  };
}

function treeItem(row: Row): vscode.TreeItem {
  const state = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(
    row.label,
    row.children.length === 0 ? state.None : row.collapsed ? state.Collapsed : state.Expanded,
  );
  item.id = row.id;
  item.contextValue = row.contextValue;
  if (row.description) item.description = row.description;
  item.tooltip = row.tooltip ?? [row.label, row.description].filter(Boolean).join('\n');
  if (row.icon)
    item.iconPath = new vscode.ThemeIcon(row.icon, row.colour && new vscode.ThemeColor(COLOURS[row.colour]));
  item.accessibilityInformation = { label: row.spoken ?? [row.label, row.description].filter(Boolean).join(', ') };
  if (row.target) item.command = { command: COMMANDS.openRow, title: vscode.l10n.t('Open'), arguments: [row.target] };
  return item;
}

const COLOURS: Readonly<Record<RowColour, string>> = {
  good: 'testing.iconPassed',
  bad: 'testing.iconFailed',
  warning: 'problemsWarningIcon.foreground',
  quiet: 'disabledForeground',
};

const gone = (id: string): Row => ({ id, label: '', contextValue: 'gone', children: [] });
