import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixUntilGreen } from '../flows';
import { fakeDocument, issue } from './document';
import { openDesigner, startBrowser } from './open';

const mend = (title: string) => ({ fix: { title, changes: [] } });
const issues = [
  { ...issue('error', 'no-worker', ['steps', 'judge', 'worker'], 'The worker is named nowhere.'), ...mend('Add it') },
  { ...issue('error', 'no-worker', ['steps', 'act', 'worker'], 'The other is named nowhere.'), ...mend('Add that') },
  issue('warning', 'loop-without-spend-cap', ['loops', 'fix'], 'The loop has no spend cap.'),
];

describe('fixes on the canvas', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());
  const open = () => openDesigner(browser, fakeDocument(fixUntilGreen, { issues }));

  it('are reached from the step by key, under what is wrong, and applied with Enter', async () => {
    const { page, document, close } = await open();
    await page.locator('[data-step="judge"]').focus();
    await page.keyboard.press('Control+.');
    const picks = page.locator('.picker [role="option"]');
    await picks.first().waitFor();
    expect(await page.locator('.pick-group').allTextContents()).toEqual(['The worker is named nowhere.']);
    expect(await page.locator('.pick-text').allTextContents()).toEqual([
      'Add it',
      'Fix all 2 of "no-worker"',
      'Show its fields',
      'Show in the text',
    ]);
    await page.keyboard.press('Enter');
    await page.locator('.picker').waitFor({ state: 'detached' });
    const fixes = () => document.intents.filter(({ type }) => type === 'applyFix');
    await expect
      .poll(fixes)
      .toEqual([{ type: 'applyFix', version: 1, code: 'no-worker', path: ['steps', 'judge', 'worker'] }]);
    expect(await page.evaluate(() => window.document.activeElement?.getAttribute('data-step'))).toBe('judge');

    await page.keyboard.press('Control+.');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => fixes().at(-1))
      .toEqual({
        type: 'applyFix',
        version: 1,
        code: 'no-worker',
        path: ['steps', 'judge', 'worker'],
        all: true,
      });
    await close();
  });

  it('of a step without a problem there are none, and that is said', async () => {
    const { page, close } = await open();
    await page.locator('[data-step="verify"]').focus();
    await page.keyboard.press('Control+.');
    await page.locator('[data-said="Nothing is wrong with what is selected."]').waitFor({ state: 'attached' });
    expect(await page.locator('.picker').count()).toBe(0);
    await close();
  });

  it('by mouse: in the menu of the step, and below the canvas', async () => {
    const { page, document, close } = await open();
    await page.locator('[data-step="judge"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Problems and fixes…' }).click();
    await page.locator('.picker [role="option"]', { hasText: 'Show in the text' }).click();
    await expect.poll(() => document.intents.at(-1)).toEqual({ type: 'openText', path: ['steps', 'judge', 'worker'] });
    await page.locator('.problem', { hasText: 'The other' }).getByRole('button', { name: 'Fix: Add that' }).click();
    await expect
      .poll(() => document.intents.at(-1))
      .toMatchObject({ type: 'applyFix', path: ['steps', 'act', 'worker'] });
    await page.getByRole('button', { name: 'Fix all 2 of "no-worker"' }).click();
    await expect.poll(() => document.intents.at(-1)).toMatchObject({ type: 'applyFix', all: true });
    await page.locator('.problem', { hasText: 'no spend cap' }).locator('.problem-text').click();
    await expect.poll(() => document.snapshot().selection).toEqual(['loop:fix']);
    await close();
  });
});
