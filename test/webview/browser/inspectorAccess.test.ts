import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../engine/json';
import { KINDS } from '../../flow/kinds';
import { fakeDocument, issue } from './document';
import { inEveryTheme, NOTHING_IN_ANY } from './everyTheme';
import { openDesigner, startBrowser } from './open';

const kinds: Json = JSON.parse(KINDS);
const issues = [
  issue('error', 'x', ['steps', 'revise', 'worker'], 'Named nowhere.'),
  issue('error', 'x', ['steps', 'revise', 'reads', 0], 'There is no such step.'),
  issue('warning', 'x', ['steps', 'revise'], 'It does two things at once.'),
];

describe('the inspector with every section unfolded', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it.each(['revise', 'check', ''])(
    'of "%s" has nothing that axe finds, nothing cut off and nothing that sticks out, in every theme',
    async (id) => {
      const document = fakeDocument(kinds, { selection: id === '' ? [] : [id], issues });
      const { page, close } = await openDesigner(browser, document, { width: 640, height: 1800 });
      await page.locator('.inspector .group').first().waitFor();
      const shut = page.locator('.inspector details:not([open]) > summary');
      while ((await shut.count()) > 0) await shut.first().click();
      const look = async (theme: string) => expect(await wrongIn(page), theme).toEqual([]);
      expect(await inEveryTheme(page, { within: '.inspector', look })).toEqual(NOTHING_IN_ANY);
      await close();
    },
  );
});

/** What of the inspector is cut off, or sticks out of it. */
const wrongIn = (page: Page): Promise<readonly string[]> =>
  page.locator('.inspector').evaluate((pane) => {
    const { right } = pane.getBoundingClientRect();
    const all = [...pane.querySelectorAll<HTMLElement>('*')];
    const out = all.filter((one) => one.getBoundingClientRect().right > right + 1);
    const cut = all.filter(
      (one) =>
        one.matches('label, legend, h3, p, button') &&
        one.scrollWidth > one.clientWidth + 1 &&
        one.clientWidth > 0 &&
        getComputedStyle(one).display !== 'inline',
    );
    return [...out, ...cut].map((one) => `${one.tagName} ${one.textContent}`);
  });
