import * as vscode from 'vscode';
import type { JsonPath } from '../engine/json';
import type { FlowDocuments } from './document';
import { exportFlow } from './exportFlow';
import type { FlowFiles } from './flowFiles';
import { isFlowUri } from './flowFiles';
import { templateGallery } from './gallery';
import { COMMANDS, EDITOR } from './ids';
import type { Log } from './log';
import { hasFolder, newFlow } from './newFlow';
import type { RowOpener } from './openRow';
import { openRow } from './openRow';
import { showInformation, showWarning } from './plainNotice';
import type { RowTarget } from './rows/row';
import type { RowsView } from './rowsView';
import { selectionAt } from './selectionPaths';
import { showText } from './showText';
import type { TemplateFiles } from './templateFiles';

/** Wraps a command so that a failure of it is shown once, in one place. */
export type Register = (id: string, act: (...given: never[]) => unknown) => vscode.Disposable;

export const registering = (log: Log): Register => {
  return (id, act) =>
    vscode.commands.registerCommand(id, async (...given: never[]) => {
      try {
        return await act(...given);
      } catch (thrown) {
        log.failed(id, thrown);
        return undefined;
      }
    });
};

export interface FlowCommandNeeds {
  readonly extension: vscode.Uri;
  readonly templates: TemplateFiles;
  readonly log: Log;
  readonly flows: FlowFiles;
  readonly documents: FlowDocuments;
  readonly flowsView: RowsView;
  readonly opener: RowOpener;
}

/** Commands about flow files. Each finds out what it is about when it is called from the palette. */
export function registerFlowCommands(register: Register, needs: FlowCommandNeeds): vscode.Disposable {
  const { flows, documents, flowsView, opener, templates } = needs;
  const create = async (name: unknown) => {
    const template = (await templates.all()).find((each) => each.name === name);
    return template && newFlow(template);
  };
  const gallery = templateGallery(
    needs.extension,
    templates,
    needs.log,
    async (name) => (await create(name)) !== undefined,
  );
  return vscode.Disposable.from(
    // With the name of a template, the gallery is passed by.
    register(COMMANDS.newFlow, async (given?: unknown) => {
      if (typeof given === 'string') return create(given);
      if (hasFolder()) gallery.show();
      return undefined;
    }),
    register(COMMANDS.exportSvg, async (given?: unknown, target?: unknown) => {
      const uri = await flowUri(given, flows, flowsView);
      if (uri) await exportFlow(await vscode.workspace.openTextDocument(uri), 'svg', fileIn(target));
    }),
    register(COMMANDS.exportMermaid, async (given?: unknown, target?: unknown) => {
      const uri = await flowUri(given, flows, flowsView);
      if (uri) await exportFlow(await vscode.workspace.openTextDocument(uri), 'mermaid', fileIn(target));
    }),
    // A place comes from CodeLens and from quick fixes; menus give things of their own after the file.
    register(COMMANDS.openDesigner, async (given?: unknown, place?: unknown) => {
      const uri = await flowUri(given, flows, flowsView);
      if (!uri) return;
      await vscode.commands.executeCommand('vscode.openWith', uri, EDITOR);
      const flow = flows.get(uri)?.lastGood;
      if (isPath(place) && flow) opener.selections.select(uri, selectionAt(flow, place));
    }),
    register(COMMANDS.openText, async (given?: unknown, place?: unknown) => {
      const uri = await flowUri(given, flows, flowsView);
      if (!uri) return;
      const document = await vscode.workspace.openTextDocument(uri);
      await showText(document, isPath(place) ? (flows.get(uri)?.parsed.keyRangeOf(place) ?? null) : null);
    }),
    register(COMMANDS.applyFix, async (uri: vscode.Uri, _version: number, code: string, path: JsonPath | 'all') => {
      const document = await vscode.workspace.openTextDocument(uri);
      const done = await (path === 'all' ? documents.fixAll(document, code) : documents.fix(document, code, path));
      if (!done.ok) void showWarning(done.why);
    }),
    register(COMMANDS.openRow, (target: RowTarget) => openRow(target, opener)),
  );
}

/** The flow that a command is about: the one it was given, the active editor's, else the only one or by choice. */
export async function flowUri(given: unknown, flows: FlowFiles, flowsView: RowsView): Promise<vscode.Uri | undefined> {
  if (given instanceof vscode.Uri) return given;
  if (typeof given === 'string') {
    const target = flowsView.row(given)?.target;
    return target?.open === 'flow' ? vscode.Uri.parse(target.uri) : undefined;
  }
  const active = activeFlow();
  if (active) return active;
  const items = [...flows.all().keys()]
    .map((key) => vscode.Uri.parse(key))
    .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  if (items.length === 0) {
    void showInformation(vscode.l10n.t('There is no flow in this workspace. Make one with New Flow.'));
    return undefined;
  }
  if (items.length === 1) return items[0]?.uri;
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Flow') }))?.uri;
}

/** Of what menus give after a file: a file that is no flow. The explorer gives all that is selected, as a list. */
const fileIn = (target: unknown): vscode.Uri | undefined => (target instanceof vscode.Uri ? target : undefined);

const isPath = (place: unknown): place is JsonPath =>
  Array.isArray(place) && place.every((key) => typeof key === 'string' || typeof key === 'number');

function activeFlow(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const known = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText;
  return known && isFlowUri(input.uri) ? input.uri : undefined;
}
