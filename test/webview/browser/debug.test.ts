import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixUntilGreen } from '../flows';
import { findings } from './axe';
import { fakeDocument } from './document';
import { entry, line, saidOn, step } from './hands';
import { openDesigner, startBrowser } from './open';

const run = {
  id: '20300101-101500-abcd',
  status: 'running',
  pass: 'pass 2 of 5',
  steps: { act: 'done', verify: 'due' },
  latches: {},
} as const;
const held = { steps: ['verify'], why: 'breakpoint on verify', count: 3 };
const breakpoints = {
  act: { kind: 'log', enabled: true, text: 'pass {loops.fix.pass}' },
  verify: { kind: 'plain', enabled: true, text: '' },
  judge: { kind: 'conditional', enabled: false, text: 'loops.fix.pass > 1' },
} as const;

describe('breakpoints and holds in the designer', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('F9 and the menu ask for breakpoints on the selected steps, on no loop, and where nothing can be edited, too', async () => {
    const document = fakeDocument(fixUntilGreen, { document: { name: 'x', version: 1, readOnly: 'it is locked.' } });
    const { page, close, send } = await openDesigner(browser, document);
    const asked = () => document.intents.filter(({ type }) => type.endsWith('Breakpoint'));
    await step(page, 'verify').click();
    await page.keyboard.press('F9');
    await expect.poll(asked).toEqual([{ type: 'toggleBreakpoint', steps: ['verify'] }]);
    expect(await saidOn(page)).toBe('Breakpoint set: verify.');

    document.change({ breakpoints });
    await send();
    await page.locator('[data-breakpoint="plain"]').waitFor();
    await step(page, 'verify').click({ button: 'right' });
    expect(await entry(page, 'breakpoint').textContent()).toContain('Remove the breakpoint');
    await entry(page, 'editBreakpoint').click();
    await expect.poll(() => asked().at(-1)).toEqual({ type: 'editBreakpoint', step: 'verify' });

    await page.locator('.loop-head').first().click();
    await page.keyboard.press('F9');
    expect(await saidOn(page)).toBe('A breakpoint stands on a step. Select a step first.');
    expect(asked()).toHaveLength(2);
    await close();
  });

  it('shows each kind in its own shape, says it, and so does the outline', async () => {
    const document = fakeDocument(fixUntilGreen, { breakpoints, run: { ...run, held } });
    const { page, errors, close } = await openDesigner(browser, document);
    await step(page, 'verify').waitFor();
    const kindOf = (id: string) => step(page, id).locator('.debug-mark').getAttribute('data-breakpoint');
    expect(await Promise.all(['act', 'verify', 'judge'].map(kindOf))).toEqual(['log', 'plain', 'conditional']);
    expect(await step(page, 'act').getAttribute('aria-label')).toContain('log point');
    expect(await step(page, 'judge').getAttribute('aria-label')).toContain('breakpoint with a condition, switched off');
    expect(await step(page, 'judge').locator('.debug-mark').getAttribute('title')).toContain('loops.fix.pass > 1');
    expect(await findings(page)).toEqual([]);
    await page.locator('.canvas').focus();
    await page.keyboard.press('o');
    expect(await line(page, 'verify').textContent()).toContain('held here');
    expect(await line(page, 'act').textContent()).toContain('log point');
    expect(errors).toEqual([]);
    await close();
  });

  it('where the run is held is marked and said once, also on a folded loop, until it goes on', async () => {
    const document = fakeDocument(fixUntilGreen, { run: { ...run, held } });
    const { page, send, close } = await openDesigner(browser, document);
    await page.locator('.face.is-held[data-step="verify"] [data-held]').waitFor();
    await expect.poll(() => saidOn(page)).toBe('Held at verify: breakpoint on verify.');
    expect(await page.locator('.run-held').textContent()).toBe('held at verify');
    await step(page, 'verify').click();
    await page.keyboard.press('Shift+ArrowRight');
    document.change({ run: { ...run, held } });
    await send();
    expect(await page.locator('.is-held').count()).toBe(1);

    await page.keyboard.press('f');
    await page.locator('.folded-loop.is-held [data-held]').waitFor();
    document.change({ run });
    await send();
    await expect.poll(() => page.locator('.is-held').count()).toBe(0);
    expect(await saidOn(page)).toBe('The run goes on.');
    await close();
  });
});
