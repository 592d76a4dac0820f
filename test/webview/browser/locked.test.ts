import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixUntilGreen } from '../flows';
import { fakeDocument } from './document';
import { openDesigner, startBrowser } from './open';

describe('a document that cannot be edited', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('SH-34 shows a broken text as its last good flow, with the line and a way to the text, and edits nothing', async () => {
    const broken = { message: 'The file holds conflict markers of a merge.', line: 12 };
    const document = fakeDocument(fixUntilGreen, { broken });
    const { page, send, close } = await openDesigner(browser, document);
    const banner = page.getByRole('alert');
    expect(await banner.textContent()).toContain('Line 12. The file holds conflict markers of a merge.');
    await page.locator('[data-step="act"]').click();
    await page.keyboard.press('Delete');
    await page.keyboard.press('a');
    expect(await page.locator('.picker').count()).toBe(0);
    expect(await page.locator('.palette [data-kind="work"]').isDisabled()).toBe(true);
    await page.mouse.move(300, 300);
    const box = await page.locator('[data-step="act"]').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 50, (box?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 90, (box?.y ?? 0) + 90, { steps: 4 });
    await page.mouse.up();
    expect(document.intents.filter((intent) => intent.type === 'edit')).toEqual([]);
    await page.getByText('Open the text').click();
    await expect.poll(() => document.intents.at(-1)).toEqual({ type: 'openText', path: [] });

    document.change({ broken: null });
    await send();
    await expect.poll(() => banner.count()).toBe(0);
    await page.locator('[data-step="act"]').click();
    await page.keyboard.press('Delete');
    await expect.poll(() => document.intents.some((intent) => intent.type === 'edit')).toBe(true);
    await close();
  });

  it('SH-34 offers both sides and the merge editor where there are conflict markers, and only there', async () => {
    const broken = { message: 'The file holds conflict markers of a merge.', line: 12, conflict: true };
    const document = fakeDocument(fixUntilGreen, { broken });
    const { page, send, errors, close } = await openDesigner(browser, document);
    await page.getByText('Compare both sides').click();
    await expect.poll(() => document.intents.at(-1)).toEqual({ type: 'conflict', show: 'sides' });
    await page.getByText('Open the merge editor').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => document.intents.at(-1)).toEqual({ type: 'conflict', show: 'merge' });
    document.change({ broken: { message: 'A closing } is missing.', line: 3, conflict: false } });
    await send();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('A closing }');
    expect(await page.getByText('Compare both sides').count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  it('SH-34 shows the reason where there never was a good state', async () => {
    const document = fakeDocument(null, { broken: { message: 'This file is of format 2.', line: 1 } });
    const { page, errors, close } = await openDesigner(browser, document);
    expect(await page.getByRole('alert').textContent()).toContain('This file is of format 2.');
    expect(await page.locator('.canvas, .start').count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  it('says why a document is read-only', async () => {
    const document = fakeDocument(fixUntilGreen, {
      document: { name: 'x', version: 1, readOnly: 'this is the copy of a run.' },
    });
    const { page, close } = await openDesigner(browser, document);
    expect(await page.locator('.banner').textContent()).toContain('this is the copy of a run.');
    await page.locator('[data-step="act"]').click();
    await page.keyboard.press('Delete');
    expect(await page.locator('[data-said]').getAttribute('data-said')).toContain('this is the copy of a run.');
    expect(document.intents.filter((intent) => intent.type === 'edit')).toEqual([]);
    await close();
  });

  it('SH-29 edits nothing while it is opened, looked at, zoomed and selected', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').click();
    await page.mouse.move(400, 200);
    await page.mouse.wheel(0, 300);
    await page.locator('[data-step="verify"]').click();
    await page.setViewportSize({ width: 900, height: 600 });
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Fit the flow into the view' }).click();
    expect([...new Set(document.intents.map((intent) => intent.type))].sort()).toEqual(['ready', 'select']);
    await close();
  });
});
