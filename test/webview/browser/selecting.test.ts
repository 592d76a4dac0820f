import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyKind, fixUntilGreen } from '../flows';
import { fakeDocument } from './document';
import { drag, edge, editsOf, focusedOn, onRoute, pick, saidOn, step } from './hands';
import { openDesigner, startBrowser } from './open';

describe('selecting several, and what is done to them', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('selects more by Ctrl or Shift with a click, and by a box that is drawn with Shift', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await step(page, 'act').click();
    await step(page, 'verify').click({ modifiers: ['Control'] });
    await expect.poll(() => document.snapshot().selection).toEqual(['act', 'verify']);
    await step(page, 'judge').click({ modifiers: ['Shift'] });
    await expect.poll(() => document.snapshot().selection).toEqual(['act', 'verify', 'judge']);
    await step(page, 'verify').click({ modifiers: ['Control'] });
    await expect.poll(() => document.snapshot().selection).toEqual(['act', 'judge']);
    await page.keyboard.press('Escape');
    await expect.poll(() => document.snapshot().selection).toEqual([]);
    const [a, b] = await Promise.all([step(page, 'act').boundingBox(), step(page, 'verify').boundingBox()]);
    await page.keyboard.down('Shift');
    await drag(
      page,
      { x: (a?.x ?? 0) - 12, y: (a?.y ?? 0) - 4 },
      { x: (b?.x ?? 0) + (b?.width ?? 0) / 2, y: (b?.y ?? 0) + (b?.height ?? 0) + 4 },
    );
    await page.keyboard.up('Shift');
    await expect
      .poll(() =>
        document
          .snapshot()
          .selection.filter((key) => !key.includes(':'))
          .sort(),
      )
      .toEqual(['act', 'verify']);
    expect(editsOf(document)).toEqual([]);
    await close();
  });

  it('selects more by Shift and arrows, by Space while the focus goes on alone, all by Ctrl+A', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await step(page, 'act').click();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => document.snapshot().selection).toEqual(['act', 'verify']);
    await step(page, 'act').click();
    await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.press('Control+ArrowRight');
    expect(await focusedOn(page)).toBe('judge');
    await expect.poll(() => document.snapshot().selection).toEqual(['act']);
    await page.keyboard.press('Space');
    await expect.poll(() => document.snapshot().selection).toEqual(['act', 'judge']);
    expect(await saidOn(page)).toBe('Selected: 2.');
    await page.keyboard.press('Control+a');
    await expect.poll(() => document.snapshot().selection.length).toBe(3);
    await close();
  });

  it('deletes steps, loops and several routes at once, as one edit', async () => {
    const document = fakeDocument(everyKind);
    const { page, close } = await openDesigner(browser, document, { width: 1500 });
    await step(page, 'plan').waitFor();
    const first = await onRoute(page, 'plan/strong/0');
    await page.mouse.click(first.x, first.y);
    const second = await onRoute(page, 'verify/strong/0');
    await page.keyboard.down('Control');
    await page.mouse.click(second.x, second.y);
    await page.keyboard.up('Control');
    await expect.poll(() => document.snapshot().selection.length).toBe(2);
    await page.locator('.loop-head').click({ modifiers: ['Control'] });
    await expect.poll(() => document.snapshot().selection.length).toBe(3);
    await page.keyboard.press('Delete');
    await expect.poll(() => page.locator('[data-loop]').count()).toBe(0);
    expect(editsOf(document)).toEqual([
      {
        type: 'batch',
        edits: [
          { type: 'disconnect', route: 'verify/strong/0' },
          { type: 'disconnect', route: 'plan/strong/0' },
          { type: 'removeLoop', id: 'fix' },
        ],
      },
    ]);
    expect(await saidOn(page)).toBe('Deleted: 1 loop (its steps stay), 2 routes.');
    await page.keyboard.press('Control+z');
    await expect.poll(() => document.snapshot().flow).toEqual(everyKind);
    await edge(page, 'plan/strong/0').waitFor();
    await close();
  });

  it('aligns by a list and by keys, each as one move of all', async () => {
    const document = fakeDocument({
      ...(fixUntilGreen as object),
      layout: { act: [0, 0], verify: [300, 40], judge: [700, 90] },
    });
    const { page, close } = await openDesigner(browser, document);
    await step(page, 'act').click();
    await page.keyboard.press('g');
    expect(await saidOn(page)).toMatch(/^Select two or more steps/);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('g');
    await pick(page, 'top').waitFor();
    await page.keyboard.type('top edges');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => editsOf(document))
      .toEqual([{ type: 'move', positions: { act: [0, 0], verify: [300, 0], judge: [700, 0] } }]);
    await expect.poll(() => saidOn(page)).toBe('Top edges: 3 steps.');
    await page.keyboard.press('g');
    await pick(page, 'across').click();
    await expect
      .poll(() => editsOf(document).at(-1))
      .toEqual({ type: 'move', positions: { act: [0, 0], verify: [350, 0], judge: [700, 0] } });
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await expect
      .poll(() => editsOf(document).at(-1))
      .toEqual({ type: 'move', positions: { act: [0, 0], verify: [0, 0], judge: [0, 0] } });
    const x = async (id: string) => (await step(page, id).boundingBox())?.x;
    await expect.poll(async () => (await x('judge')) === (await x('act'))).toBe(true);
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await expect.poll(() => saidOn(page)).toBe('They stand so already.');
    expect(editsOf(document).length).toBe(3);
    await close();
  });
});
