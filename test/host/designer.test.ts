import * as assert from 'node:assert';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { until } from '../until';
import { access, flowFiles, ODD, openDesigner, PLAIN } from './flows';

describe('a designer of a flow', () => {
  const flows = flowFiles();
  afterEach(flows.clear);

  it('SH-29 opening, looking and closing is not editing; a move changes only its own line', async () => {
    const { document, snapshot, edit } = await openDesigner(await flows.write('odd', ODD));
    assert.strictEqual((await snapshot()).document.readOnly, null);
    assert.strictEqual(document.isDirty, false);
    assert.strictEqual(await flows.bytes('odd'), ODD);

    assert.strictEqual((await edit({ type: 'move', positions: { look: [140, 90] } })).ok, true);
    assert.strictEqual(document.isDirty, true);
    assert.strictEqual(await document.save(), true);
    const saved = await flows.bytes('odd');
    const lines = (text: string) => text.split('\r\n');
    const different = lines(saved).filter((line, index) => line !== lines(ODD)[index]);
    assert.deepStrictEqual(different, ['  "layout": { "look": [140, 90] }']);
    assert.strictEqual(saved.replaceAll('\r\n', '').includes('\n'), false);
  });

  it('SH-33 saving keeps what the designer does not know, and shows a missing target by its name', async () => {
    const { document, snapshot, edit } = await openDesigner(await flows.write('odd', ODD));
    await edit({ type: 'move', positions: { act: [0, 0] } });
    await document.save();
    const saved = await flows.bytes('odd');
    for (const kept of [
      '"mystery": { "kept": [1.0, 2e1] }',
      '"retries": 0',
      '"attempts": 1',
      '"next": "reviewer2"',
      '/* the check */',
    ])
      assert.ok(saved.includes(kept), kept);
    const missing = (await snapshot()).issues.find(
      (issue) => issue.severity === 'error' && issue.message.includes('reviewer2'),
    );
    assert.ok(missing, 'the missing target is not said');
  });

  it('SH-28 one gesture is one undo step, and undo gives every byte back', async () => {
    const { document, edit, intent } = await openDesigner(await flows.write('odd', ODD));
    const before = document.getText();
    assert.strictEqual((await edit({ type: 'deleteSteps', ids: ['look'] })).ok, true);
    const after = document.getText();
    assert.notStrictEqual(after, before);
    await intent({ type: 'undo' });
    await until('undo', () => document.getText() === before);
    assert.strictEqual(await flows.bytes('odd'), ODD);
    await intent({ type: 'redo' });
    await until('redo', () => document.getText() === after);
    await intent({ type: 'undo' });
    await until('undo again', () => document.getText() === before);
    assert.strictEqual((await edit({ type: 'renameStep', from: 'act', to: 'repair' })).ok, true);
    await intent({ type: 'undo' });
    await until('undo of the rename', () => document.getText() === before);
  });

  it('SH-30 a a clean flow that changes on the disk is shown as it is now', async () => {
    const { document, snapshot } = await openDesigner(await flows.write('plain', PLAIN));
    await writeFile(flows.file('plain'), PLAIN.replaceAll('look', 'watch'));
    await until('the new content', async () => JSON.stringify((await snapshot()).flow).includes('"watch"'));
    assert.strictEqual(document.isDirty, false);
  });

  it('SH-30 b unsaved edits are kept beside a changed file, and neither is lost', async () => {
    const { document, snapshot, edit } = await openDesigner(await flows.write('plain', PLAIN));
    await edit({ type: 'set', path: ['title'], value: 'Mine' });
    const theirs = PLAIN.replace('Plain', 'Theirs');
    await writeFile(flows.file('plain'), theirs);
    await until('the file of the others', async () => (await flows.bytes('plain')) === theirs);
    assert.strictEqual(document.isDirty, true);
    assert.ok(document.getText().includes('Mine'));
    assert.ok(JSON.stringify((await snapshot()).flow).includes('Mine'));
    assert.strictEqual(await flows.bytes('plain'), theirs);
  });

  it('SH-30 d a deleted flow with unsaved edits stays open with them', async () => {
    const { document, snapshot, edit } = await openDesigner(await flows.write('plain', PLAIN));
    await edit({ type: 'set', path: ['title'], value: 'Mine' });
    await rm(flows.file('plain'));
    await until('the file to be gone', () => !existsSync(flows.file('plain')));
    assert.ok(document.getText().includes('Mine'));
    assert.ok(JSON.stringify((await snapshot()).flow).includes('Mine'));
    assert.strictEqual((await edit({ type: 'set', path: ['title'], value: 'Mine too' })).ok, true);
  });

  it('SH-30 e an edit meant for an older text is carried out where it fits and refused where it does not', async () => {
    const { document, snapshot, edit } = await openDesigner(await flows.write('plain', PLAIN));
    const seen = (await snapshot()).document.version;
    const typed = new vscode.WorkspaceEdit();
    const place = document.positionAt(document.getText().indexOf('"--version"'));
    typed.insert(document.uri, place, '"--no-warnings", ');
    await vscode.workspace.applyEdit(typed);
    assert.notStrictEqual(document.version, seen);

    assert.strictEqual((await edit({ type: 'move', positions: { look: [10, 20] } }, seen)).ok, true);
    const text = document.getText();
    assert.ok(text.includes('--no-warnings') && text.includes('[10, 20]'));
    const stale = await edit({ type: 'set', path: ['steps', 'look', 'commands', 0, 'timeout'], value: '5m' }, seen);
    assert.strictEqual(stale.ok, false);
    assert.strictEqual(document.getText(), text);
    const unknown = await edit({ type: 'set', path: ['title'], value: 'x' }, 0);
    assert.strictEqual(unknown.ok, false);
  });

  const broken: readonly (readonly [string, string, RegExp])[] = [
    [
      'conflict markers',
      PLAIN.replace('  "title"', '<<<<<<< ours\n  "title"').replace('"start"', '=======\n>>>>>>> theirs\n  "start"'),
      /conflict/,
    ],
    ['a text that is cut off', PLAIN.slice(0, 90), /missing|closed|expected/i],
    ['a newer format', PLAIN.replace('"converge": 1', '"converge": 2'), /format 2/],
  ];
  for (const [what, text, said] of broken)
    it(`SH-34 ${what}: shown with its line, not edited, and drawn once it is mended`, async () => {
      const { document, snapshot, edit } = await openDesigner(await flows.write('broken', text));
      const shown = await snapshot();
      assert.match(shown.broken?.message ?? '', said);
      assert.ok((shown.broken?.line ?? 0) >= 1);
      const refused = await edit({ type: 'tidy' });
      assert.strictEqual(refused.ok, false);
      assert.strictEqual(document.isDirty, false);
      assert.strictEqual(await (await access()).starter.run(document.uri), undefined);
      assert.strictEqual(await flows.bytes('broken'), text);

      const mended = new vscode.WorkspaceEdit();
      mended.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), PLAIN);
      await vscode.workspace.applyEdit(mended);
      const again = await snapshot();
      assert.strictEqual(again.broken, null);
      assert.ok(JSON.stringify(again.flow).includes('"look"'));
    });

  it('a text that breaks while it is typed leaves the last good flow, read-only', async () => {
    const { document, snapshot, edit } = await openDesigner(await flows.write('plain', PLAIN));
    const typed = new vscode.WorkspaceEdit();
    typed.delete(document.uri, new vscode.Range(document.lineCount - 3, 0, document.lineCount, 0));
    await vscode.workspace.applyEdit(typed);
    const shown = await snapshot();
    assert.ok(shown.broken);
    assert.ok(JSON.stringify(shown.flow).includes('"look"'));
    assert.strictEqual((await edit({ type: 'move', positions: { look: [1, 1] } })).ok, false);
  });

  it('shows the text at the value that was asked for, and shares the selection with it', async () => {
    const { document, snapshot, intent } = await openDesigner(await flows.write('plain', PLAIN));
    await intent({ type: 'openText', path: ['steps', 'look', 'next'] });
    const editor = await until('the text', () =>
      vscode.window.visibleTextEditors.find((each) => each.document.uri.toString() === document.uri.toString()),
    );
    assert.strictEqual(document.getText(editor.selection), '"next"');
    await until(
      'the selection of the text in the designer',
      async () => (await snapshot()).selection[0] === 'route:look/strong/0',
    );
    await intent({ type: 'select', selection: ['look'] });
    await until('the selection of the designer in the text', () => {
      const { line } = editor.selection.active;
      return document.lineAt(line).text.trimStart().startsWith('"look"');
    });
    assert.deepStrictEqual((await snapshot()).selection, ['look']);
  });

  it('two designers of one flow show the same', async () => {
    const { document } = await openDesigner(await flows.write('plain', PLAIN));
    await vscode.commands.executeCommand('workbench.action.splitEditor');
    const tabs = () =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .filter((tab) => tab.input instanceof vscode.TabInputCustom);
    await until('a second designer', () => tabs().length === 2);
    assert.strictEqual(document.isDirty, false);
  });
});
