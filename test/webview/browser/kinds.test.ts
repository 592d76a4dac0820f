import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STEP_KINDS } from '../../../engine/flow/names';
import { KINDS } from '../../flow/kinds';
import { fixUntilGreen } from '../flows';
import { fakeDocument } from './document';
import { openDesigner, startBrowser } from './open';

describe('kinds and types in the designer', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('the palette lists every kind with what it does, and adds one that is whole', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, errors, close } = await openDesigner(browser, document);
    const items = page.locator('.palette-item[data-kind]');
    await items.first().waitFor();
    const listed = await items.evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')));
    expect(listed.sort()).toEqual([...STEP_KINDS].sort());
    const does = await items.locator('.palette-does').allTextContents();
    expect([does.length, does.includes('')]).toEqual([STEP_KINDS.length, false]);
    await page.locator('.palette [data-kind="gate"]').click();
    await page.locator('.canvas .kind-gate', { hasText: 'reviewer' }).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('every kind has its face and every loop its frame; each leads to its text', async () => {
    const document = fakeDocument(JSON.parse(KINDS), { selection: ['tasks'] });
    const { page, errors, close } = await openDesigner(browser, document, { width: 1600, height: 1000 });
    await page.locator('[data-step="tasks"]').waitFor();
    for (const kind of STEP_KINDS) expect(await page.locator(`.canvas .face.kind-${kind}`).count(), kind).not.toBe(0);
    for (const [loop, type] of [
      ['refine', 'group'],
      ['polish', 'improve'],
      ['fix', 'until'],
    ])
      expect(await page.locator(`[data-loop="${loop}"] .loop-fact`).first().textContent()).toBe(type);
    await page.locator('.inspector').getByRole('button', { name: 'Show in the text' }).click();
    await expect.poll(() => document.intents.at(-1)).toEqual({ type: 'openText', path: ['steps', 'tasks'] });
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT });
    expect(errors).toEqual([]);
    await close();
  });
});
