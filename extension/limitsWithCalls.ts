import * as vscode from 'vscode';
import { calledReadings, rootForCalls } from './calledReadings';
import type { DesignerWorld } from './designerActs';
import type { FlowFiles } from './flowFiles';
import { limitLines } from './limitLines';

export interface LimitsWithCalls extends vscode.Disposable {
  /** The world with the limits of called flows beside a flow's own. */
  readonly within: (world: DesignerWorld) => DesignerWorld;
}

export function limitsWithCalls(files: FlowFiles): LimitsWithCalls {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  /** Of flows that call others. */
  const roots = new Map<string, vscode.Uri>();
  const others = files.onDidChange(({ path }) => {
    for (const key of roots.keys()) {
      const uri = vscode.Uri.parse(key);
      if (uri.path !== path) changed.fire(uri);
    }
  });
  const find = async (uri: vscode.Uri) => {
    roots.set(uri.toString(), await rootForCalls(uri));
    changed.fire(uri);
  };
  return {
    within: (world) => ({
      of: (document) => {
        const { uri } = document;
        const shown = world.of(document);
        const flow = files.get(uri)?.parsed.flow ?? null;
        const calls = flow !== null && Object.values(flow.steps).some(({ kind }) => kind === 'call');
        if (shown.limits === null || !calls) return shown;
        const root = roots.get(uri.toString());
        if (root === undefined) void find(uri);
        const called = root ? [...calledReadings(flow, root, files).flows.values()].map((each) => each.flow) : [];
        const all = [flow, ...called];
        const limits = { autonomous: limitLines(all, 'autonomous'), supervised: limitLines(all, 'supervised') };
        return { ...shown, limits };
      },
      onDidChange: (listener, self, disposables) => {
        const both = vscode.Disposable.from(world.onDidChange(listener, self), changed.event(listener, self));
        disposables?.push(both);
        return both;
      },
    }),
    dispose: () => {
      changed.dispose();
      others.dispose();
    },
  };
}
