import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../engine/json';
import { everyKind, fixUntilGreen } from '../flows';
import { fakeDocument } from './document';
import { centre, drag, edge, editsOf, focusedOn, handle, onRoute, pick, saidOn, step } from './hands';
import { openDesigner, startBrowser } from './open';

/** Two steps in a row, one that stands alone, one that calls another flow. */
const loose = {
  converge: 1,
  id: 'loose',
  start: 'a',
  steps: {
    a: { kind: 'join', next: 'b' },
    b: { kind: 'join', next: '@complete' },
    alone: { kind: 'join', next: '@complete' },
    router: { kind: 'router', cases: [{ when: 'false', to: '@stop' }], else: '@stop' },
  },
  layout: { a: [0, 0], b: [700, 0], alone: [300, 200], router: [300, 320] },
};

describe('routes and loops by hand', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('says why, over a target that is forbidden, while a route is drawn to it', async () => {
    const document = fakeDocument(everyKind);
    const { page, close } = await openDesigner(browser, document, { width: 1500 });
    const from = await centre(page, handle('plan', 'main'));
    const over = await centre(page, '[data-step="judge"]');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y + 90, { steps: 4 });
    await page.mouse.move(over.x, over.y, { steps: 6 });
    await expect.poll(() => saidOn(page)).toMatch(/^Not connected: .*entered at its head/);
    await page.mouse.up();
    expect(editsOf(document)).toEqual([]);
    await close();
  });

  it('goes along the routes of a step with R, on to their ends, and to its loops with P; each shows its focus', async () => {
    const document = fakeDocument(everyKind);
    const { page, close } = await openDesigner(browser, document, { width: 1500 });
    await step(page, 'plan').click();
    await page.keyboard.press('r');
    await expect.poll(() => focusedOn(page)).toBe('route:plan/strong/0');
    await page.keyboard.press('r');
    await expect.poll(() => focusedOn(page)).toBe('route:plan/outcome/failed');
    const [width, label] = await edge(page, 'plan/outcome/failed').evaluate((element) => [
      getComputedStyle(element.querySelector('.react-flow__edge-interaction') ?? element).strokeOpacity,
      element.getAttribute('aria-label'),
    ]);
    expect(Number(width)).toBeGreaterThan(0);
    expect(label).toBe('failed from plan to Escalate');
    await page.keyboard.press('ArrowRight');
    expect(await saidOn(page)).toBe('This route ends the run: Escalate.');
    await page.keyboard.press('Shift+R');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focusedOn(page)).toBe('approve');
    await step(page, 'verify').click();
    await page.keyboard.press('p');
    await expect.poll(() => focusedOn(page)).toBe('loop:fix');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focusedOn(page)).toBe('act');
    expect(editsOf(document)).toEqual([]);
    await close();
  });

  it('is one stop of the Tab key, whatever is selected', async () => {
    const document = fakeDocument(everyKind);
    const { page, close } = await openDesigner(browser, document, { width: 1500 });
    await step(page, 'plan').click();
    await page.keyboard.press('r');
    await page.locator('.palette-item').first().focus();
    await page.keyboard.press('Tab');
    expect(await focusedOn(page)).toBe('route:plan/strong/0');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => window.document.activeElement?.classList.contains('palette-item'))).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => window.document.activeElement?.closest('.run-strip, .toolbar') !== null)).toBe(
      true,
    );
    await close();
  });

  it('leads a route elsewhere by key, with the targets that it may have, and deletes it', async () => {
    const document = fakeDocument(everyKind);
    const { page, close } = await openDesigner(browser, document, { width: 1500 });
    await step(page, 'plan').click();
    await page.keyboard.press('r');
    await page.keyboard.press('r');
    await page.keyboard.press('c');
    expect(await page.locator('.picker').getAttribute('aria-label')).toMatch(
      /^Lead the route from “plan” to “@escalate”/,
    );
    expect(await pick(page, 'judge').getAttribute('aria-disabled')).toBe('true');
    expect(await pick(page, '@escalate').getAttribute('aria-disabled')).toBe('false');
    await page.keyboard.type('sort');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => editsOf(document))
      .toEqual([{ type: 'reconnect', route: 'plan/outcome/failed', to: 'sort' }]);
    await expect.poll(() => focusedOn(page)).toBe('route:plan/outcome/failed');
    await page.keyboard.press('Delete');
    await expect.poll(() => editsOf(document).at(-1)).toEqual({ type: 'disconnect', route: 'plan/outcome/failed' });
    await close();
  });

  it('leads running out of a loop elsewhere by key, and never to Complete', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('.loop-head').click();
    await page.keyboard.press('c');
    expect(await pick(page, '@complete').getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.type('hand off');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => editsOf(document))
      .toEqual([{ type: 'set', path: ['loops', 'fix', 'onExhausted'], value: '@handoff' }]);
    await close();
  });

  it('puts a new step on the selected route with A, and one that stands alone, too', async () => {
    const document = fakeDocument(loose);
    const { page, close } = await openDesigner(browser, document);
    await step(page, 'a').click();
    await page.keyboard.press('r');
    await page.keyboard.press('a');
    await pick(page, 'here:alone').waitFor();
    await page.keyboard.type('alone');
    await page.keyboard.press('Enter');
    await expect.poll(() => at(document.snapshot().flow ?? {}, ['steps', 'a', 'next'])).toBe('alone');
    expect(at(document.snapshot().flow ?? {}, ['steps', 'alone', 'next'])).toBe('b');
    expect(editsOf(document).map(({ type }) => type)).toEqual(['batch']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => document.snapshot().flow).toEqual(loose);
    await step(page, 'a').click();
    await page.keyboard.press('r');
    await page.keyboard.press('a');
    await pick(page, 'here:router').click();
    await expect.poll(() => at(document.snapshot().flow ?? {}, ['steps', 'router', 'else'])).toBe('b');
    await close();
  });

  it('puts a step that stands alone on the route that it is dropped on; one that is wired is only moved', async () => {
    const document = fakeDocument(loose);
    const { page, close } = await openDesigner(browser, document);
    await step(page, 'alone').waitFor();
    const to = await onRoute(page, 'a/strong/0');
    const from = await centre(page, '[data-step="alone"]');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.locator('.react-flow__edge.drop-here').waitFor();
    await page.mouse.up();
    await expect.poll(() => saidOn(page)).toBe('Put alone between a and b.');
    await expect.poll(() => at(document.snapshot().flow ?? {}, ['steps', 'a', 'next'])).toBe('alone');
    expect(at(document.snapshot().flow ?? {}, ['steps', 'alone', 'next'])).toBe('b');
    expect(editsOf(document).map(({ type }) => type)).toEqual(['batch']);
    expect(await saidOn(page)).toBe('Put alone between a and b.');
    const again = await onRoute(page, 'router/else/0').catch(() => ({ x: to.x, y: to.y + 60 }));
    await drag(page, await centre(page, '[data-step="b"]'), again);
    await expect.poll(() => editsOf(document).map(({ type }) => type)).toEqual(['batch', 'move']);
    await close();
  });

  it('takes steps out of their loop and removes a loop with U, folds it with F, and renames with F2', async () => {
    const document = fakeDocument(everyKind);
    const { page, close } = await openDesigner(browser, document, { width: 1500 });
    await step(page, 'sort').click();
    await page.keyboard.press('u');
    expect(await saidOn(page)).toBe('None of the selected steps is in a loop.');
    await step(page, 'verify').click();
    await page.keyboard.press('u');
    await expect.poll(() => editsOf(document)).toEqual([{ type: 'takeOut', ids: ['verify'] }]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => document.snapshot().flow).toEqual(everyKind);
    await step(page, 'verify').click();
    await page.keyboard.press('f');
    await expect.poll(() => step(page, 'verify').count()).toBe(0);
    expect(await saidOn(page)).toBe('Loop fix folded.');
    await expect.poll(() => focusedOn(page)).toBe('loop:fix');
    await page.keyboard.press('f');
    await step(page, 'verify').waitFor();
    await expect.poll(() => focusedOn(page)).toBe('loop:fix');
    await page.keyboard.press('F2');
    const box = page.locator('.picker input');
    await box.fill('9');
    await box.press('Enter');
    expect(await page.locator('.picker [role="alert"]').textContent()).not.toBe('');
    await box.fill('repair');
    await box.press('Enter');
    await expect.poll(() => editsOf(document).at(-1)).toEqual({ type: 'renameLoop', from: 'fix', to: 'repair' });
    await step(page, 'act').click();
    await page.keyboard.press('F2');
    await box.fill('judge');
    await box.press('Enter');
    expect(await page.locator('.picker [role="alert"]').count()).toBe(1);
    await box.fill('mend');
    await box.press('Enter');
    await step(page, 'mend').waitFor();
    expect(editsOf(document).at(-1)).toEqual({ type: 'renameStep', from: 'act', to: 'mend' });
    await expect.poll(() => focusedOn(page)).toBe('mend');
    await close();
  });
});
