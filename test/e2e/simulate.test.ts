import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until';
import type { DesignerPage } from './designerPage';
import { useEditor } from './editor';
import { flowsIn, writeFlow } from './flowsIn';
import type { Workbench } from './workbench';

const TEMPLATE = readFileSync(
  path.resolve(import.meta.dirname, '../../media/templates/fix-until-green.converge.json'),
  'utf8',
);

describe('simulating Fix until green in a real window', () => {
  const editor = useEditor();
  let folder: string;
  let window: Workbench;
  let designer: DesignerPage;
  let flows: ReturnType<typeof flowsIn>;
  let dock: Locator;

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    writeFlow(folder, 'fix', TEMPLATE);
    editor.git(folder, 'add', '--all');
    editor.git(folder, 'commit', '--quiet', '--message', 'Flow');
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
    designer = flows.designer;
    dock = designer.view.locator('.dock');
  });

  const rows = () => dock.locator('.simulate-result tbody tr');
  const story = (title: string) => dock.getByLabel('Story').selectOption({ label: title });
  const words = dockText('.player-words');
  const mark = async (id: string) => /is-(\w+)/.exec((await designer.step(id).getAttribute('class')) ?? '')?.[1] ?? '';
  /** Nothing was run, nothing written. */
  const untouched = () => {
    expect(editor.git(folder, 'status', '--porcelain', '--ignored')).toBe('');
    expect(existsSync(path.join(folder, '.converge/runs'))).toBe(false);
    expect(flows.bytes('fix')).toBe(TEMPLATE);
  };
  function dockText(selector: string) {
    return async () => (await dock.locator(selector).textContent()) ?? '';
  }

  it('shows in a table what the engine decided when the judge says "met" over red', async () => {
    await flows.open('fix', 'Fix until green');
    await window.titleAction('Simulate Flow').click();
    await dock.locator('.simulate').waitFor();
    await story('Met over red');
    await until('five passes', async () => (await rows().count()) === 5);
    const first = (await rows().first().textContent()) ?? '';
    for (const part of ['fix: pass 1', 'met', 'not confirmed', 'verified:verify', 'npm test', 'again'])
      expect(first).toContain(part);
    expect(await rows().last().textContent()).toContain('pass-cap → @stop');
    expect(await dock.locator('.simulate-end').textContent()).toContain('Stopped');
    untouched();
  });

  it('is stepped through by mouse and by keyboard, and the canvas shows where it is', async () => {
    await dock.getByRole('button', { name: 'To the beginning' }).click();
    const on = dock.getByRole('button', { name: 'One step on' });
    for (let press = 0; press < 3; press++) await on.click();
    await until('act to run', async () => (await words()).includes('act runs.') && (await mark('act')) === 'running');
    await on.press('ArrowRight');
    await on.press('ArrowRight');
    await on.press('ArrowRight');
    await until('verify to be red', async () => (await mark('verify')) === 'failed');
    expect(await mark('judge')).toBe('due');
    expect(await designer.runStrip.textContent()).toContain('Simulation: nothing is executed');
    expect(await rows().first().getAttribute('aria-current')).toBe('step');
    await window.screenshot('simulate');
    await on.press('End');
    await until('the end', async () => (await words()).includes('The run ends.'));
    await dock.getByRole('button', { name: 'Show the run again' }).click();
    await until('the run again', async () => (await mark('verify')) === '');
    untouched();
  });

  it('is made by keyboard, outcome for outcome, and ends well only on evidence', async () => {
    const cell = (name: string) => dock.locator(`[data-cell="${name}"]`);
    await story('Own outcomes');
    await until('unmet', async () => ((await rows().first().textContent()) ?? '').includes('not met'));
    await cell('judge result 2').focus();
    await cell('judge result 2').press('m');
    await until('complete', async () => (await dock.locator('[data-outcome="complete"]').count()) === 1);
    expect(await rows().count()).toBe(2);
    await cell('verify result 2').selectOption('fewer');
    await until('blocked', async () => (await dock.locator('[data-outcome="stopped"]').count()) === 1);
    untouched();
  });

  it('runs one pass where the run is supervised, in the mode that is then started', async () => {
    await dock.getByText('Supervised').click();
    await until('one pass', async () => (await rows().count()) === 1);
    await designer.runStrip.locator('.run-start > vscode-button').click();
    const card = designer.view.getByRole('dialog', { name: 'Limits that the engine holds' });
    expect(await card.getByRole('listitem').allTextContents()).toContain('supervised: the body runs once');
    await card.locator('vscode-button', { hasText: 'Start' }).click();
    const approval = window.dialog('Run Fix until green?');
    await approval.getByText('supervised: the body runs once').waitFor();
    await approval.getByRole('button', { name: 'Cancel' }).click();
    untouched();
  });

  it('comes back after its tab was hidden, and is stale once the flow is another one', async () => {
    await dock.getByRole('button', { name: 'To the beginning' }).click();
    await window.openFile('fix.converge.json');
    await window.runCommand('Converge: Open Flow as Text');
    await window.page.locator('.editor-instance .monaco-editor[role="code"]').waitFor();
    await window.runCommand('Converge: Open Flow in Designer');
    await until('the table again', async () => (await rows().count()) === 1);
    expect(await dock.locator('.player-words').getAttribute('data-moment')).toBe('0');
    await designer.loop('fix').locator('.loop-head').click();
    await designer.type('Most passes', '2');
    await dock.locator('.simulate-stale').waitFor();
    await dock.locator('vscode-button', { hasText: 'Simulate again' }).click();
    await dock.locator('.simulate-stale').waitFor({ state: 'detached' });
    await window.undo();
    await until('the file as it was', async () => !(await window.isDirty(flows.tabOf('fix'))));
    untouched();
  });
});
