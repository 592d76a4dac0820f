import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixUntilGreen } from '../flows';
import { fakeDocument } from './document';
import { openDesigner, startBrowser } from './open';

const limits = {
  autonomous: ['at most 5 passes', 'at most $2.00', 'stops if a worker reports no usage'],
  supervised: ['supervised: the body runs once', 'at most $2.00'],
};
const height = async (page: Page) => (await page.locator('.dock').boundingBox())?.height ?? 0;
const startButton = (page: Page) => page.locator('.run-start > vscode-button');
const card = (page: Page) => page.getByRole('dialog', { name: 'Limits that the engine holds' });
const runs = (document: ReturnType<typeof fakeDocument>) => document.intents.filter((intent) => intent.type === 'run');

describe('what stands below the canvas', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('is sized by pointer and by key, folded, and as it was when the page is made anew', async () => {
    const { page, errors, close } = await openDesigner(browser, fakeDocument(fixUntilGreen, { limits }));
    await page.getByRole('tab', { name: 'Simulate' }).click();
    const before = await height(page);
    const edge = page.getByRole('separator', { name: 'Height of what stands below the canvas' });
    const box = await edge.boundingBox();
    if (!box) throw new Error('there is no edge');
    await page.mouse.move(box.x + 300, box.y + 3);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 63, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => height(page)).toBeLessThan(before - 40);
    const dragged = await height(page);
    await edge.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => height(page)).toBeGreaterThan(dragged + 10);
    const sized = await height(page);
    await page.reload();
    await page.locator('.dock').waitFor();
    expect(await page.getByRole('tab', { name: 'Simulate' }).getAttribute('aria-selected')).toBe('true');
    expect(Math.abs((await height(page)) - sized)).toBeLessThan(2);
    await page.getByRole('button', { name: 'Fold', exact: true }).click();
    expect(await height(page)).toBeLessThan(60);
    await page.reload();
    await page.locator('.dock').waitFor();
    expect(await height(page)).toBeLessThan(60);
    await page.getByRole('tab', { name: 'Problems' }).click();
    await page.getByRole('tabpanel').waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('counts problems on its tab', async () => {
    const issues = [{ severity: 'error' as const, code: 'x', path: ['steps', 'act'], message: 'Wrong.' }];
    const { page, close } = await openDesigner(browser, fakeDocument(fixUntilGreen, { issues }));
    expect(await page.getByRole('tab', { name: /Problems/ }).textContent()).toBe('Problems1');
    expect(await page.getByRole('tabpanel').textContent()).toContain('Wrong.');
    await close();
  });

  it('shows the tab that a command asks for, once', async () => {
    const document = fakeDocument(fixUntilGreen, { limits });
    const { page, send, close } = await openDesigner(browser, document);
    await page.locator('.dock').waitFor();
    document.change({ focus: { tab: 'simulate', count: 7 } });
    await send();
    await page.locator('.simulate').waitFor();
    await expect.poll(() => page.evaluate(() => globalThis.document.activeElement?.textContent)).toBe('Simulate');
    await page.getByRole('tab', { name: 'Problems' }).click();
    await send();
    await page.reload();
    await page.locator('.dock').waitFor();
    expect(await page.getByRole('tab', { name: 'Problems' }).getAttribute('aria-selected')).toBe('true');
    document.change({ focus: { tab: 'simulate', count: 8 } });
    await send();
    await page.locator('.simulate').waitFor();
    await close();
  });
});

describe('the limits before a start', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('are shown at the Run button by mode, and the run is started in the one that was chosen', async () => {
    const document = fakeDocument(fixUntilGreen, { limits });
    const { page, errors, close } = await openDesigner(browser, document);
    await startButton(page).click();
    expect(await card(page).getByRole('listitem').allTextContents()).toEqual(limits.autonomous);
    expect(runs(document)).toEqual([]);
    await card(page).getByText('Supervised').click();
    expect(await card(page).getByRole('listitem').allTextContents()).toEqual(limits.supervised);
    await card(page).locator('vscode-button', { hasText: 'Start' }).click();
    expect(runs(document)).toEqual([{ type: 'run', mode: 'supervised' }]);
    expect(await card(page).count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  it('are there by keyboard, and Escape turns away without a start', async () => {
    const document = fakeDocument(fixUntilGreen, { limits });
    const { page, close } = await openDesigner(browser, document);
    await startButton(page).focus();
    await page.keyboard.press('Enter');
    await card(page).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => card(page).count()).toBe(0);
    expect(runs(document)).toEqual([]);
    await page.keyboard.press('Enter');
    await card(page).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => runs(document)).toEqual([{ type: 'run', mode: 'autonomous' }]);
    await close();
  });

  it('stand in the inspector of the flow', async () => {
    const { page, close } = await openDesigner(browser, fakeDocument(fixUntilGreen, { limits }));
    const section = page.locator('.inspector [data-section="limits"]');
    await section.waitFor();
    expect(await section.getByRole('listitem').allTextContents()).toEqual(limits.autonomous);
    await close();
  });
});
