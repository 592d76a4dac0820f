import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixUntilGreen } from '../flows';
import { fakeDocument } from './document';
import { openDesigner, startBrowser } from './open';
import { STATES } from './states';

const pictures = path.resolve(import.meta.dirname, '../../../test-results/webview');

describe('little room, forced colours, still pictures', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  for (const { name, document, reach } of STATES.filter(({ name }) => !name.startsWith('fields of')))
    it(`at 640 by 400, as on a small screen at 200 %: ${name} has everything within reach`, async () => {
      const { page, close } = await openDesigner(browser, document(), { width: 640, height: 400 });
      await page.locator('.toolbar').waitFor();
      await reach?.(page);
      await page.screenshot({ path: path.join(pictures, `half-${name.replace(/\W+/g, '-')}.png`) });
      expect(await sideways(page)).toEqual([]);
      expect(await outOfReach(page)).toEqual([]);
      await close();
    });

  it('at 640 by 400 a step is still wide enough to read, and the last field can be typed into', async () => {
    const { page, document, close } = await openDesigner(browser, fakeDocument(fixUntilGreen), {
      width: 640,
      height: 400,
    });
    await page.locator('[data-step="act"]').click();
    await expect.poll(() => document.snapshot().selection).toEqual(['act']);
    const stage = await page.locator('.stage').boundingBox();
    expect(Math.min(stage?.width ?? 0, stage?.height ?? 0)).toBeGreaterThanOrEqual(240);
    const last = page.locator('.inspector :is(input, select, textarea)').last();
    await last.scrollIntoViewIfNeeded();
    await last.focus();
    expect(await last.evaluate((field) => field.matches(':focus'))).toBe(true);
    await close();
  });

  it('forced colours: what is selected, disabled or at fault is told by more than colour', async () => {
    const flow = fakeDocument(fixUntilGreen, { selection: ['act'] });
    const { page, close } = await openDesigner(browser, flow, { forcedColors: 'active', theme: 'contrast' });
    await page.locator('[data-step="act"][data-selected="true"]').waitFor();
    await page.screenshot({ path: path.join(pictures, 'forced.png') });
    const look = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { borderTopStyle, borderTopWidth, outlineStyle, outlineColor } = getComputedStyle(element);
          return { border: `${borderTopStyle} ${borderTopWidth}`, outline: `${outlineStyle} ${outlineColor}` };
        });
    const [chosen, other] = [await look('[data-step="act"]'), await look('[data-step="verify"]')];
    expect([chosen.border, other.border].filter((border) => /none|0px/.test(border))).toEqual([]);
    expect(chosen.outline).not.toBe(other.outline);
    const paths = page.locator('.canvas .react-flow__edge-path');
    const strokes = await paths.evaluateAll((all) => all.map((one) => getComputedStyle(one).stroke));
    const background = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(strokes.length).toBeGreaterThan(3);
    expect(strokes.filter((stroke) => stroke === background || stroke === 'none')).toEqual([]);
    await close();
  });

  it('where motion is not welcome nothing moves by itself', async () => {
    const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
      const run = { id: 'r1', status: 'running', pass: '', steps: { act: 'running' }, latches: {} } as const;
      const { page, close } = await openDesigner(browser, fakeDocument(fixUntilGreen, { run }));
      await page.emulateMedia({ reducedMotion });
      await page.locator('[data-step="act"]').waitFor();
      const names = await page.evaluate(() =>
        document.getAnimations().map((one) => (one instanceof CSSAnimation ? one.animationName : 'transition')),
      );
      await close();
      return names;
    };
    expect(await moving('reduce')).toEqual([]);
    expect(await moving('no-preference')).not.toEqual([]);
  });
});

/** What is wider than the page, so that one had to scroll sideways. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, body, .app, .toolbar, .rooms, .inspector, .side, .dock, .problems, .banner')]
      .filter(
        (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline',
      )
      .map((element) => `${element.tagName}.${element.className} ${element.scrollWidth} > ${element.clientWidth}`),
  );

/** Controls that, scrolled to, are not what a press in their middle would meet. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const controls =
      'button, input, select, textarea, a[href], vscode-button, summary, [role="option"], [role="treeitem"]';
    const missed: string[] = [];
    const covers = document.querySelector('[role="dialog"], .picker, [role="menu"]');
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const style = getComputedStyle(control);
      if (style.display === 'none' || style.visibility === 'hidden' || control.closest('[hidden], [inert]')) continue;
      // What lies over the others for a moment is reached instead of them.
      if (covers && !covers.contains(control)) continue;
      if (control.closest('.canvas') || control.getClientRects().length === 0) continue;
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = control.getBoundingClientRect();
      const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!met || !(control.contains(met) || met.closest('label')?.contains(control)))
        missed.push(`${control.outerHTML.slice(0, 100)} is covered by ${met?.outerHTML.slice(0, 60)}`);
    }
    return missed;
  });
