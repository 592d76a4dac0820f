import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphOf } from '../../../engine/flow/graph';
import { bigFlow } from '../../e2e/bigFlow';
import { fakeDocument } from './document';
import { openDesigner, startBrowser } from './open';

const flow = JSON.parse(bigFlow(80));

describe('a large flow', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('SH-39 two thousand steps open with few faces drawn, and a step dragged by mouse is an edit of its position alone', async () => {
    expect(graphOf(flow).steps).toHaveLength(2000);
    const document = fakeDocument(flow);
    const { page, errors, close } = await openDesigner(browser, document);
    await page.locator('[data-step="w0-0"]').waitFor();
    expect(await page.locator('[data-step]').count()).toBeLessThan(200);

    await page.locator('.canvas').click({ position: { x: 40, y: 40 } });
    await page.keyboard.press('Control+f');
    await page.keyboard.type('w1-3');
    await page.keyboard.press('Enter');
    const title = page.locator('[data-step="w1-3"] .face-title');
    await title.waitFor();
    const box = await title.boundingBox();
    if (!box) throw new Error('the step is not drawn');
    await page.mouse.move(box.x + 4, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 10, box.y + 8, { steps: 3 });
    await page.mouse.move(box.x + 60, box.y + 50, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => document.intents.filter((intent) => intent.type === 'edit').length).toBe(1);
    const edit = document.intents.find((intent) => intent.type === 'edit');
    expect(edit?.type === 'edit' && edit.edit).toEqual({
      type: 'move',
      positions: { 'w1-3': [expect.any(Number), expect.any(Number)] },
    });
    const { steps, layout } = document.snapshot().flow as { steps: object; layout: object };
    expect(steps).toEqual(flow.steps);
    expect(Object.keys(layout)).toEqual(['w1-3']);
    expect(errors).toEqual([]);
    await close();
  }, 120_000);

  it.each([
    [2000, flow],
    [75, JSON.parse(bigFlow(3))],
  ])(
    'shows each of %d steps from afar as a shape, and selects what is clicked there',
    async (count, flow) => {
      const document = fakeDocument(flow);
      const { page, close } = await openDesigner(browser, document);
      await page.locator('[data-step="w0-0"]').waitFor();
      await page.getByRole('button', { name: 'Fit' }).click();
      await page.locator('.overview').waitFor({ state: 'attached' });
      const drawn = await page
        .locator('.overview .bulk-step')
        .evaluateAll((all) => all.reduce((sum, one) => sum + (one.getAttribute('d') ?? '').split('M').length - 1, 0));
      expect(drawn).toBe(count);
      const place = await page.locator('.overview').evaluate((svg) => {
        const matrix = (svg as SVGSVGElement).getScreenCTM();
        const rects = [...svg.querySelectorAll('.bulk-step')].flatMap((path) =>
          (path.getAttribute('d') ?? '').split('M'),
        );
        const points = rects.slice(1).map((rect) => {
          const [x = 0, y = 0] = rect.split(/[ h]/).map(Number);
          return new DOMPoint(x + 100, y + 20).matrixTransform(matrix ?? new DOMMatrix());
        });
        const seen = points.find(({ x }) => x > 300 && x < 800);
        return { left: seen?.x ?? 0, top: seen?.y ?? 0 };
      });
      await page.mouse.click(place.left, place.top);
      await expect.poll(() => document.snapshot().selection).toEqual([expect.stringMatching(/^[wg]\d+-\d+$/)]);
      const [chosen] = document.snapshot().selection;
      await page.locator(`[data-step="${chosen}"][data-selected="true"]`).waitFor();
      await close();
    },
    120_000,
  );
});
