import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowEdit } from '../../../engine/flow/edit';
import { applyEdit } from '../../../engine/flow/edit';
import { patched } from '../../../engine/flow/patch';
import type { Json } from '../../../engine/json';
import { everyKind } from '../flows';
import { comparisonOf, fakeComparison } from './compared';
import { inEveryTheme, NOTHING_IN_ANY } from './everyTheme';
import { openPage, startBrowser } from './open';

const edited = (flow: Json, ...edits: readonly FlowEdit[]): Json =>
  edits.reduce<Json>((now, edit) => {
    const result = applyEdit(now, edit);
    if (!result.ok) throw new Error(result.why);
    return patched(now, result.changes);
  }, flow);

/** A cap, a new step, a step that is gone, another id, a route elsewhere, a prompt, a new route and a move. */
const changedFlow = edited(
  edited(everyKind, { type: 'set', path: ['loops', 'fix', 'maxPasses'], value: 8 }),
  { type: 'addStep', kind: 'gate', id: 'proof', onRoute: 'verify/strong/0' },
  { type: 'renameStep', from: 'sort', to: 'triage' },
  { type: 'reconnect', route: 'approve/choice/no', to: '@handoff' },
  { type: 'set', path: ['steps', 'act', 'prompt'], value: 'Do it.\nThen look at it again, and say what you left.' },
  { type: 'connect', from: 'act', to: 'plan', kind: 'weak', name: 'unclear' },
  { type: 'move', positions: { approve: [120, 520] } },
);
const withGone = edited(everyKind, { type: 'addStep', kind: 'work', id: 'gone', onRoute: 'judge/strong/0' });

describe('two states of a flow, compared', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  const open = async (
    options: Parameters<typeof openPage>[2] = {},
    comparison = comparisonOf(withGone, changedFlow),
  ) => {
    const size = { width: 1400, height: 820 };
    const opened = await openPage(browser, fakeComparison(comparison), { shows: 'compare', ...size, ...options });
    await opened.page.locator('.change').first().waitFor({ timeout: 10_000 });
    return opened;
  };
  /** What has this sign on the canvas, as read by a screen reader too. */
  const marked = (page: Page, mark: string, side = '') =>
    page
      .locator(`${side} .compared .react-flow__node.differs-${mark} :is([data-step], .loop-head)`)
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(',').pop()?.trim() ?? '').sort());
  const rows = (page: Page) => page.locator('.change').evaluateAll((all) => all.map((one) => one.textContent ?? ''));
  const selected = (page: Page) =>
    page
      .locator('.compared [data-selected="true"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-step') ?? one.getAttribute('data-loop')));
  const boxOf = async (page: Page, selector: string) => {
    const box = await page.locator(selector).boundingBox();
    if (!box) throw new Error(`${selector} is not drawn`);
    return box;
  };

  it('names caps and routes, folds moves, and tells what is new, gone and changed by a sign and in words', async () => {
    const { page, errors, close } = await open();
    expect(await page.locator('h1').textContent()).toBe('fix (HEAD ↔ working tree)');
    expect(await rows(page)).toEqual([
      '~loop fix: at most 4 passes → 8',
      '~step act: prompt: "Do it." → text of 2 lines',
      '+step proof (gate) added, leads to judge, @stop, @escalate',
      '→step sort is now called triage',
      '−step gone (work) removed; it led to sort',
      '~route approve, no: @stop → @handoff',
      '+route act, unclear added: leads to plan',
      '~route verify: judge → proof',
      '~route judge: gone → triage',
      '↕1 step moved',
    ]);
    expect(await page.locator('[role="listbox"] > [role="group"]').first().getAttribute('aria-label')).toBe('Limits');
    expect(await page.locator('.change').nth(2).getAttribute('aria-label')).toMatch(/^added, step proof/);
    for (const mark of ['added', 'removed', 'changed', 'renamed'])
      expect(new Set(await marked(page, mark)), mark).toEqual(new Set([mark]));
    const sign = (step: string) =>
      page
        .locator(`.react-flow__node:has([data-step="${step}"])`)
        .evaluate((one) => getComputedStyle(one, '::before').content);
    expect([await sign('proof'), await sign('gone'), await sign('act'), await sign('verify')]).toEqual([
      '"+"',
      '"−"',
      '"~"',
      'none',
    ]);
    const dashes = (id: string) =>
      page
        .locator(`[data-route="${id}"] .react-flow__edge-path`)
        .evaluate((one) => getComputedStyle(one).strokeDasharray);
    expect(await dashes('verify/strong/was 0')).not.toBe('none');
    expect(await dashes('verify/strong/0')).toBe('none');
    expect(errors).toEqual([]);
    await close();
  });

  it('goes from change to change by keys, buttons and the pointer, and shows each on the canvas', async () => {
    const { page, errors, document, close } = await open();
    await page.keyboard.press('F7');
    expect(await selected(page)).toEqual(['fix']);
    await page.locator('[data-said="1 of 10: loop fix: at most 4 passes → 8"]').waitFor({ state: 'attached' });
    await page.keyboard.press('F7');
    expect(await selected(page)).toEqual(['act']);
    expect(await page.locator('.values pre').allTextContents()).toEqual([
      'Do it.',
      'Do it.\nThen look at it again, and say what you left.',
    ]);
    await page.keyboard.press('Shift+F7');
    await page.keyboard.press('Shift+F7');
    await page.locator('[data-said="10 of 10: 1 step moved"]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Next change' }).click();
    expect(await selected(page)).toEqual(['fix']);

    await page.locator('.change[aria-selected="true"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await selected(page)).toEqual(['fix']);
    await page.keyboard.press('Enter');
    expect(await selected(page)).toEqual(['proof']);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    expect(await page.locator('.route.chosen').getAttribute('data-route')).toBe('judge/strong/0');

    await page.locator('.compared [data-step="gone"]').click();
    expect(await page.locator('.change[aria-selected="true"]').textContent()).toContain('step gone');
    await page.getByText('Open in the designer').click();
    await expect.poll(() => document.intents.at(-1)).toEqual({ type: 'open', selection: ['gone'] });
    await page.getByText('Text diff').click();
    await expect.poll(() => document.intents.at(-1)).toEqual({ type: 'textDiff' });
    expect(errors).toEqual([]);
    await close();
  });

  it('brings what was chosen into view where it is not', async () => {
    const { page, close } = await open();
    for (let times = 0; times < 6; times++) await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.locator('.change', { hasText: 'sort is now called' }).click();
    const pane = await boxOf(page, '.compared');
    const far = await boxOf(page, '.compared [data-step="triage"]');
    expect(far.x).toBeGreaterThanOrEqual(pane.x);
    expect(far.x + far.width).toBeLessThanOrEqual(pane.x + pane.width);
    const before = await boxOf(page, '.compared [data-step="triage"]');
    await page.locator('.change', { hasText: 'sort is now called' }).click();
    expect(await boxOf(page, '.compared [data-step="triage"]')).toEqual(before);
    await page.getByRole('button', { name: 'Fit' }).click();
    await expect.poll(async () => (await boxOf(page, '.compared [data-step="plan"]')).x).toBeGreaterThan(pane.x);
    await close();
  });

  it('side by side the same step stands at the same place, and both canvases move as one', async () => {
    const { page, errors, close } = await open();
    await page.getByRole('button', { name: 'Side by side' }).click();
    const [left, right] = [page.locator('.compare-side').first(), page.locator('.compare-side').last()];
    await right.locator('[data-step="triage"]').waitFor();
    expect(await left.locator('h2').textContent()).toBe('Before: HEAD');
    const place = async (side: typeof left, step: string) => {
      const [box, pane] = [
        await side.locator(`[data-step="${step}"]`).boundingBox(),
        await side.locator('.compared').boundingBox(),
      ];
      if (!box || !pane) throw new Error(`${step} is not drawn`);
      return [Math.round(box.x - pane.x), Math.round(box.y - pane.y)];
    };
    for (const step of ['plan', 'approve', 'verify', 'judge'])
      expect(await place(left, step), step).toEqual(await place(right, step));
    expect(await place(left, 'sort')).toEqual(await place(right, 'triage'));
    expect(await left.locator('[data-step="proof"]').count()).toBe(0);
    expect(await right.locator('[data-step="gone"]').count()).toBe(0);

    const before = await place(left, 'verify');
    const pane = await right.locator('.compared').boundingBox();
    await page.mouse.move((pane?.x ?? 0) + 20, (pane?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move((pane?.x ?? 0) + 80, (pane?.y ?? 0) + 50, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => place(left, 'verify')).not.toEqual(before);
    await expect
      .poll(async () => [await place(left, 'verify'), await place(left, 'judge')])
      .toEqual([await place(right, 'verify'), await place(right, 'judge')]);
    await page.locator('.change', { hasText: 'sort is now called' }).click();
    expect((await selected(page)).sort()).toEqual(['sort', 'triage']);
    await page.locator('.change', { hasText: 'route verify' }).click();
    await expect.poll(() => page.locator('.route.chosen').count()).toBe(2);
    expect(errors).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Side by side', pressed: true }).waitFor();
    await close();
  });

  it('filters by any of the words, and goes on only through what is left', async () => {
    const { page, close } = await open();
    await page.getByLabel('Filter the changes').fill('route verify');
    expect(await rows(page)).toEqual(['~route verify: judge → proof']);
    await page.keyboard.press('F7');
    await page.keyboard.press('F7');
    expect(await page.locator('.change[aria-selected="true"]').count()).toBe(1);
    await page.getByLabel('Filter the changes').fill('removed');
    expect(await rows(page)).toEqual(['−step gone (work) removed; it led to sort']);
    await page.getByLabel('Filter the changes').fill('nothing like that');
    await page.getByText('No change fits the filter.').waitFor();
    await close();
  });

  it('follows the file, keeps what was chosen, and says so where nothing is different any more', async () => {
    const { page, document, send, errors, close } = await open();
    await page.locator('.change', { hasText: 'loop fix' }).click();
    document.change(comparisonOf(withGone, patched(changedFlow, [{ path: ['loops', 'fix', 'maxPasses'], value: 9 }])));
    await send();
    await page.locator('.change[aria-selected="true"]', { hasText: 'at most 4 passes → 9' }).waitFor();
    document.change(comparisonOf(withGone, withGone));
    await send();
    await page.locator('.change', { hasText: 'Nothing changed in what it does' }).waitFor();
    expect(await page.locator('.compared .differs').count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  it('a side that is not there is said, and all of the other is new or gone', async () => {
    const notes = ['fix is not there at HEAD.', null];
    const { page, errors, close } = await open({}, comparisonOf(null, everyKind, notes));
    await page.getByText('fix is not there at HEAD.').waitFor();
    expect(new Set(await marked(page, 'added'))).toEqual(new Set(['added']));
    expect((await marked(page, 'added')).length).toBe(7);
    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.getByText('Nothing to draw').waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('axe finds nothing in four themes, laid over one another and side by side', async () => {
    const { page, errors, close } = await open();
    const keep = (how: string) => async (theme: string) => {
      await page.screenshot({ path: `test-results/compare-${theme}-${how}.png` });
    };
    await page.keyboard.press('F7');
    expect(await inEveryTheme(page, { look: keep('overlaid') })).toEqual(NOTHING_IN_ANY);
    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.keyboard.press('F7');
    await page.locator('.compare-side').last().locator('[data-step="triage"]').waitFor();
    expect(await inEveryTheme(page, { look: keep('sides') })).toEqual(NOTHING_IN_ANY);
    expect(errors).toEqual([]);
    await close();
  });
});
