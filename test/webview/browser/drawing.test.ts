import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../engine/json';
import { isObject } from '../../../engine/json';
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
    await page.getByLabel('goal confirmed from judge to Complete', { exact: true }).waitFor({ state: 'attached' });
    await page.getByLabel('next pass from judge to act', { exact: true }).waitFor({ state: 'attached' });
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

  it('folds a loop to one box by the button on its head, and opens it for what is selected in it', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, send, errors, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').click();
    await page.getByRole('button', { name: 'Fold loop fix' }).click();
    await page.locator('[data-loop="fix"][data-folded="true"]').waitFor();
    expect(await page.locator('[data-step]').count()).toBe(0);
    expect(await page.locator('[data-loop="fix"]').textContent()).toContain('3 steps');
    expect(await page.getByRole('button', { name: 'Unfold loop fix' }).getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => document.snapshot().selection).toEqual(['loop:fix']);
    expect(await page.locator('[data-tone="exhausted"]').count()).toBe(1);

    document.change({ selection: ['verify'] });
    await send();
    await page.locator('[data-step="verify"][data-selected="true"]').waitFor();
    expect(document.intents.filter((intent) => intent.type === 'edit')).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });

  it('offers to fit the flow where a change has left nothing of it in view, and does not move by itself', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, send, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').waitFor();
    const view = () => page.locator('.react-flow__viewport').getAttribute('style');
    const before = await view();
    const far = { act: [90000, 90000], verify: [90300, 90000], judge: [90600, 90000] };
    const { loops, ...rest } = fixUntilGreen as Record<string, never>;
    expect(loops).toBeDefined();
    document.change({ flow: { ...rest, layout: far, steps: withoutEnds(rest) } });
    await send();
    const hint = page.locator('.nothing-in-view');
    await hint.waitFor();
    expect(await view()).toBe(before);
    await hint.locator('vscode-button').click();
    await hint.waitFor({ state: 'detached' });
    expect(await view()).not.toBe(before);
    await close();
  });
});

/** The same steps, leading to no end of the flow, which would stand where it was. */
function withoutEnds(flow: JsonObject): JsonObject {
  const { steps } = flow;
  if (!isObject(steps)) return {};
  return Object.fromEntries(
    Object.entries(steps).map(([id, step]) => {
      const { next: _, ...rest } = isObject(step) ? step : {};
      return [id, rest];
    }),
  );
}
