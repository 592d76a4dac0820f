import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../engine/json';
import { fixUntilGreen } from '../flows';
import { fakeDocument } from './document';
import { editsOf, focusedOn, saidOn, step } from './hands';
import { openDesigner, startBrowser } from './open';

const bare = { converge: 1, id: 'other', start: 'first', steps: { first: { kind: 'join', next: '@complete' } } };

describe('copies', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('SH-31 copies steps by key and pastes them into another flow, wired to one another', async () => {
    const here = fakeDocument(fixUntilGreen);
    const there = fakeDocument(bare);
    const from = await openDesigner(browser, here);
    await step(from.page, 'verify').click();
    await step(from.page, 'judge').click({ modifiers: ['Control'] });
    await from.page.keyboard.press('Control+c');
    await expect.poll(() => saidOn(from.page)).toBe('Copied: 2 steps.');
    expect(editsOf(here)).toEqual([]);

    const to = await openDesigner(browser, there);
    await step(to.page, 'first').click();
    await to.page.keyboard.press('Control+v');
    await step(to.page, 'verify').waitFor();
    expect(await saidOn(to.page)).toBe('Pasted: 2 steps.');
    expect(editsOf(there).map(({ type }) => type)).toEqual(['paste']);
    expect(at(there.snapshot().flow ?? {}, ['steps', 'verify', 'next'])).toBe('judge');
    expect(at(there.snapshot().flow ?? {}, ['steps', 'first', 'next'])).toBe('@complete');
    await expect.poll(() => there.snapshot().selection).toEqual(['verify', 'judge']);
    await to.page.keyboard.press('Control+z');
    await expect.poll(() => there.snapshot().flow).toEqual(bare);
    await from.close();
    await to.close();
  });

  it('copies a whole loop, and duplicates it as one edit', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('.loop-head').click();
    await page.keyboard.press('Control+c');
    await expect.poll(() => saidOn(page)).toBe('Copied: 3 steps.');
    await page.keyboard.press('Control+v');
    await expect.poll(() => page.locator('[data-loop]').count()).toBe(2);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('[data-loop]').count()).toBe(1);
    await page.locator('.loop-head').click();
    await page.keyboard.press('Control+d');
    await expect.poll(() => page.locator('[data-loop]').count()).toBe(2);
    expect(editsOf(document).map(({ type }) => type)).toEqual(['paste', 'duplicate']);
    expect(await saidOn(page)).toBe('Duplicated: 3 steps.');
    await close();
  });

  it('cuts as one edit, keeps what was cut, and gives the focus to what is left', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await step(page, 'verify').click();
    await page.keyboard.press('Control+x');
    await expect.poll(() => step(page, 'verify').count()).toBe(0);
    expect(editsOf(document)).toEqual([{ type: 'deleteSteps', ids: ['verify'] }]);
    expect(await saidOn(page)).toBe('Cut: 1 step.');
    await expect.poll(() => focusedOn(page)).toBe('act');
    await page.keyboard.press('Control+v');
    await step(page, 'verify').waitFor();
    await expect.poll(() => focusedOn(page)).toBe('verify');
    await close();
  });

  it('says so where there is nothing to copy, nothing to paste, or nothing may be pasted', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await step(page, 'act').waitFor();
    await page.locator('.canvas .react-flow__pane').click({ position: { x: 20, y: 20 } });
    await page.keyboard.press('Control+c');
    await expect.poll(() => saidOn(page)).toMatch(/^No step is selected/);
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'just words');
      window.document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    expect(await saidOn(page)).toMatch(/^Nothing to paste: the clipboard holds no steps/);
    expect(editsOf(document)).toEqual([]);
    await close();
  });

  it('leaves the words of a field to the field', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await step(page, 'act').click();
    const title = page.locator('.inspector [data-field="Title"] input');
    await title.fill('Words');
    await title.press('Control+a');
    await title.press('Control+c');
    await title.press('End');
    await title.press('Control+v');
    expect(await title.inputValue()).toBe('WordsWords');
    expect(editsOf(document)).toEqual([]);
    await close();
  });
});
