import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until';
import { useEditor } from './editor';
import { flowsIn, writeFlow } from './flowsIn';
import type { Workbench } from './workbench';

const templates = path.resolve(import.meta.dirname, '../../media/templates');
const templateText = (name: string) => readFileSync(path.join(templates, `${name}.converge.json`), 'utf8');
/** A flow that nobody opens, with one mistake. */
const BROKEN = templateText('fix-until-green')
  .replace('"fix-until-green"', '"broken"')
  .replace('"Fix until green"', '"Broken"')
  .replace('"next": "judge"', '"next": "juge"');

describe('templates and text', () => {
  const editor = useEditor();
  let folder: string;
  let window: Workbench;
  let flows: ReturnType<typeof flowsIn>;

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    writeFlow(folder, 'broken', BROKEN);
    editor.git(folder, 'add', '--all');
    editor.git(folder, 'commit', '--quiet', '--message', 'Flows');
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
  });

  const named = async (id: string) => {
    const input = window.quickInput.locator('input').first();
    await window.quickInput.getByText('.converge/flows/<id>').waitFor();
    await input.fill(id);
    await window.press('Enter');
    await window.tab(flows.tabOf(id)).waitFor();
    await flows.designer.shown();
  };

  /** Puts the cursor of the active text behind the words, as a person does who knows the line. */
  const goTo = async (text: string, words: string) => {
    const before = text.slice(0, text.indexOf(words) + words.length).split('\n');
    await window.press('Control+g');
    await window.quickInput
      .locator('input')
      .first()
      .fill(`:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`);
    await window.press('Enter');
    await window.quickInput.first().waitFor({ state: 'hidden' });
  };

  it('a template is chosen by its picture with the mouse, and by name with keys; its text is kept but for the id', async () => {
    await window.runCommand('Converge: New Flow…');
    const gallery = window.webview();
    const card = gallery.getByRole('button', { name: 'Fix until green' });
    await card.waitFor();
    await until('every picture', () =>
      gallery
        .locator('.template-picture img')
        .evaluateAll(
          (all) => all.length > 10 && all.every((one) => one instanceof HTMLImageElement && one.naturalWidth > 0),
        ),
    );
    await window.screenshot('text/gallery');
    await card.click();
    await named('clicked');
    expect(flows.bytes('clicked')).toBe(templateText('fix-until-green').replace('"fix-until-green"', '"clicked"'));
    await window.tab('New Flow').waitFor({ state: 'detached' });

    await window.runCommand('Converge: New Flow…');
    await card.waitFor();
    await gallery.getByLabel('Filter templates').focus();
    await window.page.keyboard.type('watch');
    await gallery.getByRole('button', { name: 'Fix until green' }).waitFor({ state: 'detached' });
    await window.press('ArrowDown');
    await window.press('Enter');
    await window.quickInput.getByText('.converge/flows/<id>').waitFor();
    await window.press('Escape');
    // Thought better of: the gallery is still there, and nothing was written.
    await gallery.getByRole('button', { name: 'Watch and respond' }).press('Enter');
    await named('typed');
    expect(flows.bytes('typed')).toContain('"id": "typed"');
    expect(existsSync(flows.file('watch-and-respond'))).toBe(false);
  });

  it('SH-33 a step is renamed in the text beside its designer, which shows it; undo brings every byte back', async () => {
    await flows.open('clicked', 'Fix until green');
    const before = flows.bytes('clicked');
    await window.titleAction('Open Flow as Text').click();
    const text = window.page.locator('.editor-group-container.active .monaco-editor[role="code"]');
    await text.waitFor();
    const line = before.split('\n').findIndex((each) => each.includes('"start": "act"'));
    const column = (before.split('\n')[line]?.indexOf('"act"') ?? 0) + 3;
    await window.press('Control+g');
    await window.quickInput
      .locator('input')
      .first()
      .fill(`:${line + 1}:${column}`);
    await window.press('Enter');
    await window.press('F2');
    const box = window.page.locator('.rename-box input');
    await box.waitFor();
    expect(await box.inputValue()).toBe('act');
    await box.fill('mend');
    await box.press('Enter');
    await flows.stepsAre('judge', 'mend', 'verify');
    const saved = await flows.save('clicked');
    // What a comment says of it is its author's to change.
    const lines = before.split('\n');
    expect(saved).toBe(
      lines.map((each) => (each.trim().startsWith('//') ? each : each.replaceAll('"act"', '"mend"'))).join('\n'),
    );
    await text.click({ position: { x: 300, y: 60 } });
    await window.undo();
    await flows.stepsAre('act', 'judge', 'verify');
    expect(await flows.save('clicked')).toBe(before);
  });

  it('a lens above a loop shows it on the canvas', async () => {
    const lens = window.page.locator('.codelens-decoration a', { hasText: 'Show in Designer' });
    await goTo(flows.bytes('clicked'), '"fix": {');
    await lens.filter({ visible: true }).last().click();
    await flows.designer.view.locator('.canvas [data-loop="fix"][data-selected="true"]').waitFor();
    await until('the focus in the designer', () =>
      window.page.evaluate(() => document.activeElement?.tagName === 'IFRAME'),
    );
  });

  it('a problem leads to its step on the canvas, and is mended from where it stands', async () => {
    await window.runCommand('View: Close All Editors');
    await window.runCommand('Problems: Focus on Problems View');
    const problem = window.page.locator('.markers-panel .monaco-list-row', { hasText: 'juge' }).last();
    await problem.waitFor();
    // VS Code opens the flow in its designer, but tells it nothing of the place; then it offers the way there.
    await problem.dblclick();
    await window.tab(flows.tabOf('broken')).waitFor();
    await flows.designer.shown();
    await window.contextMenu(problem, 'Show in Designer');
    await flows.designer.view.locator('.inspector').getByText('verify → juge').waitFor();
    await window.screenshot('text/problem');
    await flows.designer.step('verify').focus();
    await flows.designer.step('verify').press('Control+.');
    const fix = flows.designer.view.locator('.picker [role="option"]').first();
    await fix.waitFor();
    await window.press('Enter');
    await problem.waitFor({ state: 'detached' });
    expect(await flows.save('broken')).toBe(BROKEN.replace('"juge"', '"judge"'));
  });
});
