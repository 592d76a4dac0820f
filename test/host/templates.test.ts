import * as assert from 'node:assert';
import { readFile, rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../until';
import { flowFiles, openDesigner, PLAIN, workspaceFolder } from './flows';

describe('templates, called flows and exports', () => {
  const flows = flowFiles();
  afterEach(flows.clear);

  it('tells a designer which templates there are, and inserts one into a flow as one step of undo', async () => {
    const { document, snapshot, intent } = await openDesigner(await flows.write('into', PLAIN));
    const templates = await until('templates', async () => {
      const found = (await snapshot()).templates;
      return found.length > 0 ? found : undefined;
    });
    assert.ok(templates.some(({ name, title, purpose }) => name === 'fix-until-green' && title && purpose));
    assert.ok(templates.every(({ name }) => name !== 'empty'));
    const insert = (name: string) => intent({ type: 'insertTemplate', version: document.version, name });
    assert.deepStrictEqual(await insert('fix-until-green'), { ok: true, ...(await selected(snapshot)) });
    const flow = JSON.parse(JSON.stringify((await snapshot()).flow));
    assert.deepStrictEqual(Object.keys(flow.steps), ['look', 'act', 'verify', 'judge']);
    assert.deepStrictEqual(Object.keys(flow.loops), ['fix']);
    const refused = await insert('nothing-of-the-kind');
    assert.ok(!refused.ok && refused.why.includes('nothing-of-the-kind'));
    await intent({ type: 'undo' });
    await until('undo', () => document.getText() === PLAIN);
  });

  it('tells which flows a step can call, and opens the one that it calls', async () => {
    const caller = PLAIN.replace(
      '"look": {',
      '"sub": { "kind": "call", "flow": "other-flow", "next": "look" },\n    "look": {',
    );
    await flows.write('other', PLAIN.replace('"plain"', '"other-flow"'));
    const { snapshot, intent } = await openDesigner(await flows.write('caller', caller));
    await until('the other flow', async () => (await snapshot()).callable.includes('other-flow'));
    assert.ok(!(await snapshot()).callable.includes('plain'));
    await intent({ type: 'openCalled', step: 'sub' });
    await until('its designer', () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom && input.uri.path.endsWith('other.converge.json');
    });
  });

  it('makes a flow of a template, or shows the gallery', async () => {
    await vscode.commands.executeCommand('converge.newFlow');
    const gallery = () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes('converge.gallery'));
    await until('the gallery', () => gallery().length === 1);
    await vscode.commands.executeCommand('converge.newFlow');
    assert.strictEqual(gallery().length, 1);
  });

  it('exports a flow as SVG to a file, and as Mermaid to a new Markdown document', async () => {
    const uri = await flows.write('drawn', PLAIN);
    const target = path.join(workspaceFolder(), 'drawn.svg');
    await vscode.commands.executeCommand('converge.exportSvg', uri, vscode.Uri.file(target));
    assert.match(await readFile(target, 'utf8'), /^<svg[\s\S]*look[\s\S]*<\/svg>\s*$/);
    await rm(target);
    await vscode.commands.executeCommand('converge.exportMermaid', uri);
    const document = vscode.window.activeTextEditor?.document;
    assert.strictEqual(document?.languageId, 'markdown');
    assert.match(document?.getText() ?? '', /^# drawn\n\n```mermaid\nflowchart LR\n/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});

const selected = async (snapshot: () => Promise<{ readonly selection: readonly string[] }>) => ({
  select: (await snapshot()).selection,
});
