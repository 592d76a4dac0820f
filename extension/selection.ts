import * as vscode from 'vscode';
import type { FlowFiles } from './flowFiles';
import { isFlowUri } from './flowFiles';
import { pathOf, selectionAt } from './selectionPaths';

/** What is selected in each flow, the same for its designers and its text. */
export interface Selections extends vscode.Disposable {
  readonly of: (uri: vscode.Uri) => readonly string[];
  /** Selects, and shows it in text editors of the flow that are visible. */
  readonly select: (uri: vscode.Uri, selection: readonly string[]) => void;
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

export function shareSelections(flows: FlowFiles): Selections {
  const selected = new Map<string, readonly string[]>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const keep = (uri: vscode.Uri, selection: readonly string[]): boolean => {
    const key = uri.toString();
    if (JSON.stringify(selected.get(key) ?? []) === JSON.stringify(selection)) return false;
    selected.set(key, selection);
    changed.fire(uri);
    return true;
  };

  const showInText = (uri: vscode.Uri, selection: readonly string[]) => {
    const reading = flows.get(uri);
    const path = reading?.parsed.value ? pathOf(reading.parsed.value, selection) : null;
    if (!reading || !path) return;
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() !== uri.toString()) continue;
      const { offset } = reading.parsed.keyRangeOf(path);
      const place = editor.document.positionAt(offset);
      editor.selection = new vscode.Selection(place, place);
      editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  };
  const fromText = ({ textEditor, selections }: vscode.TextEditorSelectionChangeEvent) => {
    const { document } = textEditor;
    const place = selections[0]?.active;
    if (!isFlowUri(document.uri) || !place || textEditor !== vscode.window.activeTextEditor) return;
    const reading = flows.get(document.uri);
    if (!reading?.parsed.value) return;
    keep(document.uri, selectionAt(reading.parsed.value, reading.parsed.pathAt(document.offsetAt(place))));
  };

  const subscriptions = [changed, vscode.window.onDidChangeTextEditorSelection(fromText)];
  return {
    of: (uri) => selected.get(uri.toString()) ?? [],
    select: (uri, selection) => {
      if (keep(uri, selection)) showInText(uri, selection);
    },
    onDidChange: changed.event,
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}
