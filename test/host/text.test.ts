import * as assert from 'node:assert';
import * as vscode from 'vscode';
import { until } from '../until';
import { access, flowFiles, PLAIN } from './flows';

describe('A flow edited as text', () => {
  const flows = flowFiles();
  before(access);
  afterEach(flows.clear);

  const open = async (text: string) => {
    const document = await vscode.workspace.openTextDocument(await flows.write('text', text));
    await vscode.window.showTextDocument(document);
    return document;
  };
  const within = (document: vscode.TextDocument, word: string) =>
    document.positionAt(document.getText().indexOf(word) + Math.ceil(word.length / 2));

  it('completes the targets of a route with the ids of its steps and the terminals', async () => {
    const document = await open(PLAIN.replace('"@complete" }', '"" },\n    "act": { "kind": "ask" }'));
    const offset = document.getText().indexOf('""') + 1;
    const labels = await until('completions', async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        document.positionAt(offset),
      );
      const found = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      return found.includes('@complete') ? found : undefined;
    });
    assert.ok(labels.includes('act'), labels.join());
  });

  it('leads from a route to its step, and from a step to what names it', async () => {
    const document = await open(PLAIN);
    const start = JSON.parse(PLAIN).start as string;
    const at = within(document, `"${start}"`);
    const there = await until('a definition', async () => {
      const [found] = await vscode.commands.executeCommand<vscode.Location[]>(
        'vscode.executeDefinitionProvider',
        document.uri,
        at,
      );
      return found;
    });
    assert.strictEqual(document.getText(there.range), `"${start}"`);
    const references = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeReferenceProvider',
      document.uri,
      there.range.start.translate(0, 2),
    );
    assert.ok(references.some(({ range }) => range.contains(at)));
  });
});
