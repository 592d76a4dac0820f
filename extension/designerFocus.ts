import * as vscode from 'vscode';
import type { DesignerWorld } from './designerActs';

/** Lets a command open a tab below the canvas of a flow's designers. */
export interface DesignerFocus extends vscode.Disposable {
  readonly ask: (flow: vscode.Uri, tab: 'simulate') => void;
  readonly within: (world: DesignerWorld) => DesignerWorld;
}

export function designerFocus(): DesignerFocus {
  const asked = new Map<string, { readonly tab: 'simulate'; readonly count: number }>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  return {
    ask: (flow, tab) => {
      const before = asked.get(flow.toString())?.count ?? 0;
      // A designer remembers what it followed over a reload of the window: numbers are not given twice.
      asked.set(flow.toString(), { tab, count: Math.max(before + 1, Date.now()) });
      changed.fire(flow);
    },
    within: (world) => ({
      of: (document) => {
        const focus = asked.get(document.uri.toString());
        return { ...world.of(document), ...(focus && { focus }) };
      },
      onDidChange: (listener, self, disposables) => {
        const both = vscode.Disposable.from(world.onDidChange(listener, self), changed.event(listener, self));
        disposables?.push(both);
        return both;
      },
    }),
    dispose: () => changed.dispose(),
  };
}
