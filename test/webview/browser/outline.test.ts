import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../engine/json';
import { everyKind } from '../flows';
import { fakeDocument, issue } from './document';
import { editsOf, entry, focusedOn, line, pick, saidOn } from './hands';
import { openDesigner, startBrowser } from './open';

const keys = (page: Page) =>
  page.getByRole('treeitem').evaluateAll((all) => all.map((one) => one.getAttribute('data-line')));

/** A loop in a loop: the inner one repairs, the outer one goes on until the plan is done. */
const nested = {
  converge: 1,
  id: 'nested',
  start: 'plan',
  steps: {
    plan: { kind: 'work', worker: 'w', prompt: 'Plan.', next: 'act' },
    act: { kind: 'work', worker: 'w', prompt: 'Do.', next: 'look' },
    look: { kind: 'judge', worker: 'w', next: 'done' },
    done: { kind: 'judge', worker: 'w', next: '@complete' },
  },
  loops: {
    outer: { type: 'until', head: 'plan', tail: 'done', maxPasses: 3, onExhausted: '@stop' },
    inner: { type: 'until', head: 'act', tail: 'look', maxPasses: 3, onExhausted: '@handoff' },
  },
};

describe('the outline in place of the canvas', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  const open = async (flow: Json, part = {}) => {
    const document = fakeDocument(flow, part);
    const opened = await openDesigner(browser, document);
    await opened.page.locator('.canvas [data-step]').first().waitFor();
    await opened.page.locator('.canvas [data-step]').first().focus();
    await opened.page.keyboard.press('o');
    await opened.page.getByRole('tree').waitFor();
    return { ...opened, document };
  };

  it('is a tree: loops hold loops and steps, steps their routes, with level, place and problems', async () => {
    const issues = [issue('error', 'worker', ['steps', 'act', 'worker'], 'There is no worker "w". Add it.')];
    const { page, close } = await open(nested, { issues });
    expect(await page.locator('.canvas').count()).toBe(0);
    expect(await keys(page)).toEqual([
      'loop:outer',
      'plan',
      'route:plan/strong/0',
      'loop:inner',
      'act',
      'route:act/strong/0',
      'look',
      'route:look/strong/0',
      'done',
      'route:done/strong/0',
    ]);
    const inner = line(page, 'loop:inner');
    expect(await inner.getAttribute('aria-level')).toBe('2');
    expect(await inner.getAttribute('aria-expanded')).toBe('true');
    expect([await inner.getAttribute('aria-posinset'), await inner.getAttribute('aria-setsize')]).toEqual(['2', '3']);
    expect(await inner.textContent()).toContain('runs out to Hand off');
    expect(await line(page, 'act').textContent()).toContain('There is no worker "w". Add it.');
    expect(await line(page, 'route:act/strong/0').getAttribute('aria-expanded')).toBeNull();
    expect(await page.locator('[role="treeitem"][tabindex="0"]').count()).toBe(1);
    await close();
  });

  it('folds and unfolds by Left and Right, and finds by letters', async () => {
    const { page, close } = await open(nested);
    await line(page, 'act').click();
    await page.keyboard.press('ArrowLeft');
    expect(await line(page, 'route:act/strong/0').count()).toBe(0);
    await page.keyboard.press('ArrowLeft');
    expect(await focusedOn(page)).toBe('loop:inner');
    await page.keyboard.press('ArrowLeft');
    expect(await line(page, 'act').count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await line(page, 'act').waitFor();
    await page.keyboard.press('ArrowRight');
    expect(await focusedOn(page)).toBe('act');
    await page.keyboard.press('Home');
    expect(await focusedOn(page)).toBe('loop:outer');
    await page.keyboard.press('d');
    expect(await focusedOn(page)).toBe('done');
    await page.waitForFunction(() => true);
    await page.keyboard.press('End');
    expect(await focusedOn(page)).toBe('route:done/strong/0');
    await close();
  });

  it('edits the same document with the keys of the canvas, without a mouse', async () => {
    const { page, document, close } = await open(everyKind);
    await line(page, 'plan').focus();
    await page.keyboard.press('a');
    await page.keyboard.type('verify');
    await page.keyboard.press('Enter');
    await line(page, 'verify2').waitFor();
    await expect.poll(() => focusedOn(page)).toBe('verify2');
    await page.keyboard.press('F2');
    await page.keyboard.type('checked');
    await page.keyboard.press('Enter');
    await line(page, 'checked').waitFor();
    await expect.poll(() => focusedOn(page)).toBe('checked');
    await page.keyboard.press('c');
    await pick(page, 'sort').waitFor();
    await page.keyboard.type('escalate');
    await page.keyboard.press('Enter');
    await expect.poll(() => editsOf(document).at(-1)?.type).toBe('connect');
    await page.keyboard.press('ArrowDown');
    expect(await focusedOn(page)).toMatch(/^route:checked\//);
    await page.keyboard.press('Delete');
    await expect.poll(() => editsOf(document).at(-1)?.type).toBe('disconnect');
    await expect.poll(() => focusedOn(page)).toBe('checked');
    await page.keyboard.press('Control+c');
    await expect.poll(() => saidOn(page)).toBe('Copied: 1 step.');
    await page.keyboard.press('Control+v');
    await line(page, 'checked2').waitFor();
    await expect.poll(() => focusedOn(page)).toBe('checked2');
    await page.keyboard.press('Shift+F10');
    await entry(page, 'remove').waitFor();
    await page.keyboard.press('Escape');
    expect(await focusedOn(page)).toBe('checked2');
    await page.keyboard.press('Delete');
    await expect.poll(() => line(page, 'checked2').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await line(page, 'checked2').waitFor();
    const types = editsOf(document).map(({ type }) => type);
    expect(types).toEqual(['addStep', 'renameStep', 'connect', 'disconnect', 'paste', 'deleteSteps']);
    await close();
  });

  it('selects several by Shift with arrows and by clicks, shares them with the canvas, and wraps them', async () => {
    const { page, document, close } = await open({ ...(everyKind as JsonObject), loops: {} });
    await line(page, 'act').click();
    await line(page, 'verify').click({ modifiers: ['Control'] });
    await line(page, 'judge').click({ modifiers: ['Control'] });
    await expect.poll(() => document.snapshot().selection).toEqual(['act', 'verify', 'judge']);
    await page.keyboard.press('o');
    await page.locator('.canvas [data-step="judge"][data-selected="true"]').waitFor();
    await expect.poll(() => focusedOn(page)).toBe('judge');
    await page.keyboard.press('o');
    await line(page, 'judge').waitFor();
    await expect.poll(() => focusedOn(page)).toBe('judge');
    await page.keyboard.press('l');
    await page.keyboard.type('until');
    await page.keyboard.press('Enter');
    await line(page, 'loop:loop').waitFor();
    expect(editsOf(document)).toEqual([{ type: 'wrapInLoop', head: 'act', tail: 'judge' }]);
    await close();
  });
});
