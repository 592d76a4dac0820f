import * as assert from 'node:assert';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../until';
import { access, flowFiles, openDesigner, PLAIN } from './flows';

const TEMPLATE = path.resolve(__dirname, '../../media/templates/fix-until-green.converge.json');

describe('A flow edited as text, with all that VS Code asks of a language', () => {
  const flows = flowFiles();
  before(access);
  afterEach(flows.clear);

  const open = async (id: string, text: string) => {
    const document = await vscode.workspace.openTextDocument(await flows.write(id, text));
    const editor = await vscode.window.showTextDocument(document);
    return { document, editor };
  };
  const behind = (document: vscode.TextDocument, word: string) =>
    document.positionAt(document.getText().indexOf(word) + word.length);
  /** The first answer that is not empty: providers are registered while the window starts. */
  const asked = <T>(what: string, command: string, ...given: readonly unknown[]) =>
    until(what, async () => {
      const found = await vscode.commands.executeCommand<readonly T[] | undefined>(command, ...given);
      return found !== undefined && found.length > 0 ? found : undefined;
    });

  it('SH-33 renames a step from where it is used, as one undo step that keeps all other characters', async () => {
    const text = `// ours\r\n${PLAIN.replaceAll('\n', '\r\n')}`;
    const { document } = await open('renamed', text);
    const edit = await until('a rename', async () =>
      vscode.commands.executeCommand<vscode.WorkspaceEdit>(
        'vscode.executeDocumentRenameProvider',
        document.uri,
        behind(document, '"start": "lo'),
        'watching',
      ),
    );
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.strictEqual(document.getText(), text.replaceAll('"look"', '"watching"'));
    await vscode.commands.executeCommand('undo');
    await until('undo', () => document.getText() === text);
    await document.save();
  });

  it('says why something cannot be renamed, and renames nothing', async () => {
    const { document } = await open('unnamed', PLAIN);
    const prepared = async (word: string) =>
      vscode.commands.executeCommand<{ placeholder: string }>(
        'vscode.prepareRename',
        document.uri,
        behind(document, word),
      );
    assert.strictEqual((await until('a name', () => prepared('"start": "lo'))).placeholder, 'look');
    await assert.rejects(async () => prepared('"title": "Pl'), /can be renamed/);
    await assert.rejects(
      async () =>
        vscode.commands.executeCommand(
          'vscode.executeDocumentRenameProvider',
          document.uri,
          behind(document, '"start": "lo'),
          'not an id',
        ),
      /not a good id/,
    );
    assert.strictEqual(document.isDirty, false);
  });

  it('SH-13 tells on hover of a worker who would do the step here, and what that proves of its cost', async () => {
    const look = '"steps": {';
    const act = '{ "kind": "work", "worker": "implementer", "prompt": "Do it", "next": "look" }';
    const workers = '"workers": { "implementer": { "use": "codex", "model": "m1" } },';
    const { document } = await open(
      'who',
      PLAIN.replace('"start": "look"', '"start": "act"').replace(look, `${workers} ${look} "act": ${act},`),
    );
    const hover = async () => {
      const found = await vscode.commands.executeCommand<readonly vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        behind(document, '"worker": "impl'),
      );
      const text = found.flatMap(({ contents }) => contents.map((each) => Object(each).value)).join('\n');
      return text.includes('codex m1') ? text : undefined;
    };
    const text = await until('the hover', hover);
    assert.match(text, /the flow's own/);
    assert.match(text, /a cap in usd needs a price for m1 in converge\.prices/);
    const { snapshot } = await openDesigner(document.uri);
    const said = (await snapshot()).whoDoes?.act?.implementer ?? '';
    assert.match(said, /^implementer: codex m1 \(the flow's own\); reports tokens/);
  });

  it('tells on hover what a key means, and of a step where it leads', async () => {
    const { document } = await open('hovered', PLAIN);
    const told = async (word: string) => {
      const found = await asked<vscode.Hover>(
        'a hover',
        'vscode.executeHoverProvider',
        document.uri,
        behind(document, word),
      );
      return found
        .flatMap(({ contents }) => contents.map((each) => (typeof each === 'string' ? each : each.value)))
        .join('\n');
    };
    assert.match(await told('"comma'), /all of them have to succeed/);
    assert.match(await told('"start": "lo'), /verify step[\s\S]*Leads to: @complete \(next\)/);
  });

  it('has an outline with steps, where they lead, and loops', async () => {
    const { document } = await open('outlined', await readFile(TEMPLATE, 'utf8'));
    const symbols = await asked<vscode.DocumentSymbol>(
      'an outline',
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    const steps = symbols.find(({ name }) => name === 'steps')?.children ?? [];
    assert.deepStrictEqual(
      steps.map(({ name, children }) => [name, ...children.map((child) => child.name)]),
      [
        ['act', 'next → verify'],
        ['verify', 'next → judge'],
        ['judge', 'next → @complete'],
      ],
    );
    assert.deepStrictEqual(
      symbols.find(({ name }) => name === 'loops')?.children.map(({ name }) => name),
      ['fix'],
    );
  });

  it('has Run, Simulate and Show in Designer above it, and Show in Designer above each loop, which selects it there', async () => {
    const { document } = await open('lensed', await readFile(TEMPLATE, 'utf8'));
    const lenses = await asked<vscode.CodeLens>('lenses', 'vscode.executeCodeLensProvider', document.uri);
    const titled = lenses.map(({ command }) => command?.title ?? '').map((title) => title.replace(/^\$\(\S+\) /, ''));
    assert.deepStrictEqual(titled, ['Run', 'Simulate', 'Show in Designer', 'Show in Designer']);
    const loop = lenses[3];
    assert.match(document.lineAt(loop?.range.start.line ?? 0).text, /"fix"/);
    await vscode.commands.executeCommand(loop?.command?.command ?? '', ...(loop?.command?.arguments ?? []));
    const { designers } = await access();
    await until('the loop selected in the designer', async () =>
      (await designers.snapshotOf(document)).selection.includes('loop:fix'),
    );
  });

  it('folds, and is never formatted', async () => {
    const odd = PLAIN.replace('"steps": {', '/* a\n   remark */\n  "steps" :   {');
    const { document } = await open('folded', odd);
    const folds = await asked<vscode.FoldingRange>('folds', 'vscode.executeFoldingRangeProvider', document.uri);
    assert.ok(folds.some(({ kind }) => kind === vscode.FoldingRangeKind.Comment));
    const edits = await vscode.commands.executeCommand<readonly vscode.TextEdit[] | undefined>(
      'vscode.executeFormatDocumentProvider',
      document.uri,
      { tabSize: 4, insertSpaces: false },
    );
    assert.deepStrictEqual(edits ?? [], []);
    const settings = vscode.workspace.getConfiguration('editor', { languageId: 'converge' });
    await settings.update('formatOnSave', true, vscode.ConfigurationTarget.Global);
    try {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 1), '  ');
      await vscode.workspace.applyEdit(edit);
      const before = document.getText();
      assert.ok(await document.save());
      assert.strictEqual(await flows.bytes('folded'), before);
    } finally {
      await settings.update('formatOnSave', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('turns lines into comments and back', async () => {
    const { document, editor } = await open('commented', PLAIN);
    editor.selection = new vscode.Selection(3, 0, 3, 0);
    await vscode.commands.executeCommand('editor.action.commentLine');
    await until('a comment', () => /^\s*\/\/ "title"/.test(document.lineAt(3).text));
    await vscode.commands.executeCommand('editor.action.commentLine');
    await until('no comment', () => document.getText() === PLAIN);
    await document.save();
  });

  it('offers names inside of expressions, and the flows that can be called', async () => {
    await flows.write('other', PLAIN.replace('"plain"', '"other-flow"'));
    const steps = `"steps": {
    "go": { "kind": "router", "cases": [{ "when": "steps.", "to": "look" }], "else": "sub" },
    "sub": { "kind": "call", "flow": "", "next": "look" },`;
    const { document } = await open('expressed', PLAIN.replace('"steps": {', steps));
    const offered = async (word: string, wanted: string) =>
      until(wanted, async () => {
        const list = await vscode.commands.executeCommand<vscode.CompletionList>(
          'vscode.executeCompletionItemProvider',
          document.uri,
          behind(document, word),
        );
        const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
        return labels.includes(wanted) ? labels : undefined;
      });
    assert.deepStrictEqual((await offered('"when": "steps.', 'look')).sort(), ['go', 'look', 'sub']);
    await offered('"flow": "', 'other-flow');
  });
});
