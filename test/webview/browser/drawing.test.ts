import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyKind, fixUntilGreen } from '../flows';
import { fakeDocument, issue } from './document';
import { openDesigner, startBrowser } from './open';

describe('the canvas', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('draws each step, the loop, its exits and its way back, without an error under the content policy', async () => {
    const { page, errors, document, close } = await openDesigner(browser, fakeDocument(fixUntilGreen));
    await page.locator('[data-step="act"]').waitFor();
    expect(
      await page.locator('[data-step]').evaluateAll((all) => all.map((one) => one.getAttribute('data-step'))),
    ).toEqual(['act', 'verify', 'judge']);
    expect(await page.locator('[data-loop="fix"]').textContent()).toContain('at most 5 passes');
    expect(await page.locator('[data-tone="back"]').count()).toBe(1);
    expect(await page.locator('[data-tone="exhausted"]').count()).toBe(1);
    expect(await page.locator('[data-terminal="@complete"]').isVisible()).toBe(true);
    expect(document.intents.map((intent) => intent.type)).toEqual(['ready']);
    expect(errors).toEqual([]);
    await close();
  });

  it('lets only the confirmed exit look like success', async () => {
    const { page, close } = await openDesigner(browser, fakeDocument(everyKind));
    await page.locator('[data-tone="confirmed"]').waitFor({ state: 'attached' });
    expect(
      await page
        .locator('[data-tone="confirmed"]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-route'))),
    ).toEqual(['judge/strong/0']);
    const colours = (tone: string) =>
      page
        .locator(`[data-tone="${tone}"] .react-flow__edge-path`)
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).stroke));
    const [success] = await colours('confirmed');
    const others = await Promise.all(['strong', 'weak', 'outcome', 'exhausted', 'back'].map(colours));
    expect(others.flat().length).toBeGreaterThan(8);
    expect(others.flat()).not.toContain(success);
    const dashes = await page
      .locator('[data-tone="weak"] .react-flow__edge-path')
      .first()
      .evaluate((one) => getComputedStyle(one).strokeDasharray);
    expect(dashes).not.toBe('none');
    await close();
  });

  it('says kind, loop, problems, run state and latch of a step in its name', async () => {
    const document = fakeDocument(fixUntilGreen, {
      issues: [issue('error', 'no-worker', ['steps', 'judge', 'worker'], 'The worker is named nowhere.')],
      run: {
        id: 'r1',
        status: 'running',
        pass: 'pass 2 of 5',
        steps: { act: 'done', verify: 'running' },
        latches: { act: 'a test is skipped' },
      },
    });
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').waitFor();
    const name = (id: string) => page.locator(`[data-step="${id}"]`).getAttribute('aria-label');
    expect(await name('judge')).toBe('judge, judge step, in loop fix, 1 error');
    expect(await name('act')).toBe('act, work step, in loop fix, start, done, open latch: a test is skipped');
    expect(await page.locator('[data-loop="fix"]').textContent()).toContain('pass 2 of 5');
    await page.getByRole('img', { name: 'goal confirmed from judge to Complete' }).waitFor({ state: 'attached' });
    await page.getByRole('img', { name: 'next pass from judge to act' }).waitFor({ state: 'attached' });
    expect(await page.locator('.run-strip').textContent()).toContain('1 open latch');
    await close();
  });

  it('selects what a problem is about and asks for its fix', async () => {
    const fix = { title: 'Add the worker', changes: [] };
    const found = { ...issue('error', 'no-worker', ['steps', 'judge', 'worker'], 'The worker is named nowhere.'), fix };
    const document = fakeDocument(fixUntilGreen, { issues: [found] });
    const { page, close } = await openDesigner(browser, document);
    await page.locator('.problem-text').click();
    await expect.poll(() => document.snapshot().selection).toEqual(['judge']);
    expect(await page.locator('.inspector .field-error').textContent()).toBe('The worker is named nowhere.');
    await page.locator('.problem-fix').click();
    await expect
      .poll(() => document.intents.at(-1))
      .toMatchObject({ type: 'applyFix', code: 'no-worker', path: ['steps', 'judge', 'worker'] });
    await close();
  });

  it('follows the selection of the rest of VS Code and tells it its own', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, send, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').click();
    await expect.poll(() => document.snapshot().selection).toEqual(['act']);
    document.change({ selection: ['route:verify/strong/0'] });
    await send();
    await page.locator('.inspector h2', { hasText: 'Route' }).waitFor();
    await page.locator('.loop-head').click();
    await expect.poll(() => document.snapshot().selection).toEqual(['loop:fix']);
    await close();
  });
});
