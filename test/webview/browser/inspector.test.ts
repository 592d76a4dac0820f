import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../engine/json';
import { everyKind, fixUntilGreen } from '../flows';
import type { FakeDocument } from './document';
import { fakeDocument, issue } from './document';
import { openDesigner, startBrowser } from './open';

const edits = (document: FakeDocument) =>
  document.intents.flatMap((intent) => (intent.type === 'edit' ? [intent.edit] : []));
const shownIn = (page: Page, label: string) =>
  page
    .locator(`[data-field="${label}"]`)
    .first()
    .evaluate((one) => ('value' in one ? String(one.value) : ''));
/** Where one types: the toolkit's fields hold it inside, plain ones are it. */
const box = (page: Page, label: string) =>
  page
    .locator(`:is(input, textarea)[data-field="${label}"]`)
    .or(page.locator(`[data-field="${label}"]`).locator('input, textarea'))
    .first();

describe('the inspector', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('keeps what is typed as a draft and commits it on Ctrl+Enter as one edit', async () => {
    const document = fakeDocument(fixUntilGreen, { selection: ['act'] });
    const { page, errors, close } = await openDesigner(browser, document);
    await box(page, 'Prompt').fill('Mend it.');
    expect(edits(document)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(edits(document)).toEqual([]);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => edits(document))
      .toEqual([{ type: 'set', path: ['steps', 'act', 'prompt'], value: 'Mend it.' }]);
    expect(errors).toEqual([]);
    await close();
  });

  it('shows a kind that nobody knows as JSON, and changes one key of it', async () => {
    const odd = { kind: 'odd', settings: { when: 'true' } };
    const document = fakeDocument({ start: 'ok', steps: { ok: odd } }, { selection: ['ok'] });
    const { page, errors, close } = await openDesigner(browser, document);
    expect(JSON.parse(await shownIn(page, 'settings'))).toEqual({ when: 'true' });
    await box(page, 'settings').fill('{ "when": "false" }');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => edits(document))
      .toEqual([{ type: 'set', path: ['steps', 'ok', 'settings'], value: { when: 'false' } }]);
    await box(page, 'settings').fill('{\n  "when"');
    await page.keyboard.press('Control+Enter');
    await page.locator('text=This is no JSON: at line 2, column').first().waitFor();
    expect([edits(document).length, errors]).toEqual([1, []]);
    await close();
  });

  it('names the keys that nobody knows, keeps them, and leads to them in the text', async () => {
    const step = { kind: 'join', next: '@stop', retries: 0 };
    const document = fakeDocument({ start: 'j', mystery: 1, steps: { j: step } }, { selection: ['j'] });
    const { page, close } = await openDesigner(browser, document);
    await page.getByRole('button', { name: 'Show retries in the text' }).click();
    await expect.poll(() => document.intents.at(-1)).toEqual({ type: 'openText', path: ['steps', 'j', 'retries'] });
    await page.locator('select[data-field="Waits for"]').selectOption('any');
    await expect.poll(() => at(document.snapshot().flow ?? {}, ['steps', 'j'])).toEqual({ ...step, wait: 'any' });
    document.change({ selection: [] });
    await close();
  });

  it('commits on blur, also where the empty canvas is clicked', async () => {
    const document = fakeDocument(fixUntilGreen, { selection: ['act'] });
    const { page, close } = await openDesigner(browser, document);
    await box(page, 'Title').fill('Repair');
    await page.locator('.canvas').click({ position: { x: 30, y: 30 } });
    await expect
      .poll(() => edits(document))
      .toEqual([{ type: 'set', path: ['steps', 'act', 'title'], value: 'Repair' }]);
    await page.locator('[data-step="act"]', { hasText: 'Repair' }).waitFor();
    await close();
  });

  it('commits the draft before it saves', async () => {
    const document = fakeDocument(fixUntilGreen, { selection: ['act'] });
    const { page, close } = await openDesigner(browser, document);
    await box(page, 'Title').fill('Repair');
    await page.keyboard.press('Control+s');
    await expect.poll(() => document.intents.map((intent) => intent.type).slice(-2)).toEqual(['edit', 'save']);
    await close();
  });

  it('drops a draft on Escape', async () => {
    const document = fakeDocument(fixUntilGreen, { selection: ['act'] });
    const { page, close } = await openDesigner(browser, document);
    await box(page, 'Title').fill('Repair');
    await page.keyboard.press('Escape');
    await expect.poll(() => shownIn(page, 'Title')).toBe('');
    const focused = () => page.evaluate(() => window.document.activeElement?.getAttribute('data-field') ?? null);
    expect(await focused()).toBe('Title');
    await page.keyboard.press('Escape');
    expect(await focused()).toBeNull();
    expect(edits(document)).toEqual([]);
    await close();
  });

  it('leaves undo to the field while it holds a draft, and to the document otherwise', async () => {
    const document = fakeDocument(fixUntilGreen, { selection: ['act'] });
    const { page, close } = await openDesigner(browser, document);
    await box(page, 'Prompt').focus();
    await page.keyboard.press('End');
    await page.keyboard.type('!!');
    await page.keyboard.press('Control+z');
    await expect.poll(() => shownIn(page, 'Prompt')).toBe('Make the failing tests pass.');
    expect(document.intents.map((intent) => intent.type)).not.toContain('undo');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await expect.poll(() => document.intents.map((intent) => intent.type)).toContain('undo');
    await close();
  });

  it('removes the key of a field that is cleared, and what would be left empty around it', async () => {
    const document = fakeDocument(fixUntilGreen, { selection: ['loop:fix'] });
    const { page, close } = await openDesigner(browser, document);
    await box(page, 'US dollars').fill('');
    await page.keyboard.press('Enter');
    await expect.poll(() => edits(document)).toEqual([{ type: 'set', path: ['loops', 'fix', 'spendCap'] }]);
    expect(at(document.snapshot().flow ?? {}, ['loops', 'fix', 'spendCap'])).toBeUndefined();
    await close();
  });

  it('refuses what is no number where one is due, and keeps it typed', async () => {
    const document = fakeDocument(fixUntilGreen, { selection: ['loop:fix'] });
    const { page, close } = await openDesigner(browser, document);
    await box(page, 'Most passes').fill('three');
    await page.keyboard.press('Enter');
    await page.locator('.field-error', { hasText: 'no whole number' }).waitFor();
    expect(edits(document)).toEqual([]);
    expect(await shownIn(page, 'Most passes')).toBe('three');
    await box(page, 'Most passes').fill('3');
    await page.keyboard.press('Enter');
    await expect.poll(() => edits(document)).toEqual([{ type: 'set', path: ['loops', 'fix', 'maxPasses'], value: 3 }]);
    await close();
  });

  it('shows an issue at its field and says it with the field’s name', async () => {
    const found = issue('error', 'no-worker', ['steps', 'act', 'worker'], 'The worker is named nowhere.');
    const { page, close } = await openDesigner(
      browser,
      fakeDocument(fixUntilGreen, { issues: [found], selection: ['act'] }),
    );
    await page.locator('.field-error', { hasText: 'named nowhere' }).waitFor();
    const worker = page.getByRole('combobox', { name: 'Worker' });
    expect(await worker.getAttribute('aria-invalid')).toBe('true');
    const notes = await worker.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${notes}"]`).textContent()).toBe('The worker is named nowhere.');
    await close();
  });

  it('renames a step everywhere in one edit, and refuses an id that is taken or malformed', async () => {
    const document = fakeDocument(fixUntilGreen, { selection: ['act'] });
    const { page, close } = await openDesigner(browser, document);
    await box(page, 'Id').fill('judge');
    await page.keyboard.press('Enter');
    await page.locator('.field-error', { hasText: 'There is a judge already' }).waitFor();
    await box(page, 'Id').fill('1st');
    await page.keyboard.press('Enter');
    await page.locator('.field-error', { hasText: 'starts with a letter' }).waitFor();
    await box(page, 'Id').fill('repair');
    await page.keyboard.press('Enter');
    await page.locator('[data-step="repair"]').waitFor();
    expect(edits(document)).toEqual([{ type: 'renameStep', from: 'act', to: 'repair' }]);
    expect(at(document.snapshot().flow ?? {}, ['loops', 'fix', 'head'])).toBe('repair');
    await close();
  });

  it('edits the commands of a verification', async () => {
    const document = fakeDocument(fixUntilGreen, { selection: ['verify'] });
    const { page, close } = await openDesigner(browser, document);
    await box(page, 'Program and arguments').fill('npm\nrun\ntest -- all');
    await page.keyboard.press('Control+Enter');
    const commands = ['steps', 'verify', 'commands'];
    await expect
      .poll(() => at(document.snapshot().flow ?? {}, [...commands, 0, 'run']))
      .toEqual(['npm', 'run', 'test -- all']);
    await page.getByText('Add a command').click();
    await expect.poll(() => at(document.snapshot().flow ?? {}, [...commands, 1])).toEqual({ run: ['npm', 'test'] });
    await page.getByRole('button', { name: 'Remove Command 2' }).click();
    await expect.poll(() => at(document.snapshot().flow ?? {}, [...commands, 1])).toBeUndefined();
    await close();
  });

  it('leads choices and cases to their targets', async () => {
    const document = fakeDocument(everyKind, { selection: ['approve'] });
    const { page, close } = await openDesigner(browser, document);
    await page.locator('select[data-field="On “no”"]').selectOption('@handoff');
    await expect.poll(() => at(document.snapshot().flow ?? {}, ['steps', 'approve', 'routes', 'no'])).toBe('@handoff');
    await page.locator('[data-step="sort"]').click();
    await box(page, 'When').fill('budget.usd.left < 2.0');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => at(document.snapshot().flow ?? {}, ['steps', 'sort', 'cases', 0, 'when']))
      .toBe('budget.usd.left < 2.0');
    await close();
  });

  it('edits the flow itself where nothing is selected: goal, start and workers with options of their own', async () => {
    const document = fakeDocument(fixUntilGreen);
    const { page, close } = await openDesigner(browser, document, { height: 1500 });
    await box(page, 'Goal').fill('Green.');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => at(document.snapshot().flow ?? {}, ['goal'])).toBe('Green.');
    await page.locator('select[data-field="Starts at"]').selectOption('verify');
    await expect.poll(() => at(document.snapshot().flow ?? {}, ['start'])).toBe('verify');
    await box(page, 'Most turns').fill('7');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => at(document.snapshot().flow ?? {}, ['workers', 'implementer']))
      .toEqual({ use: 'claude-code', maxTurns: 7 });
    await box(page, 'Uses').fill('my-own');
    await page.keyboard.press('Enter');
    await box(page, 'Other options').fill('{ "args": ["-q"] }');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => at(document.snapshot().flow ?? {}, ['workers', 'implementer']))
      .toEqual({ use: 'my-own', args: ['-q'] });
    await close();
  });
});
