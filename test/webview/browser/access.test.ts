import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixUntilGreen } from '../flows';
import { findings } from './axe';
import { fakeDocument } from './document';
import { inEveryTheme, NOTHING_IN_ANY } from './everyTheme';
import { openDesigner, startBrowser } from './open';
import { STATES } from './states';

describe('axe finds nothing in the designer', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('but it does find faint words and a button without a name', async () => {
    const { page, close } = await openDesigner(browser, fakeDocument(fixUntilGreen));
    await page.locator('.face-title').first().waitFor();
    await page
      .locator('.face-title')
      .first()
      .evaluate((title) => title.style.setProperty('color', '#444'));
    await page
      .locator('.toolbar button')
      .first()
      .evaluate((button) => {
        for (const name of ['aria-label', 'title']) button.removeAttribute(name);
      });
    expect((await findings(page)).map(({ rule }) => rule)).toEqual(['button-name', 'color-contrast']);
    await close();
  });

  for (const { name, document, reach, within } of STATES)
    it(`${name}, in every theme`, async () => {
      const { page, close } = await openDesigner(browser, document());
      await page.locator('.toolbar').waitFor();
      await reach?.(page);
      expect(await inEveryTheme(page, { within })).toEqual(NOTHING_IN_ANY);
      await close();
    });
});
