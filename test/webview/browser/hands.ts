import type { Page } from 'playwright-core';
import type { FlowEdit } from '../../../engine/flow/edit';
import type { FakeDocument } from './document';

/** What tests of gestures do and ask, by mouse and by keyboard. */
export const editsOf = (document: FakeDocument): readonly FlowEdit[] =>
  document.intents.flatMap((intent) => (intent.type === 'edit' ? [intent.edit] : []));

/** What the live region said last. */
export const saidOn = (page: Page): Promise<string | null> => page.locator('[data-said]').getAttribute('data-said');

/** What has the focus, as the selection calls it; else its tag. */
export const focusedOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    const loop = at?.closest('.loop-head, .folded-head') ? at.closest('[data-loop]')?.getAttribute('data-loop') : null;
    const names = [at?.getAttribute('data-step'), at?.getAttribute('data-line'), at?.getAttribute('data-id')];
    return names.find((name) => name) ?? (loop ? `loop:${loop}` : (at?.tagName ?? ''));
  });

export const step = (page: Page, id: string) => page.locator(`.canvas [data-step="${id}"]`);
export const edge = (page: Page, route: string) => page.locator(`.react-flow__edge[data-id="route:${route}"]`);
export const line = (page: Page, key: string) => page.locator(`[role="treeitem"][data-line="${key}"]`);
export const pick = (page: Page, key: string) => page.locator(`[data-pick="${key}"]`);
export const entry = (page: Page, act: string) => page.locator(`.menu [data-act="${act}"]`);

interface Point {
  readonly x: number;
  readonly y: number;
}

export async function centre(page: Page, selector: string): Promise<Point> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not drawn`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses, goes there in several moves, as a hand does, and lets go. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

/** A point of a route's line that nothing else covers. */
export async function onRoute(page: Page, route: string): Promise<Point> {
  const found = await edge(page, route)
    .locator('path.react-flow__edge-path')
    .evaluate((path, id) => {
      if (!(path instanceof SVGPathElement)) return null;
      const matrix = path.getScreenCTM();
      const length = path.getTotalLength();
      for (const part of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) {
        const at = path.getPointAtLength(length * part).matrixTransform(matrix ?? undefined);
        const top = document.elementFromPoint(at.x, at.y)?.closest('.react-flow__edge')?.getAttribute('data-id');
        if (top === id) return { x: at.x, y: at.y };
      }
      return null;
    }, `route:${route}`);
  if (!found) throw new Error(`no part of ${route} can be pointed at`);
  return found;
}

export const handle = (id: string, name: string) => `[data-step="${id}"] .react-flow__handle[data-handleid="${name}"]`;
