import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until';
import type { DesignerPage } from './designerPage';
import { useEditor } from './editor';
import { ODD } from './flows';
import { flowsIn, writeFlow } from './flowsIn';
import type { Workbench } from './workbench';

const TWO_PEOPLE = `{
  "converge": 1,
  "id": "shared",
  "title": "Shared",
  "start": "a",
  "steps": {
    "a": {
      "kind": "verify",
      "commands": [{ "run": ["node", "--version"] }],
      "next": "b"
    },
    "b": {
      "kind": "verify",
      "commands": [{ "run": ["node", "--version"] }],
      "next": "c"
    },
    "c": {
      "kind": "verify",
      "commands": [{ "run": ["node", "--version"] }],
      "next": "@complete"
    }
  },
  "layout": {
    "a": [0, 0],
    "c": [640, 0]
  }
}
`;

describe('what the file of a flow keeps, in a real window', () => {
  const editor = useEditor();
  let folder: string;
  let window: Workbench;
  let designer: DesignerPage;
  let flows: ReturnType<typeof flowsIn>;
  const lf = ODD.replaceAll('\r\n', '\n').replace('"title": "Odd"', '"title": "Line feeds"');

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    writeFlow(folder, 'odd', ODD);
    writeFlow(folder, 'lf', lf);
    writeFlow(folder, 'shared', TWO_PEOPLE);
    // Whatever git would make of line ends: a file is what it is.
    editor.git(folder, 'config', 'core.autocrlf', 'false');
    editor.git(folder, 'add', '--all');
    editor.git(folder, 'commit', '--quiet', '--message', 'Flows');
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
    designer = flows.designer;
  });
  const commit = (message: string) => editor.git(folder, 'commit', '--quiet', '--all', '--message', message);
  /** Lines that git sees as changed, without their marks. */
  const changed = () =>
    editor
      .git(folder, 'diff', '--unified=0')
      .split('\n')
      .filter((line) => /^[-+](?![-+])/.test(line));

  it('SH-29 opened, panned, zoomed, selected, resized and closed, no byte of either copy is another', async () => {
    for (const [name, title, text] of [
      ['odd', 'Odd', ODD],
      ['lf', 'Line feeds', lf],
    ] as const) {
      await flows.open(name, title);
      await flows.fit();
      await designer.select('act');
      await designer.tool('Zoom in').click();
      const { page } = window;
      const pane = await designer.view.locator('.react-flow__pane').boundingBox();
      if (!pane) throw new Error('there is no canvas');
      await page.mouse.move(pane.x + 20, pane.y + 20);
      await page.mouse.down();
      await page.mouse.move(pane.x + 90, pane.y + 60, { steps: 4 });
      await page.mouse.up();
      await page.setViewportSize({ width: 1200, height: 800 });
      await page.setViewportSize({ width: 1400, height: 900 });
      await flows.still();
      expect(await window.isDirty(flows.tabOf(name))).toBe(false);
      await window.runCommand('View: Close Editor');
      await window.tab(flows.tabOf(name)).waitFor({ state: 'detached' });
      expect(flows.bytes(name)).toBe(text);
    }
    expect(editor.git(folder, 'status', '--porcelain')).toBe('');
  });

  it('SH-33 what the designer does not know stays as written, and a target that is not there is said by its name', async () => {
    await flows.open('odd', 'Odd');
    await flows.fit();
    await designer.problems
      .getByText(/"reviewer2"/)
      .first()
      .waitFor();
    await designer.select('look');
    await until('the target in its field', async () => (await designer.field('Next').inputValue()) === 'reviewer2');
    await designer.step('act').press('Alt+ArrowDown');
    await designer.said('moved').waitFor();
    const text = await flows.save('odd');
    for (const kept of ['"mystery": { "kept": [1.0, 2e1] }', '"retries": 0', '"attempts": 1', '"next": "reviewer2"'])
      expect(text).toContain(kept);
    const lines = changed();
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => line.includes('"layout"') && line.endsWith('\r'))).toBe(true);
    commit('Moved');
  });

  it('SH-35 one moves a step, the other renames another and draws a route: git merges both, and it opens as valid', async () => {
    editor.git(folder, 'checkout', '--quiet', '-b', 'one');
    await flows.open('shared', 'Shared');
    await flows.fit();
    await designer.select('a');
    await designer.step('a').press('Alt+ArrowDown');
    await flows.save('shared');
    expect(changed().every((line) => line.includes('"a": ['))).toBe(true);
    commit('One moves a');

    editor.git(folder, 'checkout', '--quiet', 'main');
    editor.git(folder, 'checkout', '--quiet', '-b', 'two');
    await until('the flow before the move', async () => !(await window.isDirty(flows.tabOf('shared'))));
    await designer.select('b');
    await designer.type('Id', 'beta');
    await flows.stepsAre('a', 'beta', 'c');
    await designer.step('beta').press('c');
    await designer.pick('Stop');
    await designer.terminal('@stop').waitFor();
    await flows.save('shared');
    commit('Two renames b and draws a route');

    editor.git(folder, 'merge', '--quiet', '--no-edit', 'one');
    await flows.stepsAre('a', 'beta', 'c');
    await designer.terminal('@stop').waitFor();
    const merged = JSON.parse(flows.bytes('shared'));
    expect(merged.layout.a).not.toEqual([0, 0]);
    expect(Object.keys(merged.steps)).toEqual(['a', 'beta', 'c']);
    expect(Object.keys(merged).sort()).toEqual(['converge', 'id', 'layout', 'start', 'steps', 'title']);
    expect(await designer.banner.count()).toBe(0);
    expect(await designer.problems.locator('.problem-error').count()).toBe(0);
    expect(await window.isDirty(flows.tabOf('shared'))).toBe(false);
  });
});
