import { beforeAll, describe, expect, it } from 'vitest';
import { useEditor } from './editor';
import { CONFLICTED, capped, PLAIN } from './flows';
import { flowsIn, writeFlow } from './flowsIn';
import type { Workbench } from './workbench';

describe('comparing flows in a real window', () => {
  const editor = useEditor();
  let folder: string;
  let window: Workbench;
  let flows: ReturnType<typeof flowsIn>;
  const head = 'capped (HEAD ↔ working tree)';

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    writeFlow(folder, 'capped', capped('5'));
    writeFlow(folder, 'plain', PLAIN);
    editor.git(folder, 'add', '--all');
    editor.git(folder, 'commit', '--quiet', '--message', 'Flows');
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
  });

  /** The page that compares, which is the one webview that is shown. */
  const page = () => window.webview();
  const rows = () => page().locator('.change');
  const row = (text: string) => rows().filter({ hasText: text });
  const chosen = () => page().locator('.change[aria-selected="true"]');
  const marked = (how: string) => page().locator(`.compared .differs-${how}`);
  const comparedIs = async (title: string) => {
    await window.page.locator('.tab.active', { hasText: title }).waitFor();
    await rows().first().waitFor();
  };

  it('a cap and a step that were changed on the canvas are both named, by mouse and by keyboard', async () => {
    const { designer } = flows;
    await flows.open('capped', 'capped');
    await flows.fit();
    await designer.loop('fix').locator('.loop-name').click();
    await designer.type('Most passes', '8');
    await designer.loop('fix').getByText('at most 8 passes').waitFor();
    await designer.select('look');
    await designer.step('look').press('a');
    await designer.pick('Ask');
    await flows.stepsAre('act', 'ask', 'judge', 'look');

    await window.runCommand('Converge: Compare Flow with HEAD');
    await comparedIs(head);
    await row('loop fix: at most 5 passes → 8').waitFor();
    await row('step ask (ask) added').waitFor();
    await row('route look: judge → ask').waitFor();
    expect(await marked('added').locator('[data-step]').getAttribute('data-step')).toBe('ask');
    await window.screenshot('compare/overlaid');

    await row('step ask (ask) added').click();
    await page().locator('.compared [data-step="ask"][data-selected="true"]').waitFor();
    await page().locator('.compared [data-step="look"]').hover();
    await page().locator('.compared .loop-name').click();
    await chosen().filter({ hasText: 'loop fix' }).waitFor();

    await window.press('F7');
    await chosen().filter({ hasText: 'step ask' }).waitFor();
    await window.press('Shift+F7');
    await chosen().filter({ hasText: 'loop fix' }).waitFor();
    await chosen().focus();
    await window.press('End');
    await window.press('Enter');
    await chosen().filter({ hasText: 'route look' }).waitFor();
    await page().locator('.route.chosen[data-route="look/strong/0"]').waitFor({ state: 'attached' });

    await page().getByRole('button', { name: 'Side by side' }).focus();
    await window.press('Enter');
    await page().locator('.compare-side').last().locator('[data-step="ask"]').waitFor();
    expect(await page().locator('.compare-side').first().locator('[data-step="ask"]').count()).toBe(0);
    await window.screenshot('compare/sides');
    expect(flows.bytes('capped')).toBe(capped('5'));
  });

  it('it follows the file while it is open, and the texts are VS Code’s own diff', async () => {
    await window.tab(flows.tabOf('capped')).first().click();
    await flows.designer.shown();
    await flows.save('capped');
    await window.tab(head).click();
    await comparedIs(head);
    flows.write('capped', capped('7'));
    await row('loop fix: at most 5 passes → 7').waitFor();
    expect(await rows().count()).toBe(1);
    await page().locator('.mode[aria-pressed="true"]', { hasText: 'Side by side' }).waitFor();
    await page().getByText('Text diff').click();
    await window.page.locator('.monaco-diff-editor .view-line', { hasText: '"maxPasses": 7' }).first().waitFor();
    await window.page.locator('.monaco-diff-editor .view-line', { hasText: '"maxPasses": 5' }).first().waitFor();
    await window.screenshot('compare/text');
    flows.write('capped', capped('5'));
    await window.tab(head).first().click();
    await row('Nothing changed in what it does').waitFor();
    await page().getByText('Open in the designer').click();
    await window.page.locator('.tab.active', { hasText: flows.tabOf('capped') }).waitFor();
  });

  it('any revision of the file, chosen from the commits that touched it', async () => {
    flows.write('plain', PLAIN.replace('"Look again"', '"And again"'));
    editor.git(folder, 'commit', '--quiet', '--all', '--message', 'Another title');
    flows.write('plain', PLAIN.replace('"Look again"', '"And once more"'));
    await flows.open('plain', 'Plain');
    await window.runCommand('Converge: Compare Flow with Revision');
    await window.quickInput.locator('.monaco-list-row', { hasText: 'Another title' }).waitFor();
    expect(await window.quickInput.locator('.monaco-list-row').count()).toBe(2);
    await window.quickInput.locator('.monaco-list-row', { hasText: 'Flows' }).click();
    await comparedIs('↔ working tree');
    await row('step again: title: "Look again" → "And once more"').waitFor();
  });

  it('SH-34 both sides of a conflict are compared from the banner, and nothing touches the file', async () => {
    flows.write('plain', CONFLICTED);
    await flows.open('plain', /cannot be read/);
    await flows.designer.banner.getByText('Compare both sides').click();
    await comparedIs('plain (ours ↔ theirs)');
    await row('title: "Plain" → "Fancy"').waitFor();
    await window.screenshot('compare/conflict');
    expect(flows.bytes('plain')).toBe(CONFLICTED);
    flows.write('plain', PLAIN);
    await page().getByText('The file has no conflict markers any more.').first().waitFor();
  });

  it('a file that is not in HEAD is said, and all of it is new', async () => {
    writeFlow(folder, 'fresh', PLAIN.replace('"Plain"', '"Fresh"').replace('"plain"', '"fresh"'));
    await flows.open('fresh', 'Fresh');
    await window.runCommand('Converge: Compare Flow with HEAD');
    await comparedIs('fresh (HEAD');
    await page().getByText('fresh.converge.json is not there at HEAD.').waitFor();
    await row('step look (verify) added').waitFor();
  });
});
