import * as assert from 'node:assert';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../until';
import { access, flowFiles, openDesigner } from './flows';

const TEMPLATE = path.resolve(__dirname, '../../media/templates/fix-until-green.converge.json');

describe('one selection for canvas, text, tree and Problems', () => {
  const flows = flowFiles();
  afterEach(flows.clear);

  it('goes from the canvas to the text and back', async () => {
    const uri = await flows.write('both', await readFile(TEMPLATE, 'utf8'));
    const { document, snapshot, intent } = await openDesigner(uri);
    const editor = await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
    const lineOf = (word: string) => document.positionAt(document.getText().indexOf(word)).line;
    await intent({ type: 'select', selection: ['judge'] });
    await until('the cursor at the step', () => editor.selection.active.line === lineOf('"judge": {'));
    const place = document.positionAt(document.getText().indexOf('"fix": {') + 2);
    editor.selection = new vscode.Selection(place, place);
    await until('the loop on the canvas', async () => (await snapshot()).selection[0] === 'loop:fix');
    const next = document.positionAt(document.getText().indexOf('"next": "judge"') + 10);
    editor.selection = new vscode.Selection(next, next);
    await until('the route', async () => (await snapshot()).selection[0] === 'route:verify/strong/0');
  });

  it('goes from the tree to the canvas, and back where the flow is unfolded in the tree', async () => {
    const uri = await flows.write('treed', await readFile(TEMPLATE, 'utf8'));
    const { views } = await access();
    const { view, row } = views.of.flows;
    const id = (key: string) => `flow:${uri}#${key}`;
    const target = await until('the step in the tree', () => row(id('verify'))?.target);
    await vscode.commands.executeCommand('converge.openRow', target);
    const { snapshot, intent } = await openDesigner(uri);
    await until('the step on the canvas', async () => (await snapshot()).selection[0] === 'verify');

    await vscode.commands.executeCommand('converge.flows.focus');
    await until('the tree', () => view.visible);
    await until('the flow in the tree', async () => {
      await view.reveal(`flow:${uri}`, { expand: true, select: true });
      return true;
    });
    await intent({ type: 'select', selection: ['loop:fix'] });
    await until('the loop in the tree', () => view.selection[0] === id('loop:fix'));
    await intent({ type: 'select', selection: ['route:act/strong/0'] });
    await until('the step of the route in the tree', () => view.selection[0] === id('act'));
    assert.strictEqual(view.selection.length, 1);
  });
});
