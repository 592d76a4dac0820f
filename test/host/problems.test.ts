import * as assert from 'node:assert';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../until';
import { access, flowFiles, PLAIN, workspaceFolder } from './flows';

const BAD = PLAIN.replace('"@complete"', '"nowhere"');
const ours = (uri: vscode.Uri) => vscode.languages.getDiagnostics(uri).filter((each) => each.source === 'converge');

describe('Problems', () => {
  const flows = flowFiles();
  before(access);
  afterEach(flows.clear);

  it('name the mistakes of a flow that nobody opened, at the value and with its docs, and forget them when it is mended', async () => {
    const uri = await flows.write('bad', BAD);
    const found = await until('a problem', () => ours(uri).find((each) => each.message.includes('nowhere')));
    assert.strictEqual(found.severity, vscode.DiagnosticSeverity.Error);
    assert.ok(typeof found.code === 'object' && found.code.target.path.endsWith('checks.md'));
    const line = BAD.split('\n').findIndex((each) => each.includes('"nowhere"'));
    assert.strictEqual(found.range.start.line, line);
    assert.strictEqual(
      BAD.split('\n')[line]?.slice(found.range.start.character, found.range.end.character),
      '"nowhere"',
    );
    assert.strictEqual(
      vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString()),
      false,
    );

    await writeFile(flows.file('bad'), PLAIN);
    await until('no problem', () => ours(uri).length === 0);
    await writeFile(flows.file('bad'), BAD);
    await until('the problem again', () => ours(uri).length > 0);
    await rm(flows.file('bad'));
    await until('no problem of a file that is gone', () => ours(uri).length === 0);
  });

  it('follow what is typed, in the turn in which it is typed', async () => {
    const document = await vscode.workspace.openTextDocument(await flows.write('typed', PLAIN));
    await until('the flow without problems', () => ours(document.uri).length === 0);
    const edit = new vscode.WorkspaceEdit();
    const offset = PLAIN.indexOf('@complete');
    edit.replace(
      document.uri,
      new vscode.Range(document.positionAt(offset), document.positionAt(offset + 9)),
      'nowhere',
    );
    // Ours was registered first: what it does in its turn is done when this one is called.
    const after = new Promise<number>((resolve) => {
      const subscription = vscode.workspace.onDidChangeTextDocument(() => {
        subscription.dispose();
        resolve(ours(document.uri).length);
      });
    });
    await vscode.workspace.applyEdit(edit);
    assert.ok((await after) > 0);
    await document.save();
  });

  it('are not those of flows that came with packages', async () => {
    const folder = path.join(workspaceFolder(), 'node_modules');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'theirs.converge.json'), BAD);
    const uri = await flows.write('mine', BAD);
    await vscode.commands.executeCommand('converge.refresh');
    assert.ok(ours(uri).length > 0);
    assert.deepStrictEqual(ours(vscode.Uri.file(path.join(folder, 'theirs.converge.json'))), []);
    await rm(folder, { recursive: true, force: true });
  });

  it('conflict markers are one problem, on their line', async () => {
    const uri = await flows.write('conflict', PLAIN.replace('  "title"', '<<<<<<< ours\n  "title"'));
    const [first] = await until('the problem', () => (ours(uri).length > 0 ? ours(uri) : undefined));
    assert.strictEqual(first?.range.start.line, 3);
  });
});
