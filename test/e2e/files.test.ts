import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until';
import type { DesignerPage } from './designerPage';
import { designerIn } from './designerPage';
import { useEditor } from './editor';
import { CONFLICTED, CUT, capped, NEWER, PLAIN } from './flows';
import { flowsIn, writeFlow } from './flowsIn';
import { newestRun, runFile, runsOf } from './runFolders';
import type { Workbench } from './workbench';

describe('a flow and its file in a real window', () => {
  const editor = useEditor();
  let folder: string;
  let window: Workbench;
  let designer: DesignerPage;
  let flows: ReturnType<typeof flowsIn>;

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    writeFlow(folder, 'plain', PLAIN);
    writeFlow(folder, 'broken', CUT);
    editor.git(folder, 'add', '--all');
    editor.git(folder, 'commit', '--quiet', '--message', 'Flows');
    editor.git(folder, 'checkout', '--quiet', '-b', 'once');
    writeFlow(folder, 'plain', PLAIN.replace('"Look"', '"Look once"'));
    editor.git(folder, 'commit', '--quiet', '--all', '--message', 'Once');
    editor.git(folder, 'checkout', '--quiet', 'main');
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
    designer = flows.designer;
  });

  afterEach(() => editor.changeSettings({ 'files.autoSave': 'off' }));

  it('SH-30 a a clean flow follows a switch of branches, its view and selection kept; e a drag in the middle of an edit is not lost', async () => {
    await flows.open('plain', 'Plain');
    await designer.select('again');
    await designer.tool('Zoom out').click();
    await flows.still();
    const zoom = await designer.zoom();
    editor.git(folder, 'checkout', '--quiet', 'once');
    await designer.step('look').getByText('Look once').waitFor();
    expect(await designer.selected()).toEqual(['again']);
    expect(await window.isDirty(flows.tabOf('plain'))).toBe(false);
    expect(await designer.zoom()).toBe(zoom);

    const box = await designer.step('again').locator('.face-title').boundingBox();
    if (!box) throw new Error('nothing to drag');
    await window.page.mouse.move(box.x + 5, box.y + 5);
    await window.page.mouse.down();
    await window.page.mouse.move(box.x + 8, box.y + 8);
    await window.page.mouse.move(box.x + 20, box.y + 60, { steps: 5 });
    flows.write('plain', PLAIN.replace('"Look"', '"Look twice"'));
    await designer.step('look').getByText('Look twice').waitFor();
    await window.page.mouse.move(box.x + 30, box.y + 100, { steps: 5 });
    await window.page.mouse.up();
    const text = await flows.save('plain');
    expect(JSON.parse(text)).toMatchObject({
      steps: { look: { title: 'Look twice' } },
      layout: { again: [expect.any(Number), expect.any(Number)] },
    });
  });

  it('SH-30 b unsaved edits and a changed file: both stay, and saving overwrites neither in silence', async () => {
    await designer.select('look');
    await designer.type('Title', 'Mine');
    await until('an unsaved edit', () => window.isDirty(flows.tabOf('plain')));
    const theirs = PLAIN.replace('"Look"', '"Theirs"');
    flows.write('plain', theirs);
    await window.save();
    await window.toast(/newer/).waitFor();
    expect(flows.bytes('plain')).toBe(theirs);
    await designer.step('look').getByText('Mine').waitFor();
    await window.screenshot('drawing/two-versions');
    await window.runCommand('File: Revert File');
    await designer.step('look').getByText('Theirs').waitFor();
    expect(flows.bytes('plain')).toBe(theirs);
  });

  it('SH-30 d a deleted file is shown as deleted, and what was on the canvas can be saved again', async () => {
    rmSync(flows.file('plain'));
    await window
      .tab(/deleted/i)
      .or(
        window.page.locator(
          '.tab .label-name.strikethrough, .tab .monaco-icon-label.deleted, .tab .monaco-icon-label.strikethrough',
        ),
      )
      .first()
      .waitFor();
    await designer.step('look').getByText('Theirs').waitFor();
    flows.write('plain', PLAIN);
    await designer.step('look').getByText('Look', { exact: true }).waitFor();
  });

  it('SH-34 what cannot be read is shown with its line, never touched and never run; repaired, it is back', async () => {
    editor.changeSettings({ 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 50 });
    for (const [text, said] of [
      [CUT, /Line \d+/],
      [CONFLICTED, /Line 4/],
      [NEWER, /7/],
    ] as const) {
      flows.write('broken', text);
      await flows.open('broken', /cannot be read/);
      await designer.banner.getByText(said).first().waitFor();
      await designer.banner.getByText('Open the text').waitFor();
      expect(await designer.view.locator('.palette [data-kind="work"]').isDisabled()).toBe(true);
      const sides = designer.banner.getByText('Compare both sides');
      expect(await sides.count()).toBe(text === CONFLICTED ? 1 : 0);
      await window.titleAction('Run Flow…').click();
      await window
        .toast(/cannot run/)
        .first()
        .waitFor();
      await window.screenshot(`drawing/broken-${text.length}`);
      await window.runCommand('Notifications: Clear All Notifications');
      // No key of the canvas edits, and what VS Code saves by itself is not this.
      await designer.view.locator('.toolbar').press('Delete');
      await designer.view.locator('.toolbar').press('a');
      await window.runCommand('File: Save All Files');
      expect(await window.isDirty(flows.tabOf('broken'))).toBe(false);
      expect(flows.bytes('broken')).toBe(text);
    }
    editor.changeSettings({ 'files.autoSave': 'off' });
    await designer.banner.getByText('Open the text').click();
    await window.page.locator('.monaco-editor .view-line', { hasText: '"converge"' }).waitFor();
    flows.write('broken', PLAIN.replace('"Plain"', '"Repaired"'));
    await flows.stepsAre('again', 'look');
    await designer.banner.waitFor({ state: 'detached' });
  });

  it('SH-01 a loop without a proper cap is marked on the canvas and in Problems, and is not started', async () => {
    await flows.open('plain', 'Plain');
    flows.write('plain', capped('3'));
    await flows.stepsAre('act', 'judge', 'look');
    await designer.loop('fix').locator('.badge-error').waitFor({ state: 'detached' });
    await window.runCommand('Problems: Focus on Problems View');
    const problems = window.page.locator('.markers-panel .monaco-list-row');
    for (const cap of [undefined, '0', '-1', '"3"', '2.5']) {
      flows.write('plain', capped(cap));
      await designer.loop('fix').locator('.badge-error').waitFor();
      await designer.problems.locator('.problem-error', { hasText: 'maxPasses' }).first().waitFor();
      await problems.filter({ hasText: 'maxPasses' }).first().waitFor();
      flows.write('plain', capped('3'));
      await designer.loop('fix').locator('.badge-error').waitFor({ state: 'detached' });
    }
    flows.write('plain', capped('0'));
    await designer.loop('fix').locator('.badge-error').waitFor();
    await flows.fit();
    await designer.loop('fix').locator('.loop-head').click();
    await designer.view.locator('.inspector .field-error').first().waitFor();
    await window.screenshot('drawing/no-cap');
    await window.titleAction('Run Flow…').click();
    await window.toast(/cannot run/).waitFor();
    expect(await window.quickInput.count()).toBe(0);
    await window.runCommand('Notifications: Clear All Notifications');
    await window.runCommand('View: Toggle Problems');
    flows.write('plain', PLAIN);
    await flows.stepsAre('again', 'look');
  });

  it('SH-36 hidden and shown, everything is as it was left; reloaded, the unsaved move is there', async () => {
    const readmeShown = async () => {
      await window.page.locator('.tab.active', { hasText: 'README.md' }).waitFor();
      await window.page.locator('.monaco-editor .view-line', { hasText: 'A folder for tests' }).waitFor();
      await window.page.locator('iframe.webview.ready').waitFor({ state: 'hidden' });
    };
    await flows.open('plain', 'Plain');
    await flows.fit();
    await designer.select('again');
    await designer.step('again').press('Alt+ArrowDown');
    await until('an unsaved move', () => window.isDirty(flows.tabOf('plain')));
    await designer.select('look');
    await designer.field('Title').fill('Half ty');
    await flows.still();
    const zoom = await designer.zoom();
    await window.openFile('README.md');
    await readmeShown();
    await window.tab(flows.tabOf('plain')).click();
    await designer.shown();
    await until('the half-typed field', async () => (await designer.field('Title').inputValue()) === 'Half ty');
    expect(await designer.selected()).toEqual(['look']);
    expect(await designer.zoom()).toBeCloseTo(zoom, 5);
    expect(flows.bytes('plain')).toBe(PLAIN);

    await designer.field('Title').press('Escape');
    await until('the field as it was', async () => (await designer.field('Title').inputValue()) === 'Look');
    await designer.step('again').click({ modifiers: ['Control'] });
    await until('two selected', async () => (await designer.selected()).length === 2);
    await window.tab('README.md').click();
    await readmeShown();
    await window.tab(flows.tabOf('plain')).click();
    await designer.shown();
    await until('both again', async () => (await designer.selected()).join() === 'again,look');

    await window.reload();
    await flows.again('plain');
    await until('the unsaved move', () => window.isDirty(flows.tabOf('plain')));
    expect(flows.bytes('plain')).toBe(PLAIN);
    const text = await flows.save('plain');
    expect(JSON.parse(text)).toMatchObject({ layout: { again: [expect.any(Number), expect.any(Number)] } });
  });

  it('SH-30 c unsaved edits, the window closed, the file changed: back again there are two versions, and none is lost', async () => {
    await flows.open('plain', 'Plain');
    flows.write('plain', PLAIN);
    await designer.step('look').getByText('Look', { exact: true }).waitFor();
    await designer.select('look');
    await designer.type('Title', 'Mine');
    await until('an unsaved edit', () => window.isDirty(flows.tabOf('plain')));
    await until('the unsaved edit to be put by', () => editor.backups().includes('"Mine"'));
    const theirs = PLAIN.replace('"Look"', '"Theirs"');
    await window.away(() => flows.write('plain', theirs));
    await flows.again('plain');
    await designer.step('look').getByText('Mine').waitFor();
    expect(await window.isDirty(flows.tabOf('plain'))).toBe(true);
    await window.save();
    await window.toast(/newer/).waitFor();
    expect(flows.bytes('plain')).toBe(theirs);
    await window.runCommand('File: Revert File');
    await designer.step('look').getByText('Theirs').waitFor();
    expect(flows.bytes('plain')).toBe(theirs);
  });

  it('SH-37 of two folders, the one that the flow stands in is where it runs', async () => {
    const [a, b] = [editor.makeFolder('a'), editor.makeFolder('b')];
    const leaves = (code: number) =>
      PLAIN.replaceAll('"--version"', `"-e", "require('fs').appendFileSync('ran', 'x'); process.exit(${code})"`);
    writeFlow(a, 'green', leaves(0).replace('"Plain"', '"Green"'));
    writeFlow(b, 'plain', leaves(1));
    const both = path.join(path.dirname(a), 'both.code-workspace');
    writeFileSync(both, JSON.stringify({ folders: [{ path: 'a' }, { path: 'b' }] }));
    const second = await editor.open(both);
    await second.openView('Converge');
    // A search of both folders may come back empty while they are still being opened.
    await until(
      'the flows of both',
      async () => {
        if (await second.row('Flows', 'Green').isVisible()) return true;
        await second.runCommand('Converge: Refresh');
        return false;
      },
      60_000,
    );
    await second.row('Flows', 'Green').click();
    // A webview takes the focus once it is drawn, and a question would close.
    await designerIn(second).step('look').waitFor();
    // The editor that has the focus is A's; the flow is B's.
    await second.rowAction(second.row('Flows', 'Plain'), 'Run Flow…');
    await second.quickInput.locator('.monaco-list-row', { hasText: 'Autonomous' }).click();
    await second.dialog('Run Plain?').getByText(b).waitFor();
    await second.dialog('Run Plain?').getByRole('button', { name: 'Approve and Run' }).click();
    await until('a run in B', () => runsOf(b).length === 1);
    await until('its end', () => runFile(newestRun(b), 'result.json'));
    expect(runFile(newestRun(b), 'result.json')?.outcome).not.toBe('complete');
    expect(readFileSync(path.join(b, 'ran'), 'utf8')).toMatch(/^x+$/);
    expect(existsSync(path.join(a, 'ran'))).toBe(false);
    expect(runsOf(a)).toEqual([]);
    await second
      .row('Runs', 'plain')
      .filter({ hasText: /stopped|failed/ })
      .waitFor();
    await second.screenshot('files/two-folders');
    await second.close();
  });
});
