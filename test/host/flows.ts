import * as assert from 'node:assert';
import { readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { FlowEdit } from '../../engine/flow/edit';
import type { TestAccess } from '../../extension/extension';
import type { Snapshot } from '../../webview/protocol';
import { until } from '../until';

/** What the extension hands to in-host tests. */
export async function access(): Promise<TestAccess> {
  const found: TestAccess | undefined = await vscode.extensions.getExtension('converge.converge')?.activate();
  assert.ok(found, 'the extension gives tests no access');
  return found;
}

export const workspaceFolder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

/** Flow files at the top of the workspace (what stands in a folder made a moment ago is not always watched yet). */
export function flowFiles() {
  const written = new Set<string>();
  const file = (id: string) => path.join(workspaceFolder(), `${id}.converge.json`);
  const uri = (id: string) => vscode.Uri.file(file(id));
  return {
    file,
    uri,
    write: async (id: string, text: string) => {
      written.add(id);
      await writeFile(file(id), text);
      return uri(id);
    },
    bytes: (id: string) => readFile(file(id), 'utf8'),
    /** Closes every editor, unsaved edits and all, and removes the files. */
    clear: async () => {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await Promise.all([...written].map((id) => rm(file(id), { force: true })));
      written.clear();
    },
  };
}

/** Opens the flow as a person does, in its designer. */
export async function openDesigner(uri: vscode.Uri): Promise<Designer> {
  const { designers } = await access();
  await vscode.commands.executeCommand('vscode.openWith', uri, 'converge.designer');
  const document = await until('the document', () =>
    vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString()),
  );
  await until('the designer', () => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputCustom && input.uri.toString() === uri.toString();
  });
  const snapshot = () => designers.snapshotOf(document);
  return {
    document,
    snapshot,
    edit: async (edit, version = document.version) => designers.intent(document, { type: 'edit', version, edit }),
    intent: (intent) => designers.intent(document, intent),
  };
}

export interface Designer {
  readonly document: vscode.TextDocument;
  readonly snapshot: () => Promise<Snapshot>;
  readonly edit: (edit: FlowEdit, version?: number) => ReturnType<TestAccess['designers']['intent']>;
  readonly intent: (
    intent: Parameters<TestAccess['designers']['intent']>[1],
  ) => ReturnType<TestAccess['designers']['intent']>;
}

/** A flow with comments, an odd order of keys, numbers spelled in their own way and keys that nobody knows. */
export const ODD = [
  '{',
  '  // Who wrote this likes comments.',
  '  "id": "odd",   "converge": 1,',
  '  "mystery": { "kept": [1.0, 2e1] },',
  '  "start": "act",',
  '  "workers": { "implementer": { "use": "command", "run": ["node", "-e", "0"] } },',
  '  "steps": {',
  '    "act": { "kind": "work", "attempts": 1, "worker": "implementer", "prompt": "Do it", "retries": 0, "next": "look" },',
  '    /* the check */',
  '    "look": { "kind": "verify", "commands": [{ "run": ["node", "--version"] }], "next": "reviewer2" },',
  '  },',
  '  "layout": { "look": [1e2, 80] }',
  '}',
  '',
].join('\r\n');

/** A flow without a finding. */
export const PLAIN = `{
  "converge": 1,
  "id": "plain",
  "title": "Plain",
  "start": "look",
  "steps": {
    "look": { "kind": "verify", "commands": [{ "run": ["node", "--version"] }], "next": "@complete" }
  }
}
`;
