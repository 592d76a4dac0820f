import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphOf } from '../../../engine/flow/graph';
import { parseFlow } from '../../../engine/flow/parse';
import { pictureOf } from '../../../engine/flow/picture';
import { TEMPLATES } from '../../../engine/flow/templates';
import type { GalleryIntent, GallerySnapshot } from '../../../webview/protocol';
import { findings } from './axe';
import { openPage, startBrowser } from './open';
import { THEMES } from './themes';

const folder = path.resolve(import.meta.dirname, '../../../media/templates');
const pictures = path.resolve(import.meta.dirname, '../../../test-results/gallery');

/** What the extension sends: the templates as their files have them. */
const gallery: GallerySnapshot = {
  type: 'gallery',
  templates: TEMPLATES.map((name) => {
    const text = readFileSync(path.join(folder, `${name}.converge.json`), 'utf8');
    const flow = parseFlow(text).value;
    const { steps, loops } = graphOf(flow);
    const { title = 'Empty', purpose = 'One verification; the rest is yours to draw.' } = Object(flow);
    return {
      name,
      title,
      purpose,
      kinds: [...new Set(steps.map(({ kind }) => kind))],
      loops: [...new Set(loops.map(({ type }) => type))],
      picture: pictureOf(text),
    };
  }),
};

function fakeExtension() {
  const intents: GalleryIntent[] = [];
  return {
    intents,
    snapshot: () => gallery,
    receive: (intent: GalleryIntent) => {
      intents.push(intent);
      return intent.type === 'ready';
    },
  };
}

describe('the gallery of templates', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());
  const open = (theme: (typeof THEMES)[number] = 'dark', size = {}) =>
    openPage(browser, fakeExtension(), { shows: 'gallery', theme, ...size });

  it('has a card for each template, with its picture, purpose, kinds and loops, and chooses by click', async () => {
    const { page, document, errors, close } = await open();
    await page.locator('.template').first().waitFor();
    expect(
      await page.locator('.template').evaluateAll((all) => all.map((one) => one.getAttribute('data-template'))),
    ).toEqual([...TEMPLATES]);
    const card = page.getByRole('button', { name: 'Fix until green' });
    expect(await card.textContent()).toContain('until loop');
    expect(await page.locator('.template-picture > *').count()).toBe(TEMPLATES.length);
    await card.click();
    expect(document.intents).toEqual([{ type: 'ready' }, { type: 'choose', name: 'fix-until-green' }]);
    expect(errors).toEqual([]);
    await close();
  });

  it('is used with keys alone: filter, arrows, Enter', async () => {
    const { page, document: extension, close } = await open();
    await page.locator('.template').first().waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('data-template') ?? document.activeElement?.tagName);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('INPUT');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe(TEMPLATES[0]);
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe(TEMPLATES[1]);
    await page.keyboard.press('End');
    expect(await focused()).toBe('empty');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('INPUT');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('empty');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe('INPUT');
    await page.keyboard.type('watch');
    await page.locator('[role="status"]', { hasText: /^\d+ templates?$/ }).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(extension.intents.at(-1)).toEqual({ type: 'choose', name: 'watch-and-respond' });
    await page.locator('input').fill('no such thing');
    await page.getByText('No template fits.').first().waitFor();
    await page.locator('input').press('Escape');
    expect(await page.locator('.template').count()).toBe(TEMPLATES.length);
    await close();
  });

  it.each(THEMES)('has nothing that axe objects to, and cuts no title, in the theme %s', async (theme) => {
    const { page, close } = await open(theme, { width: 1180, height: 900 });
    await page.locator('.template').first().waitFor();
    await page.screenshot({ path: path.join(pictures, `${theme}.png`), fullPage: true });
    expect(await findings(page)).toEqual([]);
    await page.setViewportSize({ width: 420, height: 700 });
    const wide = await page.locator('.gallery').evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(wide).toBe(0);
    await page.screenshot({ path: path.join(pictures, `${theme}-narrow.png`) });
    await close();
  });
});
