import * as vscode from 'vscode';
import { printable } from '../engine/run/printable';
import { COMMANDS, VIEWS } from './ids';
import { keptShapes } from './rowShapes';
import { changedRows, indexRows } from './rows/diffRows';
import type { Row, RowColour } from './rows/row';

/**
 * A tree of rows. Its elements are the rows' ids, so that VS Code keeps what a person opened and selected while rows change;
 * over a reload of the window it is kept in `memory`.
 */
export interface RowsView extends vscode.Disposable {
  /** Draws what changed and nothing else. */
  readonly show: (rows: readonly Row[]) => void;
  readonly rows: () => readonly Row[];
  readonly row: (id: string) => Row | undefined;
  /** The row above; undefined at the top. */
  readonly above: (id: string) => string | undefined;
  readonly view: vscode.TreeView<string>;
  /** What is drawn again: `all`, or these rows with what is below them. */
  readonly onDidDraw: vscode.Event<'all' | readonly string[]>;
}

export function createRowsView(id: string, memory: vscode.Memento): RowsView {
  let rows: readonly Row[] = [];
  let index = indexRows(rows);
  const changed = new vscode.EventEmitter<string | undefined>();
  const drawn = new vscode.EventEmitter<'all' | readonly string[]>();
  const shapes = keptShapes(id, memory);
  const provider: vscode.TreeDataProvider<string> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: (element) => treeItem(index.get(element)?.row ?? gone(element), shapes.isOpen(element)),
    getChildren: (element) => {
      const list = element === undefined ? rows : (index.get(element)?.row.children ?? []);
      return list.map((row) => row.id);
    },
    getParent: (element) => index.get(element)?.above ?? undefined,
  };
  const view = vscode.window.createTreeView(id, {
    treeDataProvider: provider,
    showCollapseAll: true,
    // Two runs that are selected can be compared.
    canSelectMany: id === VIEWS.runs,
  });
  const selectAgain = () => {
    const wanted = shapes.selected();
    if (wanted === undefined || !view.visible || !index.has(wanted) || view.selection.length > 0) return;
    shapes.forget();
    // A row that VS Code has not drawn yet cannot be selected: then nothing is.
    view.reveal(wanted, { select: true, focus: false, expand: false }).then(undefined, () => {});
  };
  const subscriptions = [
    changed,
    drawn,
    view,
    view.onDidExpandElement(({ element }) => shapes.keep(element, true)),
    view.onDidCollapseElement(({ element }) => shapes.keep(element, false)),
    view.onDidChangeSelection(({ selection }) => shapes.select(selection[0])),
    view.onDidChangeVisibility(selectAgain),
  ];
  return {
    view,
    rows: () => rows,
    row: (element) => index.get(element)?.row,
    above: (element) => index.get(element)?.above ?? undefined,
    onDidDraw: drawn.event,
    show: (next) => {
      const again = changedRows(rows, next);
      rows = next;
      index = indexRows(next);
      if (again.length > 0) drawn.fire(again);
      if (again === 'all') changed.fire(undefined);
      else for (const element of again) changed.fire(element);
      selectAgain();
    },
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}

function treeItem(row: Row, open: boolean | undefined): vscode.TreeItem {
  const state = vscode.TreeItemCollapsibleState;
  const isOpen = open ?? !row.collapsed;
  const item = new vscode.TreeItem(
    printable(row.label),
    row.children.length === 0 ? state.None : isOpen ? state.Expanded : state.Collapsed,
  );
  item.id = row.id;
  item.contextValue = row.contextValue;
  if (row.description) item.description = printable(row.description);
  item.tooltip = printable(row.tooltip ?? [row.label, row.description].filter(Boolean).join('\n'));
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
