import * as vscode from 'vscode';
import { diffFlows } from '../../engine/flow/diff';
import { diffLines } from '../../engine/flow/diff/lines';
import type { CompareIntent, Comparison } from '../../webview/protocol';
import { designerPage, designerRoot } from '../designerPage';
import type { FlowFiles } from '../flowFiles';
import { EDITOR } from '../ids';
import type { Log } from '../log';
import type { Selections } from '../selection';
import { compareIntent } from './compareIntent';
import { flowNameOf } from './flowName';
import type { Side } from './sides';

export interface PanelNeeds {
  readonly extension: vscode.Uri;
  readonly flows: FlowFiles;
  readonly selections: Selections;
  readonly log: Log;
}

export interface ComparePanels extends vscode.Disposable {
  /** Shows a comparison; the same one again is brought to the front. */
  readonly show: (name: string, before: Side, after: Side) => void;
  /** What the panels show now, each as it was last sent. */
  readonly shown: () => readonly Comparison[];
}

/** Pages that compare two states of a flow. Each follows its files for as long as it is open. */
export function comparePanels({ extension, flows, selections, log }: PanelNeeds): ComparePanels {
  const panels = new Map<string, vscode.WebviewPanel>();
  const last = new Map<string, Comparison>();

  const show = (name: string, before: Side, after: Side) => {
    const key = [before.uri, after.uri].join(' ');
    const known = panels.get(key);
    if (known) return known.reveal();
    const title = vscode.l10n.t('{0} ({1} ↔ {2})', name, before.label, after.label);
    const panel = vscode.window.createWebviewPanel('converge.compare', title, vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [designerRoot(extension)],
    });
    panels.set(key, panel);
    const icon = (file: string) => vscode.Uri.joinPath(extension, 'media', file);
    panel.iconPath = { light: icon('flow-light.svg'), dark: icon('flow-dark.svg') };

    let asked = 0;
    const send = async () => {
      const mine = ++asked;
      const [then, now] = await Promise.all([before.read(), after.read()]);
      // A newer look is on its way.
      if (mine !== asked || panels.get(key) !== panel) return;
      const diff = diffFlows(then.flow ?? {}, now.flow ?? {});
      const comparison: Comparison = {
        type: 'comparison',
        title: name,
        before: { label: before.label, ...then },
        after: { label: after.label, ...now },
        diff,
        lines: diffLines(diff),
      };
      last.set(key, comparison);
      await panel.webview.postMessage(comparison);
    };
    const sendSafely = () => send().catch((thrown) => log.failed(title, thrown));

    const act = async (intent: CompareIntent) => {
      switch (intent.type) {
        case 'ready':
          return send();
        case 'textDiff':
          return void (await vscode.commands.executeCommand('vscode.diff', before.uri, after.uri, title));
        case 'open':
          return openFlow(after.follows ?? before.follows ?? after.uri, intent.selection);
        case 'failed':
          log.error(`${title}: ${intent.message}`);
      }
    };
    const openFlow = async (uri: vscode.Uri, selection: readonly string[]) => {
      if (uri.scheme !== 'file' || flowNameOf(uri) === null) return void (await vscode.window.showTextDocument(uri));
      await vscode.commands.executeCommand('vscode.openWith', uri, EDITOR);
      selections.select(uri, selection);
    };
    const follows = (uri: vscode.Uri) =>
      [before, after].some((side) => side.follows !== null && side.follows.toString() === uri.toString());
    const subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const read = compareIntent.safeParse(message);
        if (!read.success) log.error(`${title}: a message that is no intent was dropped: ${read.error.message}`);
        else act(read.data).catch((thrown) => log.failed(title, thrown));
      }),
      flows.onDidChange((uri) => follows(uri) && void sendSafely()),
      // A commit changes what HEAD is; a file outside of the workspace changes unseen.
      panel.onDidChangeViewState(() => panel.visible && void sendSafely()),
      vscode.window.onDidChangeWindowState(({ focused }) => focused && panel.visible && void sendSafely()),
    ];
    panel.onDidDispose(() => {
      panels.delete(key);
      last.delete(key);
      for (const each of subscriptions) each.dispose();
    });
    panel.webview.html = designerPage(panel.webview, extension, 'compare');
  };

  return {
    show,
    shown: () => [...last.values()],
    dispose: () => {
      for (const panel of [...panels.values()]) panel.dispose();
    },
  };
}
