import * as assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { conflictUri, revisionUri } from '../../extension/compareUris';
import { COMMANDS, EDITOR } from '../../extension/ids';
import type { Comparison } from '../../webview/protocol';
import { until } from '../until';
import { access, flowFiles, openDesigner, PLAIN, workspaceFolder } from './flows';

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: workspaceFolder(),
    encoding: 'utf8',
  }).trim();

/** What is shown now, once it is as wanted. */
async function shown(what: string, right: (comparison: Comparison) => boolean): Promise<Comparison> {
  const { compare } = await access();
  return until(what, () => compare.comparing()?.shown().find(right));
}
const lines = ({ lines: all }: Comparison) => all.map(({ text }) => text);
const said = (text: string) => (comparison: Comparison) => lines(comparison).includes(text);

describe('two states of a flow, compared', () => {
  const flows = flowFiles();
  const commit = async (id: string, text: string, message: string): Promise<vscode.Uri> => {
    const uri = await flows.write(id, text);
    git('add', flows.file(id));
    git('commit', '--quiet', '--message', message);
    return uri;
  };
  const run = (command: string, ...args: readonly unknown[]) => vscode.commands.executeCommand(command, ...args);
  afterEach(async () => {
    await flows.clear();
    git('add', '--all');
    if (git('status', '--porcelain') !== '') git('commit', '--quiet', '--message', 'Cleared');
  });

  it('with HEAD: what is in the editor counts, and each further edit is followed', async () => {
    const uri = await commit('head', PLAIN, 'Plain');
    await run(COMMANDS.compareWithHead, uri);
    const same = await shown('nothing changed', said('Nothing changed in what it does'));
    assert.deepStrictEqual([same.title, same.before.label, same.after.label], ['head', 'HEAD', 'working tree']);
    const { edit } = await openDesigner(uri);
    await edit({ type: 'addStep', kind: 'ask', id: 'sure', onRoute: 'look/strong/0' });
    await run(COMMANDS.compareWithHead, uri);
    const changed = await shown('the new step', said('route look: @complete → sure'));
    assert.ok(lines(changed).some((line) => line.startsWith('step sure (ask) added')));
    await until(
      'the comparison in front',
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'head (HEAD ↔ working tree)',
    );
    assert.strictEqual(await flows.bytes('head'), PLAIN);
  });

  it('with HEAD: a row of source control means its file; one that is new or gone is said', async () => {
    const uri = await flows.write('fresh', PLAIN);
    await run(COMMANDS.compareWithHead, { resourceUri: uri });
    const fresh = await shown('a new file', (each) => each.title === 'fresh' && each.before.flow === null);
    assert.strictEqual(fresh.before.note, 'fresh.converge.json is not there at HEAD.');
    assert.ok(lines(fresh).some((line) => line.startsWith('step look (verify) added')));
    const old = await commit('old', PLAIN, 'Plain');
    await rm(flows.file('old'));
    await run(COMMANDS.compareWithHead, old);
    const gone = await shown('a file that is gone', (each) => each.title === 'old' && each.after.flow === null);
    assert.strictEqual(gone.after.note, 'There is no such file (any more).');
  });

  it('an entry of the timeline: that commit and the one before it', async () => {
    await commit('time', PLAIN, 'First');
    const uri = await commit('time', PLAIN.replace('"@complete"', '"@stop"'), 'Second');
    const hash = git('rev-parse', 'HEAD');
    await commit('time', PLAIN.replace('"@complete"', '"@handoff"'), 'Third');
    await run(COMMANDS.compareCommit, { ref: hash }, uri);
    const comparison = await shown('the second commit', said('route look: @complete → @stop'));
    assert.strictEqual(comparison.after.label, git('rev-parse', '--short', hash));
    await run(COMMANDS.compareCommit, { ref: '~' }, uri);
    await shown('the working tree', (each) => each.title === 'time' && each.before.label === 'HEAD');
  });

  it('two files', async () => {
    const one = await flows.write('one', PLAIN);
    const other = await flows.write('other', PLAIN.replace('"title": "Plain"', '"title": "Other"'));
    await run(COMMANDS.compareFlows, one, [one, other]);
    const comparison = await shown('both', said('title: "Plain" → "Other"'));
    assert.deepStrictEqual(
      [comparison.before.label, comparison.after.label].map((label) => path.basename(label)),
      ['one.converge.json', 'other.converge.json'],
    );
  });

  it('nothing is shown of a file that stands in no repository: only a sentence is', async () => {
    const second = vscode.workspace.workspaceFolders?.[1]?.uri.fsPath;
    assert.ok(second, 'there is no second folder');
    const file = path.join(second, 'alone.converge.json');
    await writeFile(file, PLAIN);
    try {
      await run(COMMANDS.compareWithHead, vscode.Uri.file(file));
      const { compare } = await access();
      assert.deepStrictEqual(
        compare
          .comparing()
          ?.shown()
          .filter(({ title }) => title === 'alone'),
        [],
      );
    } finally {
      await rm(file);
    }
  });

  it('SH-34 the sides of a conflict, and what cannot be read is compared as it was last', async () => {
    const conflicted = PLAIN.replace(
      '  "start": "look",\n',
      '  "start": "look",\n<<<<<<< mine\n  "goal": "A",\n=======\n  "goal": "B",\n>>>>>>> theirs\n',
    );
    const uri = await flows.write('torn', conflicted);
    const { snapshot, intent } = await openDesigner(uri);
    assert.strictEqual((await snapshot()).broken?.conflict, true);
    await intent({ type: 'conflict', show: 'sides' });
    const sides = await shown('both sides', said('goal: "A" → "B"'));
    assert.deepStrictEqual([sides.before.label, sides.after.label], ['mine', 'theirs']);
    assert.strictEqual(await flows.bytes('torn'), conflicted);
    const mine = await vscode.workspace.openTextDocument(conflictUri(uri.fsPath, 'ours'));
    assert.ok(mine.getText().includes('"goal": "A"') && !mine.getText().includes('<<<<<<<'));
  });

  it('text stays text: a diff of flows is VS Code’s, and an earlier text cannot be edited', async () => {
    const uri = await commit('text', PLAIN, 'Plain');
    await writeFile(flows.file('text'), PLAIN.replace('Plain', 'Other'));
    const earlier = revisionUri(uri.fsPath, 'HEAD');
    assert.strictEqual((await vscode.workspace.openTextDocument(earlier)).getText(), PLAIN);
    await run('vscode.diff', earlier, uri, 'text');
    const tab = await until('the diff', () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'text'
        ? vscode.window.tabGroups.activeTabGroup.activeTab
        : undefined,
    );
    assert.ok(tab.input instanceof vscode.TabInputTextDiff, 'a diff of flows is no text');
    await run('vscode.openWith', earlier, EDITOR);
    const document = await vscode.workspace.openTextDocument(earlier);
    const { designers } = await access();
    assert.ok((await designers.snapshotOf(document)).document.readOnly, 'an earlier text can be edited');
    const done = await designers.intent(document, {
      type: 'edit',
      version: document.version,
      edit: { type: 'set', path: ['title'], value: 'Mine' },
    });
    assert.strictEqual(done.ok, false);
  });

  it('SH-29 a designer of git’s own document of a flow is read-only', async () => {
    const uri = await commit('scheme', PLAIN, 'Plain');
    const settings = vscode.workspace.getConfiguration('git');
    await settings.update('enabled', true, vscode.ConfigurationTarget.Global);
    try {
      await vscode.extensions.getExtension('vscode.git')?.activate();
      const ref = uri.with({ scheme: 'git', query: JSON.stringify({ path: uri.fsPath, ref: 'HEAD' }) });
      await until('git to show an earlier text', () =>
        Promise.resolve(vscode.workspace.openTextDocument(ref)).then(
          (document) => document.getText() === PLAIN,
          () => false,
        ),
      );
      const { snapshot, edit, document } = await openDesigner(ref);
      assert.ok((await snapshot()).document.readOnly);
      assert.strictEqual((await edit({ type: 'set', path: ['title'], value: 'Mine' })).ok, false);
      assert.strictEqual(document.isDirty, false);
    } finally {
      await settings.update('enabled', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
