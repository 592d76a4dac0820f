import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyKind, fixUntilGreen } from '../flows';
import { fakeDocument } from './document';
import { editsOf, entry, focusedOn, onRoute, pick, saidOn, step } from './hands';
import { openDesigner, startBrowser } from './open';

const templates = [
  { name: 'fix-until-green', title: 'Fix until green', purpose: 'Repair until the tests pass.' },
  { name: 'improve', title: 'Improve against a score', purpose: 'Go on as long as a score gets better.' },
];

describe('the menu, the list of keys, the palette and the start page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('opens by a right click on what is under it, selects that, and does what is chosen', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await step(page, 'verify').click({ button: 'right' });
    await expect.poll(() => document.snapshot().selection).toEqual(['verify']);
    expect(await page.getByRole('menu').getAttribute('aria-label')).toBe('Step verify');
    await entry(page, 'duplicate').click();
    await step(page, 'verify2').waitFor();
    expect(editsOf(document)).toEqual([{ type: 'duplicate', ids: ['verify'] }]);
    expect(await page.getByRole('menu').count()).toBe(0);

    await page.locator('.loop-head').first().click({ button: 'right' });
    expect(await page.getByRole('menu').getAttribute('aria-label')).toBe('Loop fix');
    expect(await entry(page, 'takeOut').textContent()).toContain('Remove the loop');
    await page.keyboard.press('Escape');
    const at = await onRoute(page, 'verify/strong/0');
    await page.mouse.click(at.x, at.y, { button: 'right' });
    expect(await page.getByRole('menu').getAttribute('aria-label')).toBe('Route');
    await entry(page, 'add').click();
    await pick(page, 'ask').click();
    await expect
      .poll(() => editsOf(document).at(-1))
      .toEqual({ type: 'addStep', kind: 'ask', onRoute: 'verify/strong/0' });
    await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 40, y: 30 } });
    expect(await page.getByRole('menu').getAttribute('aria-label')).toBe('Flow');
    await entry(page, 'add').click();
    await pick(page, 'join').click();
    await expect
      .poll(() => editsOf(document).at(-1))
      .toMatchObject({ type: 'addStep', kind: 'join', position: [expect.any(Number), expect.any(Number)] });
    await close();
  });

  it('opens by Shift+F10, goes by arrows and letters, says why something cannot be done, and gives the focus back', async () => {
    const document = fakeDocument(everyKind);
    const { page, close } = await openDesigner(browser, document);
    await step(page, 'sort').click();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menu').waitFor();
    const focused = () => page.evaluate(() => window.document.activeElement?.getAttribute('data-act'));
    expect(await focused()).toBe('add');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe('showText');
    await page.keyboard.press('Home');
    await page.keyboard.press('t');
    expect(await focused()).toBe('takeOut');
    expect(await entry(page, 'takeOut').getAttribute('aria-disabled')).toBe('true');
    expect(await page.locator('.menu-why').textContent()).toBe('None of the selected steps is in a loop.');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('menu').count()).toBe(1);
    expect(editsOf(document)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('menu').count()).toBe(0);
    expect(await focusedOn(page)).toBe('sort');
    await page.keyboard.press('ContextMenu');
    await page.keyboard.press('r');
    expect(await focused()).toBe('rename');
    await page.keyboard.press('Enter');
    await page.locator('.picker input').fill('decide');
    await page.keyboard.press('Enter');
    await step(page, 'decide').waitFor();
    await close();
  });

  it('stays within the window and keeps all entries of a flow that cannot be edited, with the reason', async () => {
    const document = fakeDocument(fixUntilGreen, {
      document: { name: 'x', version: 1, readOnly: 'the file is locked.' },
    });
    const { page, close } = await openDesigner(browser, document);
    await step(page, 'judge').click({ button: 'right' });
    const box = await page.locator('.menu').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(760);
    expect(await entry(page, 'remove').getAttribute('aria-disabled')).toBe('true');
    expect(await page.locator('.menu-why').textContent()).toContain('the file is locked');
    expect(await entry(page, 'copy').getAttribute('aria-disabled')).toBe('false');
    await close();
  });

  it('lists every key by ?, keeps the focus inside and gives it back', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await step(page, 'verify').click();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys of the designer' });
    await dialog.waitFor();
    expect(await dialog.locator('dt').count()).toBeGreaterThan(40);
    for (let times = 0; times < 3; times++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => window.document.activeElement?.closest('.help') !== null)).toBe(true);
    }
    await page.keyboard.press('l');
    expect(editsOf(document)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
    expect(await focusedOn(page)).toBe('verify');
    await close();
  });

  it('adds from the palette by arrows and Enter; loops go around the selection, templates are asked for', async () => {
    const document = fakeDocument({ ...(fixUntilGreen as object), loops: {} }, { templates });
    const { page, close } = await openDesigner(browser, document, { height: 1100 });
    await step(page, 'act').waitFor();
    expect(await page.locator('.palette button[tabindex="0"]').count()).toBe(1);
    await page.locator('.palette-item').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('v');
    await page.keyboard.press('Enter');
    await step(page, 'verify2').waitFor();
    await page.locator('[data-item="loop:until"]').click();
    expect(await saidOn(page)).toMatch(/^Cannot wrap in a loop: a loop ends each pass with a judge/);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => document.intents.at(-1))
      .toEqual({ type: 'insertTemplate', version: document.snapshot().document.version, name: 'improve' });
    expect(await saidOn(page)).toBe('Template inserted: Improve against a score.');
    await page
      .locator('[data-item="template:fix-until-green"]')
      .dragTo(page.locator('.canvas'), { targetPosition: { x: 300, y: 80 } });
    await expect
      .poll(() => document.intents.at(-1))
      .toMatchObject({
        type: 'insertTemplate',
        name: 'fix-until-green',
        position: [expect.any(Number), expect.any(Number)],
      });
    await step(page, 'act').click();
    await page.keyboard.press('a');
    await page.keyboard.type('against');
    await page.keyboard.press('Enter');
    await expect.poll(() => document.intents.at(-1)).toMatchObject({ type: 'insertTemplate', name: 'improve' });
    await close();
  });

  it('starts an empty flow from a template or from a step', async () => {
    const document = fakeDocument(null, { templates });
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-template="fix-until-green"]').click();
    await expect
      .poll(() => document.intents.at(-1))
      .toEqual({ type: 'insertTemplate', version: 1, name: 'fix-until-green' });
    await page.locator('.start-kind.kind-judge').focus();
    await page.keyboard.press('Enter');
    await step(page, 'judge').waitFor();
    await close();
  });
});
