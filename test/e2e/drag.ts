import type { Locator, Page } from 'playwright-core';
import { until } from '../until';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Drags the mouse from the middle of one element to the middle of another, or by a distance; also inside webviews. */
export async function drag(page: Page, from: Locator, to: Locator | { readonly dx: number; readonly dy: number }) {
  const start = await middle(from);
  const end = 'dx' in to ? { x: start.x + to.dx, y: start.y + to.dy } : await middle(to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  // The move that starts a drag is not counted by d3-drag: it is kept small.
  await page.mouse.move(start.x + 2, start.y + 2);
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 5 });
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
}

/** Where an element is once it lies still: two looks in a row see it at the same place. */
async function middle(element: Locator): Promise<Point> {
  let lay = '';
  const box = await until(`${element} to lie still`, async () => {
    const [now, before] = [await element.boundingBox(), lay];
    lay = JSON.stringify(now);
    return lay === before ? now : null;
  });
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
