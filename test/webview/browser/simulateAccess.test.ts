import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixUntilGreen } from '../flows';
import { inEveryTheme, NOTHING_IN_ANY } from './everyTheme';
import { openDesigner, startBrowser } from './open';
import { simulatedDocument } from './simulated';

const limits = { autonomous: ['at most 5 passes'], supervised: ['supervised: the body runs once'] };

interface Size {
  readonly width: number;
  readonly height: number;
  readonly forcedColors?: 'active';
}

/** A simulation that a person stands in the middle of, a step unfolded, with an open latch. */
async function inTheMiddle(browser: Browser, size: Size) {
  const document = simulatedDocument(fixUntilGreen, { limits });
  const opened = await openDesigner(browser, document, size);
  const { page } = opened;
  document.send = opened.send;
  await page.getByRole('tab', { name: 'Simulate' }).click();
  await page.getByLabel('Story').selectOption({ label: 'Latch, then clear' });
  await page.locator('.simulate-end').waitFor();
  await page.getByRole('button', { name: 'More of judge' }).click();
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await page.getByRole('button', { name: 'On to the next pass' }).click();
  await page.getByRole('button', { name: 'On to the next pass' }).click();
  return opened;
}

/** What of the panel reaches out of the window, or lies over one another. */
const overlaps = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.simulate-head > *, .dock-tabs > *, .player > *')]
      .filter((each) => each.getClientRects().length > 0)
      .map((each) => ({
        name: each.className || each.textContent || each.tagName,
        box: each.getBoundingClientRect(),
        each,
      }));
    const out = boxes.filter(({ box }) => box.left < -1 || box.right > window.innerWidth + 1).map(({ name }) => name);
    const over = boxes.flatMap(({ name, box, each }, index) =>
      boxes
        .slice(index + 1)
        .filter((other) => !each.contains(other.each))
        .filter(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
        )
        .map((other) => `${name} over ${other.name}`),
    );
    return [...out, ...over];
  });

describe('a simulation for everybody', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('axe finds nothing in it, nor in the limits before a start, in every theme', async () => {
    const { page, errors, close } = await inTheMiddle(browser, { width: 1400, height: 900 });
    expect(await inEveryTheme(page)).toEqual(NOTHING_IN_ANY);
    await page.locator('.run-start > vscode-button').click();
    await page.locator('.run-card').waitFor();
    expect(await inEveryTheme(page)).toEqual(NOTHING_IN_ANY);
    expect(errors).toEqual([]);
    await close();
  });

  it('marks where it is in forced colours too', async () => {
    const { page, close } = await inTheMiddle(browser, { width: 1400, height: 900, forcedColors: 'active' });
    const colour = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colour('.simulate-result tr.here > td')).not.toBe(await colour('.simulate-result tr:not(.here) > td'));
    await close();
  });

  for (const [width, height] of [
    [1400, 900],
    [900, 600],
    [640, 480],
  ] as const)
    it(`nothing lies over another or out of the window at ${width} × ${height}`, async () => {
      const { page, close } = await inTheMiddle(browser, { width, height });
      expect(await overlaps(page)).toEqual([]);
      expect(await page.locator('.player-words').isVisible()).toBe(true);
      await close();
    });
});
