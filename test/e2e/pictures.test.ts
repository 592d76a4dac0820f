import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../webview/browser/axe';
import { bigFlow } from './bigFlow';
import type { DesignerPage } from './designerPage';
import { useEditor } from './editor';
import { capped } from './flows';
import { flowsIn, writeFlow } from './flowsIn';
import { flawsIn } from './looks';
import type { Workbench } from './workbench';

/** The themes that everybody has, as VS Code offers them, and how the window is marked then. */
const THEMES = {
  light: { name: 'Light Modern', mark: 'vs' },
  dark: { name: 'Dark Modern', mark: 'vs-dark' },
  'high-contrast': { name: 'Dark High Contrast', mark: 'hc-black' },
  'high-contrast-light': { name: 'Light High Contrast', mark: 'hc-light' },
} as const;

const TEMPLATES = path.resolve(import.meta.dirname, '../../media/templates');
const template = (name: string) => readFileSync(path.join(TEMPLATES, `${name}.converge.json`), 'utf8');

/** Pictures for people to look at, in test-results/e2e/pictures; what can be seen without eyes is checked here. */
describe('pictures in four themes', { timeout: 300_000 }, () => {
  const editor = useEditor();
  let window: Workbench;
  let designer: DesignerPage;
  let flows: ReturnType<typeof flowsIn>;

  beforeAll(async () => {
    const folder = editor.makeFolder('repo');
    const written = {
      empty: '{ "converge": 1, "id": "empty", "title": "Empty" }\n',
      sixty: bigFlow(3).replace('"id": "big"', '"id": "sixty"').replace('"Big"', '"Sixty"'),
      faulty: capped('0').replace('"look" }', '"nowhere" }').replace('"agent", "next"', '"nobody", "next"'),
      fix: template('fix-until-green'),
      plan: template('plan-and-review'),
    };
    for (const [name, text] of Object.entries(written)) writeFlow(folder, name, text);
    editor.git(folder, 'add', '--all');
    editor.git(folder, 'commit', '--quiet', '--message', 'Flows');
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
    designer = flows.designer;
  });

  const inEveryTheme = async (name: string) => {
    const seen: Record<string, readonly string[]> = {};
    for (const [theme, { name: setting, mark }] of Object.entries(THEMES)) {
      await window.chooseTheme(setting);
      await window.page.locator(`.monaco-workbench.${mark}`).waitFor();
      const frame = await designer.frame();
      const kind = theme === 'light' || theme === 'dark' ? `vscode-${theme}` : 'vscode-high-contrast';
      await frame.locator(`body.${kind}`).waitFor();
      await window.screenshot(`pictures/${name}-${theme}`);
      const faint = await findings(frame, { rules: ['color-contrast'] });
      seen[theme] = [...faint.map(({ where }) => where), ...(await flawsIn(frame))];
    }
    const all = await findings(await designer.frame());
    expect(all.map(({ rule, where }) => `${rule} ${where}`)).toEqual([]);
    expect(seen).toEqual(Object.fromEntries(Object.keys(THEMES).map((theme) => [theme, []])));
  };

  it('a flow that is still empty', async () => {
    await flows.open('empty', 'Empty');
    await designer.view.locator('.start').waitFor();
    await inEveryTheme('empty');
  });

  it('the gallery of templates', async () => {
    await window.runCommand('View: Close All Editors');
    await window.runCommand('Converge: New Flow…');
    await designer.view.locator('.gallery').waitFor();
    await inEveryTheme('gallery');
  });

  it('a template', async () => {
    await flows.open('plan', 'Research, plan');
    await flows.fit();
    await inEveryTheme('template');
  });

  it('more than sixty steps', async () => {
    await flows.open('sixty', 'Sixty');
    await flows.fit();
    await inEveryTheme('sixty');
  });

  it('a flow with errors', async () => {
    await flows.open('faulty', 'capped');
    await flows.fit();
    await designer.select('act');
    await designer.view.locator('.dock [data-tab="problems"]').click();
    await inEveryTheme('errors');
  });

  it('a simulation', async () => {
    await flows.open('fix', 'Fix until green');
    await window.titleAction('Simulate Flow').click();
    await designer.view.locator('.dock').getByLabel('Story').selectOption({ label: 'Met over red' });
    await designer.view.locator('.simulate-result tbody tr').first().waitFor();
    await flows.fit();
    await inEveryTheme('simulate');
  });

  it('the outline', async () => {
    await flows.open('plan', 'Research, plan');
    await designer.tool('Outline').click();
    await designer.view.locator('[role="tree"]').waitFor();
    await inEveryTheme('outline');
    await designer.tool('Outline').click();
  });

  it('what is different from HEAD', async () => {
    flows.write(
      'plan',
      template('plan-and-review')
        .replace('"attempts": 2', '"attempts": 5')
        .replace('"title": "Plan"', '"title": "Make a plan"'),
    );
    await flows.open('plan', 'Research, plan');
    await window.runCommand('Converge: Compare Flow with HEAD');
    await designer.view.locator('.compare').waitFor();
    await inEveryTheme('compare');
  });
});
