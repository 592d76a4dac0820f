import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until';
import type { DesignerPage } from './designerPage';
import { designerIn } from './designerPage';
import { useEditor } from './editor';
import { ODD } from './flows';
import { flowsIn, writeFlow } from './flowsIn';
import type { Workbench } from './workbench';

describe('two designers of one document, and its text beside them', () => {
  const editor = useEditor();
  let folder: string;
  let window: Workbench;
  let left: DesignerPage;
  let right: DesignerPage;
  let flows: ReturnType<typeof flowsIn>;

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    writeFlow(folder, 'odd', ODD);
    editor.git(folder, 'add', '--all');
    editor.git(folder, 'commit', '--quiet', '--message', 'Flow');
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
    left = flows.designer;
    await flows.open('odd', 'Odd');
    await window.runCommand('View: Toggle Primary Side Bar Visibility');
    await window.runCommand('View: Split Editor Right');
    right = designerIn(window, 1);
    await right.shown();
    await right.tool('Open the text').click();
    await line('"title": "Odd"').waitFor();
    // Three editors share the window now, and the camera does not follow: what a person would do, too.
    await right.tool('Fit the flow').click();
  });

  const line = (text: string) => window.page.locator('.monaco-editor .view-line', { hasText: text });
  const titles = (one: DesignerPage) => one.step('look').locator('.face-title').textContent();
  const bothSay = (title: string) =>
    until(`${title} in both`, async () => (await titles(left)) === title && (await titles(right)) === title);
  const changed = () =>
    editor
      .git(folder, 'diff', '--unified=0')
      .split('\n')
      .filter((each) => /^[-+](?![-+])/.test(each));

  it('what is done in one is in the other and in the text, and one undo takes it out of all three', async () => {
    await right.select('look');
    await right.type('Title', 'Look closely');
    await bothSay('Look closely');
    await line('"title": "Look closely"').waitFor();
    await flows.save('odd');
    expect(changed().map((each) => each.includes('\r'))).toEqual([true, true]);
    expect(changed()[1]).toContain('"title": "Look closely"');

    await left.tool('Undo').click();
    await bothSay('look');
    expect(await flows.save('odd')).toBe(ODD);
  });

  it('what is typed is drawn in both, half-typed text harms neither, and undo in the text is the same undo', async () => {
    await line('"kind": "verify"').click();
    await window.press('End');
    await window.page.keyboard.type('x');
    await left.banner.waitFor();
    await right.banner.waitFor();
    expect(await left.steps()).toEqual(['act', 'look']);
    await window.press('Backspace');
    await left.banner.waitFor({ state: 'detached' });
    await right.banner.waitFor({ state: 'detached' });

    await left.tool('Fit the flow').click();
    await left.select('look');
    await left.step('look').press('Alt+ArrowDown');
    await left.said('1 step moved.').waitFor();
    await line('"look": [').click();
    await window.press('Control+z');
    expect(await flows.save('odd')).toBe(ODD);
    expect(editor.git(folder, 'status', '--porcelain')).toBe('');
  });
});
