import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixUntilGreen } from '../flows';
import { fakeDocument } from './document';
import { openDesigner, startBrowser } from './open';

const view = (page: Page) =>
  page.locator('.react-flow__viewport').evaluate((one) => (one as HTMLElement).style.transform);
const prompt = (page: Page) =>
  page.locator('[data-field="Prompt"]').evaluate((one) => ('value' in one ? String(one.value) : ''));

describe('what outlives being hidden', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('SH-36 keeps zoom, selection and the half-typed field, and commits nothing by being hidden', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').click();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    const box = page.locator('[data-field="Prompt"] textarea');
    await box.fill('Half a sen');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('state'))).toContain('Half a sen');
    const before = await view(page);
    await page.reload();
    await page.locator('[data-step="act"]').waitFor();
    expect(await view(page)).toBe(before);
    expect(await page.locator('[data-step="act"]').getAttribute('data-selected')).toBe('true');
    expect(await prompt(page)).toBe('Half a sen');
    expect(await page.evaluate(() => window.document.activeElement?.getAttribute('data-field'))).toBe('Prompt');
    expect(document.intents.filter((intent) => intent.type === 'edit')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => prompt(page)).toBe('Make the failing tests pass.');
    await close();
  });

  it('SH-36 the window losing the focus leaves a half-typed field as it is; leaving the field commits it', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    const edits = () => document.intents.filter((intent) => intent.type === 'edit');
    await page.locator('[data-step="act"]').click();
    await page.locator('[data-field="Prompt"] textarea').fill('Half a sen');
    // What a field sees when another tab is clicked: it is left, and is still the active element.
    await page.locator('[data-field="Prompt"]').dispatchEvent('focusout', { bubbles: true });
    await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
    expect(edits()).toEqual([]);
    await page.locator('[data-step="act"]').focus();
    await expect.poll(() => edits().length).toBe(1);
    expect(edits()[0]).toMatchObject({ edit: { type: 'set', value: 'Half a sen' } });
    await close();
  });

  it('SH-36 keeps two selected steps that the extension has forgotten', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').click();
    await page.locator('[data-step="judge"]').click({ modifiers: ['Control'] });
    await expect.poll(() => document.snapshot().selection).toEqual(['act', 'judge']);
    document.change({ selection: [] });
    await page.reload();
    await page.locator('[data-step="judge"][data-selected="true"]').waitFor();
    await expect.poll(() => document.snapshot().selection).toEqual(['act', 'judge']);
    await close();
  });

  it('never moves the camera by itself after the first fit', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, send, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').click();
    const before = await view(page);
    document.change({ selection: ['judge'] });
    await send();
    await page.locator('[data-step="judge"][data-selected="true"]').waitFor();
    await page.locator('.palette [data-kind="work"]').click();
    await page.locator('[data-step="work"]').waitFor();
    expect(await view(page)).toBe(before);
    await close();
  });
});
