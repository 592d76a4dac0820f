import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import type { JsonPath } from '../engine/json';
import type { Mode } from '../engine/trace/control';
import type { Intent, RunMarks, Snapshot } from '../webview/protocol';
import type { FlowBreakpoints } from './debug/breakpoints';
import type { DesignerActs, DesignerWorld } from './designerActs';
import { designerPage, designerRoot } from './designerPage';
import type { EditDone, FlowDocuments } from './document';
import type { FlowFiles } from './flowFiles';
import { holdsNothing } from './flowReading';
import { COMMANDS, CONTEXT, EDITOR } from './ids';
import { intentSchema } from './intentSchema';
import type { Log } from './log';
import type { Selections } from './selection';
import { settings } from './settings';
import { showText } from './showText';
import { whoDoesSteps } from './whoDoesHere';

/** What a designer needs of the rest of the extension. */
export interface DesignerNeeds {
  readonly extension: vscode.Uri;
  readonly flows: FlowFiles;
  readonly documents: FlowDocuments;
  readonly selections: Selections;
  readonly log: Log;
  readonly marksOf: (flow: vscode.Uri) => RunMarks | null;
  readonly onDidChangeMarks: vscode.Event<unknown>;
  readonly run: (flow: vscode.Uri, mode?: Mode) => Promise<void>;
  readonly stop: (flow: vscode.Uri) => Promise<void>;
  readonly acts: DesignerActs;
  readonly world: DesignerWorld;
  readonly breakpoints: FlowBreakpoints;
}

export interface Designers extends vscode.Disposable {
  /** What a designer of this document is shown now. */
  readonly snapshotOf: (document: vscode.TextDocument) => Promise<Snapshot>;
  /** Carries an intent out, as if a designer of the document had sent it. */
  readonly intent: (document: vscode.TextDocument, intent: Intent) => Promise<EditDone>;
}

/** Designers of flows. Each is handed whole snapshots; what it sends is parsed here and nowhere else. */
export function registerDesigner(needs: DesignerNeeds): Designers {
  const { flows, documents, selections, log, acts } = needs;
  const panels = new Map<vscode.WebviewPanel, vscode.TextDocument>();

  const pending = new Set<vscode.WebviewPanel>();

  const snapshot = (document: vscode.TextDocument, readOnly: string | null): Snapshot => {
    const reading = flows.get(document.uri);
    const { version, uri } = document;
    documents.saw(document, reading?.parsed.value ?? null);
    // Nothing is no fault to a person who is about to draw.
    const fresh = holdsNothing(reading);
    const broken = fresh ? null : reading?.parsed.broken;
    return {
      type: 'snapshot',
      document: { name: basename(uri.path), version, readOnly },
      flow: fresh ? null : (reading?.lastGood ?? null),
      broken: broken ? { message: broken.message, line: broken.line, conflict: broken.code === 'conflict' } : null,
      issues: reading?.issues ?? [],
      selection: selections.of(uri),
      workers: workerNames(reading?.parsed.flow?.workers ?? {}),
      whoDoes: whoDoesSteps(reading?.parsed.flow ?? null),
      run: needs.marksOf(uri),
      breakpoints: needs.breakpoints.of(uri),
      ...needs.world.of(document),
    };
  };
  /** Refusals that the page from which they were asked has not been told of. */
  const refusals = new Map<vscode.WebviewPanel, string>();
  const send = async (panel: vscode.WebviewPanel, document: vscode.TextDocument) => {
    // What changes while one snapshot waits to be made is in it.
    if (pending.has(panel)) return;
    pending.add(panel);
    const readOnly = await documents.readOnly(document);
    pending.delete(panel);
    if (!panels.has(panel) || !panel.visible) return;
    const refused = refusals.get(panel);
    refusals.delete(panel);
    await panel.webview.postMessage({ ...snapshot(document, readOnly), ...(refused !== undefined && { refused }) });
  };
  const sendAll = (uri?: vscode.Uri) => {
    for (const [panel, document] of panels)
      if (!uri || document.uri.toString() === uri.toString()) void send(panel, document);
  };

  const selecting = (document: vscode.TextDocument, done: EditDone): EditDone => {
    if (done.ok && done.select) selections.select(document.uri, done.select);
    return done;
  };
  const intent = async (document: vscode.TextDocument, meant: Intent): Promise<EditDone> => {
    switch (meant.type) {
      case 'ready':
        sendAll(document.uri);
        break;
      case 'edit':
        return selecting(document, await documents.edit(document, meant.version, meant.edit));
      case 'applyFix':
        if (meant.all) return documents.fixAll(document, meant.code);
        return documents.fix(document, meant.code, meant.path);
      case 'select':
        selections.select(document.uri, meant.selection);
        break;
      case 'openText':
        await openText(document, meant.path);
        break;
      case 'editString':
        await acts.editString(document, meant.path);
        break;
      case 'openCalled':
        await acts.openCalled(document, meant.step);
        break;
      case 'simulate':
        await acts.simulate(document, meant.mode, meant.script);
        break;
      case 'insertTemplate':
        return selecting(document, await acts.insertTemplate(document, meant.version, meant.name, meant.position));
      case 'export':
        await acts.exportAs(document, meant.format);
        break;
      case 'run':
        await needs.run(document.uri, meant.mode);
        break;
      case 'stop':
        await needs.stop(document.uri);
        break;
      case 'toggleBreakpoint':
        return needs.breakpoints.toggle(document, meant.steps);
      case 'editBreakpoint':
        return needs.breakpoints.edit(document, meant.step);
      case 'conflict':
        await vscode.commands.executeCommand(
          meant.show === 'sides' ? COMMANDS.compareConflict : COMMANDS.openMerge,
          document.uri,
        );
        break;
      case 'save':
        await documents.save(document);
        break;
      case 'undo':
      case 'redo':
        await vscode.commands.executeCommand(meant.type);
        break;
      case 'failed':
        log.error(`designer of ${document.uri.path}: ${meant.message}`);
        break;
    }
    return { ok: true };
  };
  const openText = (document: vscode.TextDocument, path: JsonPath) => {
    const range = flows.get(document.uri)?.parsed.keyRangeOf(path);
    return showText(document, range ? { offset: range.offset, length: range.length } : null);
  };

  const received = async (panel: vscode.WebviewPanel, document: vscode.TextDocument, message: unknown) => {
    const read = intentSchema.safeParse(message);
    if (!read.success) {
      log.error(`designer of ${document.uri.path}: a message that is no intent was dropped: ${read.error.message}`);
      return;
    }
    try {
      const done = await intent(document, read.data);
      if (done.ok) return;
      // Said where it was asked. The canvas may have drawn ahead: it is shown again what stands in the text.
      refusals.set(panel, done.why);
      sendAll(document.uri);
    } catch (thrown) {
      log.failed(vscode.l10n.t('Designer'), thrown);
    }
  };

  const provider: vscode.CustomTextEditorProvider = {
    resolveCustomTextEditor: (document, panel) => {
      panels.set(panel, document);
      const focus = () => void setFocused([...panels.keys()].some((each) => each.active));
      const subscriptions = [
        panel.webview.onDidReceiveMessage((message) => received(panel, document, message)),
        panel.onDidChangeViewState(() => {
          focus();
          if (panel.visible) void send(panel, document);
        }),
      ];
      panel.onDidDispose(() => {
        panels.delete(panel);
        refusals.delete(panel);
        focus();
        for (const each of subscriptions) each.dispose();
      });
      panel.webview.options = { enableScripts: true, localResourceRoots: [designerRoot(needs.extension)] };
      panel.webview.html = designerPage(panel.webview, needs.extension);
      focus();
    },
  };

  const subscriptions = [
    vscode.window.registerCustomEditorProvider(EDITOR, provider, { supportsMultipleEditorsPerDocument: true }),
    flows.onDidChange(sendAll),
    selections.onDidChange(sendAll),
    needs.onDidChangeMarks(() => sendAll()),
    needs.breakpoints.onDidChange(sendAll),
    needs.world.onDidChange(sendAll),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('converge')) sendAll();
    }),
    // A change that leaves the text as it was still has a new version, and intents carry versions.
    vscode.workspace.onDidChangeTextDocument(({ document }) => sendAll(document.uri)),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => sendAll(uri)),
  ];
  return {
    snapshotOf: async (document) => snapshot(document, await documents.readOnly(document)),
    intent,
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}

const setFocused = (focused: boolean) => vscode.commands.executeCommand('setContext', CONTEXT.designerFocused, focused);

const workerNames = (own: Readonly<Record<string, unknown>>) =>
  [...new Set([...Object.keys(own), ...Object.keys(settings().machine.workers)])].sort();
