import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../engine/json';
import { everyKind, fixUntilGreen } from '../flows';
import type { FakeDocument } from './document';
import { fakeDocument } from './document';
import { openDesigner, startBrowser } from './open';

const edits = (document: FakeDocument) =>
  document.intents.flatMap((intent) => (intent.type === 'edit' ? [intent.edit] : []));

async function centre(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not drawn`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

const handle = (step: string, id: string) => `[data-step="${step}"] .react-flow__handle[data-handleid="${id}"]`;

describe('gestures with the pointer', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('starts an empty document with its first step', async () => {
    const document = fakeDocument(null);
    const { page, errors, close } = await openDesigner(browser, document);
    await page.locator('.start-kind.kind-work').click();
    await page.locator('[data-step="work"]').waitFor();
    expect(edits(document)).toEqual([{ type: 'addStep', kind: 'work' }]);
    expect(at(document.snapshot().flow ?? {}, ['start'])).toBe('work');
    expect(errors).toEqual([]);
    await close();
  });

  it('appends behind the selected step by a click, and stands where a kind is dropped', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').click();
    await page.locator('.palette [data-kind="verify"]').click();
    await page.locator('[data-step="verify2"]').waitFor();
    expect(edits(document)).toEqual([{ type: 'addStep', kind: 'verify', after: 'act' }]);
    await page
      .locator('.palette [data-kind="ask"]')
      .dragTo(page.locator('.canvas'), { targetPosition: { x: 300, y: 80 } });
    await page.locator('[data-step="ask"]').waitFor();
    const box = await page.locator('[data-step="ask"]').boundingBox();
    const canvas = await page.locator('.canvas').boundingBox();
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - (canvas?.x ?? 0) - 300)).toBeLessThan(6);
    await close();
  });

  it('inserts on the route that a kind is dropped on', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    await page.locator('[data-step="act"]').waitFor();
    const canvas = await centre(page, '.canvas');
    const box = await page.locator('.canvas').boundingBox();
    const from = await centre(page, handle('act', 'main'));
    const to = await centre(page, handle('verify', 'in'));
    expect(canvas.x).toBeGreaterThan(0);
    await page.locator('.palette [data-kind="work"]').dragTo(page.locator('.canvas'), {
      targetPosition: { x: (from.x + to.x) / 2 - (box?.x ?? 0), y: (from.y + to.y) / 2 - (box?.y ?? 0) },
    });
    await expect.poll(() => edits(document)).toEqual([{ type: 'addStep', kind: 'work', onRoute: 'act/strong/0' }]);
    expect(at(document.snapshot().flow ?? {}, ['steps', 'work', 'next'])).toBe('verify');
    await close();
  });

  it('puts a loop around the step that it is dropped on', async () => {
    const document = fakeDocument(everyKind);
    const { page, close } = await openDesigner(browser, document, { width: 1500 });
    await page.locator('[data-step="sort"]').waitFor();
    const drop = async (step: string) => {
      const at = await centre(page, `.canvas [data-step="${step}"]`);
      const box = await page.locator('.canvas').boundingBox();
      await page.locator('.palette [data-item="loop:improve"]').dragTo(page.locator('.canvas'), {
        targetPosition: { x: at.x - (box?.x ?? 0), y: at.y - (box?.y ?? 0) },
      });
    };
    await drop('sort');
    await expect
      .poll(() => edits(document))
      .toEqual([{ type: 'wrapInLoop', head: 'sort', tail: 'sort', loop: 'improve' }]);
    await close();
  });

  it('connects by dragging, and says why where that is not possible', async () => {
    const document = fakeDocument(everyKind);
    const { page, close } = await openDesigner(browser, document, { width: 1500 });
    await page.locator('[data-step="sort"]').waitFor();
    await drag(page, await centre(page, handle('act', 'main')), await centre(page, '[data-step="act"]'));
    expect(edits(document)).toEqual([]);
    await drag(page, await centre(page, handle('plan', 'main')), await centre(page, '[data-step="judge"]'));
    await expect
      .poll(() => page.locator('[data-said]').getAttribute('data-said'))
      .toMatch(/^Not connected: .*entered at its head/);
    expect(edits(document)).toEqual([]);
    await drag(page, await centre(page, handle('approve', 'choice/change')), await centre(page, '[data-step="sort"]'));
    await expect
      .poll(() => edits(document))
      .toEqual([{ type: 'reconnect', route: 'approve/choice/change', to: 'sort' }]);
    await close();
  });

  it('dims what a route that is being drawn may not lead to', async () => {
    const document = fakeDocument(everyKind);
    const { page, close } = await openDesigner(browser, document, { width: 1500 });
    const from = await centre(page, handle('plan', 'main'));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 100, { steps: 5 });
    const forbidden = page.locator('.face.forbidden');
    await expect
      .poll(() => forbidden.evaluateAll((all) => all.map((one) => one.getAttribute('data-step'))))
      .toContain('verify');
    expect(await forbidden.evaluateAll((all) => all.map((one) => one.getAttribute('data-step')))).not.toContain('sort');
    await page.mouse.up();
    await page.keyboard.press('Escape');
    await expect.poll(() => forbidden.count()).toBe(0);
    await close();
  });

  it('asks for a kind where a route is dropped on nothing, and puts the step there', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    const from = await centre(page, handle('verify', 'main'));
    await drag(page, from, { x: from.x + 30, y: from.y - 150 });
    await page.locator('[data-pick="ask"]').click();
    await page.locator('[data-step="ask"]').waitFor();
    const [edit] = edits(document);
    expect(edit).toMatchObject({
      type: 'addStep',
      kind: 'ask',
      after: 'verify',
      position: [expect.any(Number), expect.any(Number)],
    });
    await close();
  });

  it('leads a route elsewhere by its end', async () => {
    const document = fakeDocument(everyKind);
    const { page, close } = await openDesigner(browser, document, { width: 1500 });
    await page.locator('[data-step="plan"]').waitFor();
    const end = page.locator('.react-flow__edge[data-id="route:plan/outcome/failed"] .react-flow__edgeupdater-target');
    const box = await end.boundingBox();
    await drag(
      page,
      { x: (box?.x ?? 0) + 4, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 },
      await centre(page, '[data-step="sort"]'),
    );
    await expect.poll(() => edits(document)).toEqual([{ type: 'reconnect', route: 'plan/outcome/failed', to: 'sort' }]);
    await close();
  });

  it('SH-32 moves the members with their loop as one edit, and deletes an inner route alone', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    const head = await centre(page, '.loop-head');
    const before = await page.locator('[data-step="judge"]').boundingBox();
    await drag(page, head, { x: head.x + 60, y: head.y + 40 });
    await expect.poll(() => edits(document).length).toBe(1);
    const [move] = edits(document);
    expect(move?.type === 'move' ? Object.keys(move.positions) : []).toEqual(['act', 'verify', 'judge']);
    const after = await page.locator('[data-step="judge"]').boundingBox();
    expect(Math.round((after?.x ?? 0) - (before?.x ?? 0))).toBeGreaterThan(50);
    const a = await centre(page, handle('act', 'main'));
    const b = await centre(page, handle('verify', 'in'));
    await page.mouse.click((a.x + b.x) / 2, a.y);
    await expect.poll(() => document.snapshot().selection).toEqual(['route:act/strong/0']);
    await page.keyboard.press('Delete');
    await expect.poll(() => edits(document).at(-1)).toEqual({ type: 'disconnect', route: 'act/strong/0' });
    await close();
  });

  it('SH-32 moves a folded loop by the pointer and by keys, each time as one edit, and it stays folded', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, errors, close } = await openDesigner(browser, document);
    await page.getByRole('button', { name: 'Fold loop fix' }).click();
    const folded = page.locator('[data-loop="fix"][data-folded="true"]');
    const before = await folded.boundingBox();
    const head = await centre(page, '.folded-head');
    await drag(page, head, { x: head.x + 60, y: head.y + 40 });
    await expect.poll(() => edits(document).map((edit) => edit.type)).toEqual(['move']);
    const pinned = () => at(document.snapshot().flow ?? {}, ['layout']);
    expect(Object.keys(pinned() ?? {})).toEqual(['act', 'verify', 'judge']);
    const after = await folded.boundingBox();
    // The pointer goes a few pixels before it is a drag.
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0) - 60)).toBeLessThan(12);
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0) - 40)).toBeLessThan(12);
    const dropped = at(document.snapshot().flow ?? {}, ['layout', 'act', 0]);
    await page.locator('.folded-head').click();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => edits(document).length).toBe(2);
    expect(Number(at(document.snapshot().flow ?? {}, ['layout', 'act', 0])) - Number(dropped)).toBe(20);
    await expect
      .poll(async () => Math.round(((await folded.boundingBox())?.x ?? 0) - (after?.x ?? 0)))
      .toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Unfold loop fix' }).press('Enter');
    await page.locator('[data-step="act"]').waitFor();
    await page.locator('.loop-head:focus').waitFor();
    expect(edits(document).length).toBe(2);
    expect(errors).toEqual([]);
    await close();
  });

  it('moves one step, and several together, each as one edit; a click is none', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document);
    const act = await centre(page, '[data-step="act"]');
    await page.mouse.click(act.x, act.y);
    expect(edits(document)).toEqual([]);
    await drag(page, act, { x: act.x + 10, y: act.y + 80 });
    await expect.poll(() => edits(document).map((edit) => edit.type)).toEqual(['move']);
    await page.locator('[data-step="verify"]').click({ modifiers: ['Control'] });
    await expect.poll(() => document.snapshot().selection).toEqual(['act', 'verify']);
    const verify = await centre(page, '[data-step="verify"]');
    await drag(page, verify, { x: verify.x, y: verify.y - 50 });
    await expect.poll(() => edits(document).length).toBe(2);
    const last = edits(document).at(-1);
    expect(last?.type === 'move' ? Object.keys(last.positions).sort() : []).toEqual(['act', 'verify']);
    await close();
  });

  it('SH-30 keeps a step under the pointer while the document changes around it', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, send, close } = await openDesigner(browser, document);
    const act = await centre(page, '[data-step="act"]');
    await page.mouse.move(act.x, act.y);
    await page.mouse.down();
    await page.mouse.move(act.x + 20, act.y + 60, { steps: 5 });
    const { steps, ...rest } = fixUntilGreen as { steps: Record<string, object> };
    document.change({
      flow: { ...rest, steps: { ...steps, act: { ...steps.act, title: 'Changed beside' } } } as never,
    });
    await send();
    await page.locator('[data-step="act"]', { hasText: 'Changed beside' }).waitFor();
    const held = await centre(page, '[data-step="act"]');
    expect(Math.abs(held.y - act.y - 60)).toBeLessThan(16);
    await page.mouse.up();
    await expect.poll(() => edits(document).map((edit) => edit.type)).toEqual(['move']);
    expect(at(document.snapshot().flow ?? {}, ['steps', 'act', 'title'])).toBe('Changed beside');
    await close();
  });
});
