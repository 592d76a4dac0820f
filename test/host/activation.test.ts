import * as assert from 'node:assert';
import * as vscode from 'vscode';

describe('the extension in a real extension host', () => {
  const extension = () => vscode.extensions.getExtension('converge.converge');

  it('is known by its id', () => {
    assert.ok(extension(), 'converge.converge is not among the extensions');
    assert.strictEqual(vscode.extensions.getExtension('converge.nothing'), undefined);
  });

  it('activates', async () => {
    await extension()!.activate();
    assert.strictEqual(extension()!.isActive, true);
  });

  it('sees two trusted folders', () => {
    assert.strictEqual(vscode.workspace.isTrusted, true);
    assert.strictEqual(vscode.workspace.workspaceFolders?.length, 2);
  });
});
