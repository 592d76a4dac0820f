import * as assert from 'node:assert';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { parseFlow } from '../../engine/flow/parse';
import { sha256 } from '../../engine/node/digest';
import { approvalOf } from '../../engine/run/approval';
import type { AskRestore } from '../../extension/beside/askRestore';
import { SCHEME } from '../../extension/ids';
import { cleared, entered, LATCH, opened, pass, start } from '../extension/traces';
import { trace } from '../fakes/trace';
import { until } from '../until';
import { access, PLAIN, workspaceFolder } from './flows';
import { choosing } from './stubs';

const flowFile = () => path.join(workspaceFolder(), '.converge/flows/fix-until-green.converge.json');

/** Digests of all files of the user, by path. */
function filesNow(): Readonly<Record<string, string>> {
  const root = workspaceFolder();
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => path.relative(root, file).split(path.sep).join('/'))
      .filter((file) => !/^\.(converge|git)\//.test(file) || file === '.git/HEAD')
      .map((file) => [file, sha256(readFileSync(path.join(root, file), 'latin1')).slice(0, 16)]),
  );
}

/** A person who agrees, and what they were asked. */
function agreeing(answer = true) {
  const asked: { changes: readonly string[]; unsaved: number; since: number }[] = [];
  const ask: AskRestore = {
    agree: async (_goal, { changes }, unsaved, since) => {
      asked.push({ changes: changes.map(({ path }) => path), unsaved, since });
      return answer;
    },
  };
  return { ask, asked };
}

const begin = async () => {
  const { starter } = await access();
  const { flow } = parseFlow(await readFile(flowFile(), 'utf8'));
  assert.ok(flow);
  return starter.begin(vscode.Uri.file(flowFile()), 'autonomous', approvalOf(flow, sha256).hash);
};

const hoverAt = async (uri: vscode.Uri, line: number) => {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    uri,
    new vscode.Position(line, 0),
  );
  return hovers
    .flatMap(({ contents }) => contents.map((each) => (typeof each === 'string' ? each : each.value)))
    .join('\n');
};

const problemsOf = (uri: vscode.Uri) =>
  vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Converge');

describe('beside the code: the sample run', function () {
  this.timeout(120_000);
  let folder = '';
  let original: Readonly<Record<string, string>> = {};
  let repaired: Readonly<Record<string, string>> = {};
  let changed = '';
  const uri = () => vscode.Uri.file(path.join(workspaceFolder(), changed));
  const code = async () => (await access()).beside.code();
  const run = async () => {
    const found = (await access()).runs.get(folder);
    assert.ok(found);
    return found;
  };
  const firstTree = async () => {
    const tree = (await run()).history.stretches[0]?.baseline?.tree;
    assert.ok(tree);
    return { tree, name: 'the beginning' };
  };

  before(async () => {
    original = filesNow();
    folder = await begin();
    const { runs } = await access();
    await until('the end', () => runs.get(folder)?.state.end, 100_000);
    repaired = filesNow();
    changed = Object.keys(repaired).find((file) => original[file] !== repaired[file]) ?? '';
    assert.ok(changed, 'the sample changes a file');
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    if ((await access()).runs.get(folder)) await (await code()).restore(await run(), await firstTree(), agreeing().ask);
    assert.deepStrictEqual(filesNow(), original);
  });

  it('marks the lines that a pass wrote; a hover says which, as text, and leads to its changes and its log', async () => {
    const { marks } = await code();
    const editor = await vscode.window.showTextDocument(uri());
    const shown = await until('marks', () => (marks.shown(uri()).length > 0 ? marks.shown(uri()) : undefined));
    const line = shown[0]?.range.start.line ?? -1;
    const text = await hoverAt(uri(), line);
    assert.match(text, /pass.*\d.*act/);
    assert.match(text, /command:converge\.openRow\?/);
    const marked = shown.flatMap(({ range }) => [range.start.line, range.end.line]);
    const free = Array.from({ length: editor.document.lineCount }, (_, at) => at).find((at) => !marked.includes(at));
    if (free !== undefined) assert.doesNotMatch(await hoverAt(uri(), free), /converge\.openRow/);

    // A line of the person is not marked; those around it are where they went.
    await editor.edit((edit) => edit.insert(new vscode.Position(line, 0), '// mine\n'));
    await until('the marks below the new line', () => marks.shown(uri())[0]?.range.start.line === line + 1);
    assert.doesNotMatch(await hoverAt(uri(), line), /converge\.openRow/);
    await vscode.commands.executeCommand('workbench.action.files.revert');

    await vscode.commands.executeCommand('converge.toggleMarks');
    await until('no marks', () => marks.shown(uri()).length === 0);
    assert.doesNotMatch(await hoverAt(uri(), line), /converge\.openRow/);
    await vscode.commands.executeCommand('converge.toggleMarks');
    await until('marks again', () => marks.shown(uri()).length > 0);
  });

  it('opens what changed since the run began', async () => {
    await vscode.commands.executeCommand('converge.changesOfRun', folder);
    const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    await until('the changes', () => labels().some((label) => label.includes('since the run began')));
    // What was recorded bears the name of the file that it is beside: another one would say that it was renamed.
    const recorded = await until('what was recorded', () => {
      const texts = vscode.workspace.textDocuments.filter((each) => each.uri.scheme === SCHEME && !each.isClosed);
      return texts.length > 0 ? texts.map((each) => each.uri.path) : undefined;
    });
    assert.deepStrictEqual(
      recorded.filter((name) => !existsSync(name)),
      [],
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('restores a pass after asking, and undoes it byte for byte', async () => {
    const turned = agreeing(false);
    assert.strictEqual(await (await code()).restore(await run(), await firstTree(), turned.ask), false);
    assert.deepStrictEqual(filesNow(), repaired);
    assert.ok(turned.asked[0]?.changes.includes(changed));

    assert.strictEqual(await (await code()).restore(await run(), await firstTree(), agreeing().ask), true);
    assert.deepStrictEqual(filesNow(), original);
    await appendFile(uri().fsPath, '// since\n');
    const undo = agreeing();
    assert.strictEqual(await (await code()).undoRestore(workspaceFolder(), undo.ask), true);
    assert.strictEqual(undo.asked[0]?.since, 1);
    assert.deepStrictEqual(filesNow(), repaired);
    // What the undo took away comes back with its own undo.
    assert.strictEqual(await (await code()).undoRestore(workspaceFolder(), agreeing().ask), true);
    assert.match(readFileSync(uri().fsPath, 'utf8'), /\/\/ since\n$/);
  });

  it('the question before a restore: turned away nothing is done; agreed to, or after a look at the changes, it is', async () => {
    const before = filesNow();
    const restore = async () => (await code()).restore(await run(), await firstTree());
    const asked = /^Restore the workspace to the beginning of fix-until-green\?$/;
    let done: unknown;
    const turned = await choosing('nothing of the kind', async () => {
      done = await restore();
    });
    assert.strictEqual(done, false);
    assert.match(turned[0] ?? '', asked);
    assert.deepStrictEqual(filesNow(), before);

    const looked = await choosing('Show Changes', async () => {
      done = await restore();
    });
    assert.strictEqual(done, false);
    assert.match(looked[1] ?? '', /would happen to files: \d+ changed/);
    const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    await until('what would change', () => labels().length > 0);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepStrictEqual(filesNow(), before);

    await choosing('Restore', async () => {
      done = await restore();
    });
    assert.strictEqual(done, true);
    assert.deepStrictEqual(filesNow(), original);
    await choosing('Restore', async () => {
      done = await (await code()).undoRestore(workspaceFolder());
    });
    assert.strictEqual(done, true);
    assert.deepStrictEqual(filesNow(), before);
  });

  it('asks about unsaved editors, and keeps what they hold', async () => {
    const editor = await vscode.window.showTextDocument(uri());
    // An editor that was open hears of what was put back a moment later; what is typed before could not be saved over it.
    await until(
      'the text as it is on the disk',
      () => editor.document.getText() === readFileSync(uri().fsPath, 'utf8'),
    );
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// unsaved\n'));
    const person = agreeing();
    const last = (await run()).history.stretches.at(-1)?.to;
    assert.ok(last);
    assert.strictEqual(await (await code()).restore(await run(), { tree: last, name: 'the end' }, person.ask), true);
    assert.strictEqual(person.asked[0]?.unsaved, 1);
    assert.deepStrictEqual(filesNow(), repaired);
    assert.strictEqual(await (await code()).undoRestore(workspaceFolder(), agreeing().ask), true);
    assert.match(readFileSync(uri().fsPath, 'utf8'), /^\/\/ unsaved\n/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('SH-26 restores nothing while a run is going on', async () => {
    assert.strictEqual(await (await code()).restore(await run(), await firstTree(), agreeing().ask), true);
    const { runs } = await access();
    const second = await begin();
    await until('the second run', () => runs.get(second)?.held);
    const person = agreeing();
    const last = (await run()).history.stretches.at(-1)?.to;
    assert.ok(last);
    assert.strictEqual(await (await code()).restore(await run(), { tree: last, name: 'the end' }, person.ask), false);
    assert.deepStrictEqual(person.asked, []);
    await runs.act(second, { do: 'cancel' });
    await until('its end', () => runs.get(second)?.state.end, 30_000);
    await until('nobody holds it', () => runs.get(second)?.held === false, 30_000);
  });
});

describe('beside the code: problems of runs', () => {
  const made: string[] = [];
  const lines = trace(
    start,
    entered,
    ...pass(1, { usd: 0.4, clean: false, met: true, marker: '1', decision: 'again', more: [opened(1)] }),
    ...pass(2, { usd: 0.2, clean: true, met: true, marker: '2', decision: 'again', more: [cleared(2)] }),
  ).map((entry) => JSON.stringify(entry));
  const first = 2 + 13;
  const make = async (id: string, text: string) => {
    const folder = path.join(workspaceFolder(), '.converge', 'runs', id);
    made.push(folder);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'flow.json'), PLAIN);
    await writeFile(path.join(folder, 'trace.ndjson'), text);
    await (await access()).runs.refresh();
    return folder;
  };
  const at = (file: string) => vscode.Uri.file(path.join(workspaceFolder(), file));
  afterEach(async () => {
    for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
    await (await access()).runs.refresh();
    await until('no problem', () => problemsOf(at('src/units.js')).length === 0);
  });

  it('an open latch and a failing test stand on their files, and go with what cleared them', async () => {
    const folder = await make('20260301-100004-eeee', `${lines.slice(0, first).join('\n')}\n`);
    const latch = await until('the latch', () => problemsOf(at('src/units.js'))[0]);
    assert.ok(latch.message.includes(LATCH.reason), latch.message);
    assert.deepStrictEqual(
      latch.relatedInformation?.map(({ message }) => message.split(':')[0]),
      ['Claimed', 'Evidence'],
    );
    const check = await until('the check', () => problemsOf(at('test/units.test.js'))[0]);
    assert.strictEqual(check.range.start.line, 6);
    assert.match(check.message, /adds cups: expected 3 to be 4 \(pass 1, verify\)/);
    await appendFile(path.join(folder, 'trace.ndjson'), `${lines.slice(first).join('\n')}\n`);
    await until(
      'both gone',
      () => problemsOf(at('src/units.js')).length + problemsOf(at('test/units.test.js')).length === 0,
    );
  });

  it('only those of the newest run of a flow are shown', async () => {
    await make('20260301-100005-ffff', `${lines.slice(0, first).join('\n')}\n`);
    await until('the latch', () => problemsOf(at('src/units.js')).length === 1);
    const later = lines.slice(0, 2).map((line) => line.replaceAll('2026-03-01', '2026-03-02'));
    await make('20260302-100005-ffff', `${later.join('\n')}\n`);
    await until('no latch', () => problemsOf(at('src/units.js')).length === 0);
  });
});
