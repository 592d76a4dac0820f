import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until';
import type { DesignerPage } from './designerPage';
import { designerIn } from './designerPage';
import { useEditor } from './editor';
import { ODD, PLAIN } from './flows';
import { flowsIn, writeFlow } from './flowsIn';
import type { Workbench } from './workbench';

const program = path.resolve(import.meta.dirname, '../../dist/converge.js');

describe('drawing a flow in a real window', () => {
  const editor = useEditor();
  let folder: string;
  let window: Workbench;
  let designer: DesignerPage;
  let flows: ReturnType<typeof flowsIn>;

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    writeFlow(folder, 'odd', ODD);
    writeFlow(folder, 'plain', PLAIN);
    editor.git(folder, 'add', '--all');
    editor.git(folder, 'commit', '--quiet', '--message', 'Flows');
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
    designer = flows.designer;
  });

  it('draws Fix until green from nothing, by mouse and by keyboard', async () => {
    await window.openView('Converge');
    await window.viewAction('Flows', 'New Flow…');
    const gallery = window.webview();
    await gallery.getByRole('button', { name: 'Improve against a score' }).waitFor();
    await gallery.getByLabel('Filter templates').fill('empty');
    await gallery.getByRole('button', { name: 'Improve against a score' }).waitFor({ state: 'detached' });
    await gallery.getByLabel('Filter templates').press('Enter');
    await window.quickInput.getByText('.converge/flows/<id>').waitFor();
    await window.quickInput.locator('input').first().fill('drawn');
    await window.press('Enter');
    await window.tab(flows.tabOf('drawn')).waitFor();
    await flows.stepsAre('verify');

    await designer.view.locator('.palette [data-kind="work"]').click();
    await flows.stepsAre('verify', 'work');
    // A step that is added by key goes behind the one that has the focus.
    await designer.select('verify');
    await designer.step('verify').press('a');
    await designer.pick('Judge');
    await flows.stepsAre('judge', 'verify', 'work');

    await flows.fit();
    await window.drag(
      designer.step('work').locator('[data-handleid="main"]'),
      designer.step('verify').locator('[data-handleid="in"]'),
    );
    await designer.said('Connected work to verify.').waitFor();
    await until('the route', async () => (await designer.field('Next').inputValue()) === 'verify');
    await designer.step('work').press('c');
    await designer.pick('Escalate');
    await until('the other route', async () => (await designer.field('If it fails').inputValue()) === '@escalate');

    await designer.type('Id', 'act');
    await flows.stepsAre('act', 'judge', 'verify');
    await designer.type('Title', 'Repair');
    await designer.type('Prompt', 'Make the failing tests pass.');
    await designer.choose('Changed on disk', 'claimed');
    await designer.type('Reads', 'verify');
    await designer.type('Attempts', '2');
    await designer.step('act').press('Escape');
    await designer.choose('Starts at', 'act');
    for (const [nth, name] of ['implementer', 'reviewer'].entries()) {
      await designer.view.locator('.inspector vscode-button', { hasText: 'Add a worker' }).click();
      await designer.field('Name', nth).waitFor();
      await designer.type('Name', name, nth);
      await designer.view.locator('.inspector legend', { hasText: name }).waitFor();
      await designer.type('Uses', 'command', nth);
      await designer.type('Program and arguments', 'node\nagent.js', nth);
    }

    await flows.fit();
    await designer.select('judge');
    await designer.step('judge').press('Control+a');
    await until('all three selected', async () => (await designer.selected()).length === 3);
    await designer.step('judge').press('l');
    await designer.said('Loop from act to judge declared.').waitFor();
    await designer.loop('loop').locator('.loop-head').click();
    await designer.type('Frozen', 'test/**');
    await designer.type('Most passes', '4');
    await designer.loop('loop').getByText('at most 4 passes').waitFor();
    await window.screenshot('drawing/drawn');

    const text = await flows.save('drawn');
    expect(execFileSync(process.execPath, [program, 'validate', flows.file('drawn')], { encoding: 'utf8' })).toContain(
      'drawn',
    );
    expect(JSON.parse(text)).toMatchObject({
      id: 'drawn',
      start: 'act',
      workers: { implementer: { use: 'command', run: ['node', 'agent.js'] }, reviewer: { use: 'command' } },
      steps: {
        act: {
          kind: 'work',
          title: 'Repair',
          attempts: 2,
          reads: ['verify'],
          check: { changedOnDisk: 'claimed' },
          next: 'verify',
          routes: { failed: '@escalate' },
        },
        verify: { kind: 'verify', next: 'judge' },
        judge: { kind: 'judge', next: '@complete' },
      },
      loops: {
        loop: { type: 'until', head: 'act', tail: 'judge', maxPasses: 4, frozen: ['test/**'], onExhausted: '@stop' },
      },
    });
  });

  it('SH-28 one gesture is one undo step, after undo the file is the same, and redo does it again', async () => {
    const gestures: Record<string, () => Promise<void>> = {
      'delete a step': async () => {
        await designer.select('verify');
        await designer.step('verify').press('Delete');
        await flows.stepsAre('act', 'judge');
      },
      'remove the loop': async () => {
        await designer.loop('loop').locator('.loop-head').click();
        await designer.tool('Delete the selection').click();
        await designer.loop('loop').waitFor({ state: 'detached' });
      },
      'rename a step': async () => {
        await designer.select('act');
        await designer.type('Id', 'mend');
        await flows.stepsAre('judge', 'mend', 'verify');
      },
      'move two steps': async () => {
        await designer.select('act');
        await designer.step('verify').click({ modifiers: ['Control'] });
        await designer.step('verify').press('Alt+ArrowDown');
      },
    };
    const before = flows.bytes('drawn');
    for (const [name, gesture] of Object.entries(gestures)) {
      await gesture();
      const after = await flows.save('drawn');
      expect(after, name).not.toBe(before);
      await window.runCommand('Undo');
      expect(await flows.save('drawn'), `${name}, undone`).toBe(before);
      await window.runCommand('Redo');
      expect(await flows.save('drawn'), `${name}, redone`).toBe(after);
      await designer.tool('Undo').click();
      expect(await flows.save('drawn'), `${name}, undone again`).toBe(before);
      await flows.stepsAre('act', 'judge', 'verify');
      await designer.loop('loop').waitFor();
    }
  });

  it('SH-29 looking at a flow changes nothing, and SH-33 moving one step changes its place alone', async () => {
    await flows.open('odd', 'Odd');
    await flows.fit();
    await designer.select('act');
    await designer.tool('Zoom in').click();
    await window.page.setViewportSize({ width: 1200, height: 800 });
    await window.page.setViewportSize({ width: 1400, height: 900 });
    await flows.fit();
    expect(await window.isDirty(flows.tabOf('odd'))).toBe(false);
    expect(flows.bytes('odd')).toBe(ODD);
    await designer.problems
      .getByText(/"reviewer2"/)
      .first()
      .waitFor();

    await window.drag(designer.step('act').locator('.face-title'), { dx: 60, dy: 90 });
    await designer.said('1 step moved.').waitFor();
    const text = await flows.save('odd');
    const changed = editor
      .git(folder, 'diff', '--unified=0')
      .split('\n')
      .filter((line) => /^[-+](?![-+])/.test(line));
    expect(changed).toHaveLength(2);
    expect(changed[1]).toMatch(/^\+ {2}"layout": \{ "look": \[4e2, 80\], "act": \[-?\d+, -?\d+\] \}\r$/);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text.replace(/, "act": \[[^\]]*\]/, '')).toBe(ODD);
  });

  it('shows the same in split editors, and in text beside', async () => {
    await flows.open('plain', 'Plain');
    await window.runCommand('View: Split Editor Right');
    const right = designerIn(window, 1);
    await right.shown();
    await right.select('look');
    await right.type('Title', 'Look closely');
    await designer.step('look').getByText('Look closely').waitFor();
    await window.runCommand('View: Close Editor');
    await until('one designer', async () => (await window.page.locator('iframe.webview.ready').count()) === 1);

    // Its text beside it: what is typed there is seen here at once, unsaved.
    await designer.tool('Open the text').click();
    const text = window.page.locator('.editor-group-container.active .monaco-editor .view-line', {
      hasText: '"title": "Plain"',
    });
    await text.click();
    await window.press('End');
    await window.press('ArrowLeft');
    await window.press('ArrowLeft');
    await window.page.keyboard.type('ly');
    await designer.step('look').press('Escape');
    await until('the new title', async () => (await designer.field('Title').inputValue()) === 'Plainly');
    const saved = await flows.save('plain');
    expect(JSON.parse(saved)).toMatchObject({ title: 'Plainly', steps: { look: { title: 'Look closely' } } });
    await window.screenshot('drawing/beside');
  });
});
