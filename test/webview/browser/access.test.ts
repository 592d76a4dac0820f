import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixUntilGreen } from '../flows';
import type { Finding } from './axe';
import { findings } from './axe';
import { fakeDocument } from './document';
import { openDesigner, startBrowser } from './open';
import { STATES } from './states';
import type { ThemeName } from './themes';
import { THEMES, themeClass, themeCss } from './themes';

const [FIRST, ...OTHERS] = THEMES;

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

  for (const { name, document, reach } of STATES)
    it(`${name}, in every theme`, async () => {
      const { page, close } = await openDesigner(browser, document(), { theme: FIRST });
      await page.locator('.toolbar').waitFor();
      await reach?.(page);
      const found: Partial<Record<ThemeName, readonly Finding[]>> = { [FIRST]: await findings(page) };
      for (const theme of OTHERS) {
        await change(page, theme);
        found[theme] = await findings(page, ['color-contrast']);
      }
      expect(found).toEqual(Object.fromEntries(THEMES.map((theme) => [theme, []])));
      await close();
    });
});

/** Another theme in a page that is open, as VS Code does it. */
const change = (page: Page, theme: ThemeName): Promise<void> =>
  page.evaluate(
    async ([css, classes]) => {
      const style = document.querySelector('style');
      if (style) style.textContent = css;
      document.body.className = classes;
      // The toolkit follows a theme within its own queue of updates, which is worked off in the next frames.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    },
    [themeCss(theme), themeClass(theme)] as const,
  );
