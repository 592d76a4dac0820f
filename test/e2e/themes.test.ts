import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until';
import { facesOn } from './contrast';
import { useEditor } from './editor';
import { capped } from './flows';
import { flowsIn, writeFlow } from './flowsIn';
import type { Workbench } from './workbench';

const program = path.resolve(import.meta.dirname, '../../dist/converge.js');

/** The names under which VS Code offers its themes, and how its window is marked then. */
const THEMES = {
  'Light Modern': '.monaco-workbench.vs',
  'Dark Modern': '.monaco-workbench.vs-dark',
  'Dark High Contrast': '.monaco-workbench.hc-black',
  'Light High Contrast': '.monaco-workbench.hc-light',
} as const;

describe('how it looks in every theme', () => {
  const editor = useEditor();
  let window: Workbench;
  let flows: ReturnType<typeof flowsIn>;

  beforeAll(async () => {
    const folder = editor.makeFolder('sample', 'media/sample');
    execFileSync(process.execPath, [
      program,
      'run',
      path.join(folder, '.converge/flows/fix-until-green.converge.json'),
      ...['--mode', 'autonomous', '--approve', 'any'],
    ]);
    writeFlow(folder, 'capped', capped('0'));
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
    await window.openView('Converge');
    for (const view of ['Notes', 'Trace']) await window.openPane(view);
  });

  for (const [theme, workbench] of Object.entries(THEMES)) {
    const name = theme.replaceAll(' ', '-').toLowerCase();

    it(`${theme}: a run that is over, and its trees`, async () => {
      await window.chooseTheme(theme);
      await window.page.locator(workbench).waitFor();
      await flows.open('fix-until-green', 'Fix until green');
      await flows.designer.runStrip.getByText('complete (evidence)').waitFor();
      await flows.fit();
      await flows.designer.select('act');
      await window.row('Latches', 'cleared').waitFor();
      await window.screenshot(`themes/${name}-run`);
      expect(await flows.designer.step('act').getAttribute('aria-label')).toMatch(
        /^Repair, work step, in loop fix.*done/i,
      );
      expect(await facesOn(flows.designer.view)).toEqual([]);
    });

    it(`${theme}: problems on the canvas`, async () => {
      await flows.open('capped', 'capped');
      await flows.designer.loop('fix').locator('.badge-error').waitFor();
      await flows.fit();
      await flows.designer.loop('fix').locator('.loop-head').click();
      await flows.designer.view.locator('.inspector .field-error').first().waitFor();
      await window.screenshot(`themes/${name}-problems`);
      expect(await flows.designer.step('judge').getAttribute('aria-label')).toMatch(/^judge, judge step, in loop fix/i);
      expect(await facesOn(flows.designer.view)).toEqual([]);
    });
  }

  it('at 200 % everything can still be reached', async () => {
    await window.chooseTheme('Light Modern');
    await window.page.locator(THEMES['Light Modern']).waitFor();
    // Twice as large on the same screen is half of the screen.
    await window.page.setViewportSize({ width: 700, height: 450 });
    await window.press('Control+b');
    await flows.designer.shown();
    await window.screenshot('themes/half');
    const page = await flows.designer.view.locator('body').evaluate((body) => body.scrollWidth - body.clientWidth);
    expect(page).toBeLessThanOrEqual(0);
    const field = flows.designer.field('Frozen');
    await field.scrollIntoViewIfNeeded();
    await until('the last field', () => field.isVisible());
    await window.screenshot('themes/half-fields');
    await flows.designer.runStrip.locator('vscode-button').scrollIntoViewIfNeeded();
    await until('the button to run', () => flows.designer.runStrip.locator('vscode-button').isVisible());
    await window.page.setViewportSize({ width: 1400, height: 900 });
  });
});
