import { join } from 'node:path';
import * as vscode from 'vscode';
import { openLatches } from '../engine/run/state';
import { newestFirst } from './rows/runView';
import type { Runs } from './runs';

/**
 * Files that an open latch is about carry a badge wherever VS Code lists them, and so do the folders above them. Of each
 * workspace root the newest run counts: what an older one left open has been overtaken.
 */
export function markFiles(runs: Runs): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri[]>();
  let marks: ReadonlyMap<string, readonly string[]> = new Map();
  const look = () => {
    const next = marksOf(runs);
    const touched = [...new Set([...marks.keys(), ...next.keys()])].filter(
      (uri) => marks.get(uri)?.join('\n') !== next.get(uri)?.join('\n'),
    );
    marks = next;
    if (touched.length > 0) changed.fire(touched.map((uri) => vscode.Uri.parse(uri)));
  };
  look();
  return vscode.Disposable.from(
    changed,
    runs.onDidChange(look),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration: (uri) => {
        const reasons = marks.get(uri.toString());
        if (!reasons) return undefined;
        return {
          badge: 'L',
          tooltip: vscode.l10n.t('Open latch: {0}', reasons.join('; ')),
          color: new vscode.ThemeColor('problemsWarningIcon.foreground'),
          propagate: true,
        };
      },
    }),
  );
}

function marksOf(runs: Runs): ReadonlyMap<string, readonly string[]> {
  const marks = new Map<string, readonly string[]>();
  const roots = new Set<string>();
  for (const run of newestFirst(runs.all())) {
    const root = runs.rootOf(run);
    if (roots.has(root)) continue;
    roots.add(root);
    for (const { paths, reason } of openLatches(run.state))
      for (const path of paths) {
        const uri = vscode.Uri.file(join(root, path)).toString();
        marks.set(uri, [...(marks.get(uri) ?? []), reason]);
      }
  }
  return marks;
}
