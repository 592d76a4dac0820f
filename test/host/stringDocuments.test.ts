import * as assert from 'node:assert';
import { chmod } from 'node:fs/promises';
import * as vscode from 'vscode';
import { until } from '../until';
import { flowFiles, ODD, openDesigner } from './flows';

const PROMPT = ['steps', 'act', 'prompt'];

describe('a long text of a flow in a tab of its own', () => {
  const flows = flowFiles();
  afterEach(async () => {
    for (const { document } of textEditors()) await revert(document);
    await flows.clear();
  });

  it('opens as Markdown under a name that tells where it stands, and opening it edits nothing', async () => {
    const { document, intent } = await openDesigner(await flows.write('odd', ODD));
    await intent({ type: 'editString', path: PROMPT });
    const editor = await shown('odd › act › prompt.md');
    assert.strictEqual(editor.document.getText(), 'Do it');
    assert.strictEqual(editor.document.languageId, 'markdown');
    assert.strictEqual(document.isDirty, false);
    assert.strictEqual(await flows.bytes('odd'), ODD);
  });

  it('saving it is one minimal edit of the flow, one undo step, and the flow is saved by itself', async () => {
    const { document, intent } = await openDesigner(await flows.write('odd', ODD));
    await intent({ type: 'editString', path: PROMPT });
    const editor = await shown('odd › act › prompt.md');
    await retype(editor, 'Do it well.\nThen stop.');
    assert.strictEqual(document.getText(), ODD);
    assert.strictEqual(await editor.document.save(), true);
    assert.strictEqual(document.getText(), ODD.replace('"Do it"', '"Do it well.\\nThen stop."'));
    assert.strictEqual(document.isDirty, true);
    assert.strictEqual(await flows.bytes('odd'), ODD);
    await intent({ type: 'openText', path: PROMPT });
    await vscode.commands.executeCommand('undo');
    await until('undo in the flow', () => document.getText() === ODD);
    await until('the tab as it was', () => editor.document.getText() === 'Do it');
    assert.strictEqual(editor.document.isDirty, false);
  });

  it('is refreshed where the flow changes elsewhere', async () => {
    const { edit, intent } = await openDesigner(await flows.write('odd', ODD));
    await intent({ type: 'editString', path: PROMPT });
    const editor = await shown('odd › act › prompt.md');
    assert.strictEqual((await edit({ type: 'set', path: PROMPT, value: 'Other' })).ok, true);
    await until('the new text', () => editor.document.getText() === 'Other');
    assert.strictEqual(editor.document.isDirty, false);
  });

  it('a text that is not there yet starts empty, and goes again where it is emptied', async () => {
    const { document, intent } = await openDesigner(await flows.write('odd', ODD));
    await intent({ type: 'editString', path: ['goal'] });
    const editor = await shown('odd › goal.md');
    assert.strictEqual(editor.document.getText(), '');
    await retype(editor, 'Green.');
    assert.strictEqual(await editor.document.save(), true);
    assert.ok(document.getText().includes('"goal": "Green."'));
    await retype(editor, '');
    assert.strictEqual(await editor.document.save(), true);
    assert.strictEqual(document.getText().includes('"goal"'), false);
  });

  it('with its step renamed it is written nowhere, and what was typed stays in the tab', async () => {
    const { document, edit, intent } = await openDesigner(await flows.write('odd', ODD));
    await intent({ type: 'editString', path: PROMPT });
    const editor = await shown('odd › act › prompt.md');
    await retype(editor, 'Half a thought');
    assert.strictEqual((await edit({ type: 'renameStep', from: 'act', to: 'mend' })).ok, true);
    const renamed = document.getText();
    assert.strictEqual(await editor.document.save().then(undefined, () => false), false);
    assert.strictEqual(document.getText(), renamed);
    assert.strictEqual(editor.document.getText(), 'Half a thought');
    assert.strictEqual(editor.document.isDirty, true);
    assert.strictEqual((await edit({ type: 'renameStep', from: 'mend', to: 'act' })).ok, true);
    assert.strictEqual(await editor.document.save(), true);
    assert.ok(document.getText().includes('"Half a thought"'));
  });

  it('what is no text opens nothing', async () => {
    const { intent } = await openDesigner(await flows.write('odd', ODD));
    await intent({ type: 'editString', path: ['steps', 'look', 'commands'] });
    await intent({ type: 'editString', path: ['steps', 'nobody', 'prompt'] });
    assert.deepStrictEqual(textEditors(), []);
  });

  it('is found again by its uri alone, as after a reload, whether its flow is open or not', async () => {
    const flow = await flows.write('odd', ODD);
    const query = JSON.stringify({ flow: flow.toString(), path: PROMPT });
    const uri = vscode.Uri.from({ scheme: 'converge-text', path: '/odd › act › prompt.md', query });
    const editor = await vscode.window.showTextDocument(uri);
    assert.strictEqual(editor.document.getText(), 'Do it');
    await retype(editor, 'Do it again');
    assert.strictEqual(await editor.document.save(), true);
    const { document } = await openDesigner(flow);
    assert.strictEqual(document.getText(), ODD.replace('"Do it"', '"Do it again"'));
  });

  it('is read-only where its flow is', async () => {
    const flow = await flows.write('odd', ODD);
    const { intent } = await openDesigner(flow);
    await intent({ type: 'editString', path: PROMPT });
    const { document } = await shown('odd › act › prompt.md');
    await chmod(flow.fsPath, 0o444);
    const { permissions } = await vscode.workspace.fs.stat(document.uri);
    assert.strictEqual(permissions, vscode.FilePermission.Readonly);
    await chmod(flow.fsPath, 0o644);
  });

  it('cannot be made, renamed or deleted as a file', async () => {
    const { intent } = await openDesigner(await flows.write('odd', ODD));
    await intent({ type: 'editString', path: PROMPT });
    const { document } = await shown('odd › act › prompt.md');
    await assert.rejects(async () => vscode.workspace.fs.delete(document.uri), /flow/);
    const stat = await vscode.workspace.fs.stat(document.uri);
    assert.strictEqual(stat.size, 5);
    assert.strictEqual(stat.permissions, undefined);
  });
});

const textEditors = () =>
  vscode.window.visibleTextEditors.filter(({ document }) => document.uri.scheme === 'converge-text');

const shown = (name: string) =>
  until(`the tab ${name}`, () => textEditors().find(({ document }) => document.uri.path === `/${name}`));

async function retype(editor: vscode.TextEditor, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(editor.document.uri, new vscode.Range(0, 0, editor.document.lineCount, 0), text);
  assert.strictEqual(await vscode.workspace.applyEdit(edit), true);
}

async function revert(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}
