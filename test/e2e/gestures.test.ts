import { beforeAll, describe, expect, it } from 'vitest';
import type { DesignerPage } from './designerPage';
import { designerIn } from './designerPage';
import { useEditor } from './editor';
import { MIXED, PLAIN } from './flows';
import { flowsIn, writeFlow } from './flowsIn';
import { gesturesIn } from './gestures';
import type { Workbench } from './workbench';

describe('gestures in a real window, by mouse and by keyboard', () => {
  const editor = useEditor();
  let folder: string;
  let window: Workbench;
  let designer: DesignerPage;
  let flows: ReturnType<typeof flowsIn>;

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    writeFlow(folder, 'mixed', MIXED);
    writeFlow(folder, 'plain', PLAIN);
    editor.git(folder, 'add', '--all');
    editor.git(folder, 'commit', '--quiet', '--message', 'Flows');
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
    designer = flows.designer;
  });

  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await window.press(key);
  };

  it('SH-28, SH-31, SH-32 each is one edit of the text, one undo step, and the same by key', async () => {
    await flows.open('mixed', 'Mixed');
    await window.runCommand('View: Toggle Primary Side Bar Visibility');
    await flows.fit();
    const kept = (text: string, name: string) => {
      expect(text.replaceAll('\r\n', ''), `${name}: every line ends as it did`).not.toMatch(/[\r\n]/);
      for (const part of ['// Who wrote this', '/* the end of a pass */', '"mystery": { "kept": [1.0, 2e1] }'])
        expect(text, name).toContain(part);
    };
    for (const [name, { mouse, keys, said, same }] of Object.entries(gesturesIn(window, designer))) {
      await mouse();
      await designer.said(said).waitFor();
      const after = await flows.save('mixed');
      expect(after, name).not.toBe(MIXED);
      expect(editor.git(folder, 'diff', '--stat'), name).toContain('mixed.converge.json');
      kept(after, name);
      await designer.tool('Undo').click();
      expect(await flows.save('mixed'), `${name}, undone`).toBe(MIXED);
      await flows.stepsAre('act', 'after', 'alone', 'judge', 'look');

      await keys();
      await designer.said(said).waitFor();
      const typed = await flows.save('mixed');
      if (same === false) kept(typed, name);
      else expect(typed, `${name}, by key`).toBe(after);
      expect(typed, `${name}, by key`).not.toBe(MIXED);
      await window.undo();
      expect(await flows.save('mixed'), `${name}, by key, undone`).toBe(MIXED);
      await window.redo();
      expect(await flows.save('mixed'), `${name}, redone`).toBe(typed);
      await window.undo();
      await flows.stepsAre('act', 'after', 'alone', 'judge', 'look');
    }
    await flows.save('mixed');
    expect(editor.git(folder, 'diff')).toBe('');
  }, 300_000);

  it('SH-31 what is copied in one designer is pasted in another flow, with the text of it beside', async () => {
    await flows.open('mixed', 'Mixed');
    await designer.select('look');
    await press('Shift+ArrowRight', 'Control+c');
    await designer.said('Copied: 2 steps.').waitFor();
    await flows.open('plain', 'Plain');
    await designer.step('again').waitFor();
    await designer.tool('Open the text').click();
    const text = window.page.locator('.editor-group-container .monaco-editor .view-lines');
    await text.getByText('"title": "Plain"').waitFor();
    await designer.select('look');
    await press('Control+v');
    await designer.said('Pasted: 2 steps.').waitFor();
    await text.getByText('"judge"').first().waitFor();
    await flows.stepsAre('again', 'judge', 'look', 'look2');
    const pasted = JSON.parse(await flows.save('plain'));
    expect(pasted.steps.look2.next).toBe('judge');
    expect(pasted.steps.look.next).toBe('again');
    // What leads to a step that this flow does not have is said, not dropped.
    await designer.problems
      .getByText(/"after"/)
      .first()
      .waitFor();
    await window.undo();
    expect(await flows.save('plain')).toBe(PLAIN);
  });

  it('edits in the outline beside the canvas of a second editor of the same flow', async () => {
    await flows.open('mixed', 'Mixed');
    await window.runCommand('View: Split Editor Right');
    const right = designerIn(window, 1);
    await right.shown();
    await right.select('act');
    await right.step('act').press('o');
    const line = (key: string) => right.view.locator(`[role="treeitem"][data-line="${key}"]`);
    await line('look').click();
    await press('Delete');
    await flows.stepsAre('act', 'after', 'alone', 'judge');
    await right.view.locator('[role="treeitem"][data-line="look"]').waitFor({ state: 'detached' });
    await window.undo();
    await line('look').waitFor();
    await flows.stepsAre('act', 'after', 'alone', 'judge', 'look');
    await window.screenshot('gestures/outline');
    await press('?');
    await right.view.locator('.help').waitFor();
    await window.screenshot('gestures/keys');
    await press('Escape');
    await right.view.locator('.help').waitFor({ state: 'detached' });
  });
});
