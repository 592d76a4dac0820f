import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../engine/json';
import { everyKind, fixUntilGreen } from '../flows';
import type { FakeDocument } from './document';
import { fakeDocument } from './document';
import { openDesigner, startBrowser } from './open';

const edits = (document: FakeDocument) =>
  document.intents.flatMap((intent) => (intent.type === 'edit' ? [intent.edit] : []));
const said = (page: Page) => page.locator('[data-said]').getAttribute('data-said');
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-step') ?? document.activeElement?.tagName ?? '');

describe('the canvas by keyboard', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('is one stop of the Tab key, moves along the flow by arrows, into the inspector by Enter and back by Escape', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').waitFor();
    expect(await page.locator('[data-step][tabindex="0"]').count()).toBe(1);
    await page.locator('.palette-item').first().focus();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('act');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('verify');
    await expect.poll(() => document.snapshot().selection).toEqual(['verify']);
    await page.keyboard.press('ArrowLeft');
    expect(await focused(page)).toBe('act');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('VSCODE-TEXT-FIELD');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('act');
    await close();
  });

  it('adds with A, finds with Ctrl+F, selects all with Ctrl+A', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').click();
    await page.keyboard.press('a');
    await page.locator('.picker input').fill('rout');
    await page.keyboard.press('Enter');
    await page.locator('[data-step="router"]').waitFor();
    expect(edits(document)).toEqual([{ type: 'addStep', kind: 'router', after: 'act' }]);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('judge');
    await page.keyboard.press('Enter');
    await expect.poll(() => document.snapshot().selection).toEqual(['judge']);
    expect(await focused(page)).toBe('judge');
    await page.keyboard.press('Control+a');
    await expect.poll(() => document.snapshot().selection).toEqual(['act', 'router', 'verify', 'judge']);
    await close();
  });

  it('connects with C: arrows choose, forbidden targets say why and cannot be chosen', async () => {
    const document = fakeDocument(everyKind);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="approve"]').focus();
    await page.locator('[data-step="plan"]').click();
    await page.keyboard.press('c');
    expect(await page.locator('[data-pick="judge"]').getAttribute('aria-disabled')).toBe('true');
    expect(await page.locator('[data-pick="judge"]').textContent()).toContain('entered at its head');
    expect(await page.locator('.face.forbidden').count()).toBeGreaterThan(0);
    await page.keyboard.type('judge');
    await page.keyboard.press('Enter');
    expect(edits(document)).toEqual([]);
    await page.locator('.picker input').fill('sort');
    await page.keyboard.press('Enter');
    await expect.poll(() => edits(document)).toEqual([{ type: 'connect', from: 'plan', to: 'sort' }]);
    expect(await page.locator('.face.forbidden').count()).toBe(0);
    expect(await focused(page)).toBe('plan');
    await close();
  });

  it('leaves a list by Escape without an edit, and gives the focus back', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="verify"]').click();
    await page.keyboard.press('c');
    await page.locator('.picker').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('.picker').count()).toBe(0);
    expect(await focused(page)).toBe('verify');
    expect(edits(document)).toEqual([]);
    await close();
  });

  it('wraps in a loop with L, or says why not', async () => {
    const { loops: _none, ...flow } = fixUntilGreen as Record<string, never>;
    const document = fakeDocument(flow);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').click();
    await page.keyboard.press('l');
    // One work step may be an improve loop: the list says so, and why it cannot be another.
    expect(await page.locator('[data-pick="loop:until"]').getAttribute('aria-disabled')).toBe('true');
    expect(await page.locator('[data-pick="loop:until"]').textContent()).toMatch(/ends each pass with a judge/);
    expect(await page.locator('[data-pick="loop:improve"]').getAttribute('aria-disabled')).toBe('false');
    await page.keyboard.press('Escape');
    await page.locator('[data-step="judge"]').click();
    await page.keyboard.press('l');
    expect(await said(page)).toMatch(/^Cannot wrap in a loop: the judge is the only step/);
    expect(edits(document)).toEqual([]);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('l');
    await page.locator('[data-loop]').waitFor();
    expect(edits(document)).toEqual([{ type: 'wrapInLoop', head: 'act', tail: 'judge' }]);
    await close();
  });

  it('SH-28 deletes with Delete; undo brings everything back, redo repeats it', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="verify"]').click();
    await page.keyboard.press('Delete');
    await expect.poll(() => page.locator('[data-step="verify"]').count()).toBe(0);
    expect(edits(document)).toEqual([{ type: 'deleteSteps', ids: ['verify'] }]);
    await page.keyboard.press('Control+z');
    await page.locator('[data-step="verify"]').waitFor();
    expect(document.snapshot().flow).toEqual(fixUntilGreen);
    await page.keyboard.press('Control+y');
    await expect.poll(() => page.locator('[data-step="verify"]').count()).toBe(0);
    await close();
  });

  it('removes a selected loop by Delete and keeps its steps', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('.loop-head').click();
    await page.keyboard.press('Delete');
    await expect.poll(() => page.locator('[data-loop]').count()).toBe(0);
    expect(edits(document)).toEqual([{ type: 'removeLoop', id: 'fix' }]);
    expect(await page.locator('[data-step]').count()).toBe(3);
    await close();
  });

  it('moves with Alt and arrows', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').click();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => edits(document).map((edit) => edit.type)).toEqual(['move']);
    expect(at(document.snapshot().flow ?? {}, ['layout', 'act'])).toBeDefined();
    await close();
  });

  it('edits the same document in the outline', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.getByRole('button', { name: 'Outline' }).click();
    const tree = page.getByRole('tree');
    expect(
      await tree.getByRole('treeitem').evaluateAll((all) => all.map((one) => one.getAttribute('data-line'))),
    ).toEqual([
      'loop:fix',
      'act',
      'route:act/strong/0',
      'verify',
      'route:verify/strong/0',
      'judge',
      'route:judge/strong/0',
    ]);
    await tree.getByRole('treeitem').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => document.snapshot().selection).toEqual(['route:act/strong/0']);
    await page.keyboard.press('Delete');
    await expect.poll(() => edits(document)).toEqual([{ type: 'disconnect', route: 'act/strong/0' }]);
    await close();
  });
});
