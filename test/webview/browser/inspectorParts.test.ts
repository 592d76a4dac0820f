import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../engine/json';
import { KINDS } from '../../flow/kinds';
import { fakeDocument, issue } from './document';
import { edits, named, valueAt } from './fieldsOf';
import { openDesigner, startBrowser } from './open';

const kinds: Json = JSON.parse(KINDS);
const tall = { height: 2400 };

describe('values of several parts in the inspector', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('what gives a gate its verdict changes its form and keeps what is there', async () => {
    const evaluator = ['steps', 'check', 'evaluator'];
    const document = fakeDocument(kinds, { selection: ['check'] });
    const { page, errors, close } = await openDesigner(browser, document, tall);
    const given = page.locator('select[data-field="Given by"]');
    await page.getByText('Add an evaluator').click();
    await expect.poll(() => valueAt(document, [...evaluator, 'all', 2])).toEqual({ when: 'true' });
    await given.nth(3).selectOption('worker');
    await expect.poll(() => valueAt(document, [...evaluator, 'all', 2])).toEqual({ worker: 'implementer' });
    await given.first().selectOption('when');
    await expect.poll(() => valueAt(document, evaluator)).toEqual({ when: 'steps.revise.visits > 1' });
    await given.first().selectOption('all');
    await expect.poll(() => valueAt(document, evaluator)).toEqual({ all: [{ when: 'steps.revise.visits > 1' }] });
    expect(errors).toEqual([]);
    await close();
  });

  it('a command is a program or a shell text, with folder, environment and limits', async () => {
    const poll = ['steps', 'look', 'poll'];
    const document = fakeDocument(kinds, { selection: ['look'] });
    const { page, close } = await openDesigner(browser, document, tall);
    await page.locator('select[data-field="Started as"]').selectOption('shell');
    await expect.poll(() => valueAt(document, poll)).toEqual({ shell: 'poll' });
    await named(page, 'Folder').fill('tools');
    await page.keyboard.press('Enter');
    await named(page, 'Add to Environment').fill('9LIVES');
    await page.keyboard.press('Enter');
    await page.locator('.field-error', { hasText: 'A variable’s name' }).waitFor();
    await named(page, 'Add to Environment').fill('LANG');
    await page.keyboard.press('Enter');
    await named(page, 'Value of LANG').fill('C');
    await page.keyboard.press('Enter');
    await expect.poll(() => valueAt(document, poll)).toEqual({ shell: 'poll', cwd: 'tools', env: { LANG: 'C' } });
    await page.getByRole('button', { name: 'Remove LANG' }).click();
    await expect.poll(() => valueAt(document, poll)).toEqual({ shell: 'poll', cwd: 'tools' });
    await close();
  });

  it('the output goes nowhere, to a channel, or in values to several', async () => {
    const writes = ['steps', 'each', 'writes'];
    const document = fakeDocument(kinds, { selection: ['each'] });
    const { page, close } = await openDesigner(browser, document, tall);
    await page.locator('[data-section="writes"] summary').click();
    const form = page.locator('select[data-field="Writes"]');
    await form.selectOption('channel');
    await expect.poll(() => valueAt(document, writes)).toBe('plan');
    await form.selectOption('map');
    await expect.poll(() => valueAt(document, writes)).toEqual({ plan: 'output' });
    await named(page, 'Add to Written values').fill('plan.tasks');
    await page.keyboard.press('Enter');
    await expect.poll(() => valueAt(document, [...writes, 'plan.tasks'])).toBe('null');
    await form.selectOption('none');
    await expect.poll(() => valueAt(document, writes)).toBeUndefined();
    await close();
  });

  it('an expression is offered the names that fit, by key and by click', async () => {
    const document = fakeDocument(kinds, { selection: ['each'] });
    const { page, close } = await openDesigner(browser, document, tall);
    const over = named(page, 'For each of');
    const offered = page.locator('.names').getByRole('option');
    await over.fill('');
    await over.pressSequentially('steps.as');
    await expect.poll(() => offered.allTextContents()).toEqual(['assess', 'ask']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await over.inputValue()).toBe('steps.assess');
    await over.pressSequentially('.');
    await offered.getByText('output').click();
    expect(await over.inputValue()).toBe('steps.assess.output');
    await over.pressSequentially('.x');
    expect(await offered.count()).toBe(0);
    // The field's own undo knows of what was taken, too.
    for (let steps = 0; steps < 4; steps++) await page.keyboard.press('Control+z');
    expect(await over.inputValue()).not.toContain('output');
    expect(document.intents.map(({ type }) => type)).not.toContain('undo');
    await over.fill('steps.assess.output.x');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => valueAt(document, ['steps', 'each', 'over'])).toBe('steps.assess.output.x');
    await over.fill('');
    await page.keyboard.press('Control+Space');
    await expect.poll(() => offered.allTextContents()).toContain('budget');
    await page.keyboard.press('Escape');
    expect([await offered.count(), await over.inputValue()]).toEqual([0, '']);
    await page.keyboard.press('Escape');
    await expect.poll(() => over.inputValue()).toBe('steps.assess.output.x');
    await close();
  });

  it('channels, their fields, inputs and workers are added, renamed everywhere and removed', async () => {
    const document = fakeDocument(kinds);
    const { page, errors, close } = await openDesigner(browser, document, { height: 4000 });
    await page.getByText('Add a channel').click();
    await expect.poll(() => valueAt(document, ['channels', 'channel'])).toEqual({ reducer: 'last' });
    await page.locator('[data-entry="plan"] [data-entry="tasks"] select[data-field="Only writer"]').selectOption('sub');
    await expect
      .poll(() => valueAt(document, ['channels', 'plan', 'fields', 'tasks']))
      .toEqual({ reducer: 'append', writer: 'sub' });
    await page.getByRole('textbox', { name: 'Add to Its fields' }).fill('seen');
    await page.keyboard.press('Enter');
    await expect.poll(() => valueAt(document, ['channels', 'plan', 'fields', 'seen'])).toBe('append');
    await page.locator('[data-entry="plan"] [data-field="Name"]').first().locator('input').fill('board');
    await page.keyboard.press('Enter');
    await expect.poll(() => valueAt(document, ['steps', 'tasks', 'channel'])).toBe('board');

    await page.getByText('Add an input').click();
    const input = page.locator('[data-section="inputs"] [data-entry="input"]');
    await input.locator('select[data-field="Type"]').selectOption('boolean');
    await input.locator('select[data-field="Default"]').selectOption('true');
    await expect.poll(() => valueAt(document, ['inputs', 'input'])).toEqual({ type: 'boolean', default: true });
    await page.getByRole('button', { name: 'Remove input' }).click();
    await expect.poll(() => valueAt(document, ['inputs'])).toBeUndefined();

    await page.getByText('Add a worker').click();
    const worker = page.locator('[data-section="workers"] [data-entry="worker"]');
    await worker.locator('[data-field="Uses"]').fill('command');
    await page.keyboard.press('Enter');
    await worker.locator('[data-field="Program and arguments"] textarea').fill('node\nagent.js');
    await page.keyboard.press('Control+Enter');
    await worker.locator('select[data-field="Reports of its cost"]').selectOption('free');
    await expect
      .poll(() => valueAt(document, ['workers', 'worker']))
      .toEqual({ use: 'command', run: ['node', 'agent.js'], meters: 'free' });
    expect(errors).toEqual([]);
    await close();
  });

  it('a long text is shown in a tab once what was typed of it has landed; a called flow is opened', async () => {
    const document = fakeDocument(kinds, { selection: ['revise'], callable: ['other'] });
    const { page, send, close } = await openDesigner(browser, document, tall);
    await named(page, 'Prompt').fill('Better.');
    await page.getByRole('button', { name: 'Edit in a tab: Prompt' }).click();
    await expect.poll(() => document.intents.slice(-2).map(({ type }) => type)).toEqual(['edit', 'editString']);
    expect(document.intents.at(-1)).toEqual({ type: 'editString', path: ['steps', 'revise', 'prompt'] });
    document.change({ selection: ['sub'] });
    await send();
    await page.getByRole('button', { name: 'Open the called flow' }).click();
    await expect.poll(() => document.intents.at(-1)).toEqual({ type: 'openCalled', step: 'sub' });
    await close();
  });

  it('sections fold by key, say what is wrong inside, and stay as they were left', async () => {
    const found = issue('error', 'x', ['steps', 'revise', 'attempts'], 'At most 100.');
    const document = fakeDocument(kinds, { selection: ['revise'], issues: [found] });
    const { page, send, close } = await openDesigner(browser, document, tall);
    const limits = page.locator('[data-section="limits"]');
    await limits.locator('summary').focus();
    await page.keyboard.press('Enter');
    await limits.locator('.group-problems', { hasText: '1 error' }).waitFor();
    expect(await limits.locator('[data-field]').count()).toBe(0);
    document.change({ selection: ['assess'] });
    await send();
    await page.locator('.inspector-title', { hasText: 'assess' }).waitFor();
    expect(await limits.locator('[data-field]').count()).toBe(0);
    expect(await page.locator('[data-section="cache"]').getAttribute('open')).toBeNull();
    await close();
  });

  it('says first what is wrong with the whole and has no field', async () => {
    const whole = issue('warning', 'x', ['steps', 'revise'], 'It does two things at once.');
    const document = fakeDocument(kinds, { selection: ['revise'], issues: [whole] });
    const { page, close } = await openDesigner(browser, document, tall);
    await page.locator('.elsewhere', { hasText: 'two things at once' }).waitFor();
    await close();
  });

  it('several steps are given one value in one edit, and acted on together', async () => {
    const document = fakeDocument(kinds, { selection: ['revise', 'assess', 'join'] });
    const { page, errors, close } = await openDesigner(browser, document, tall);
    await named(page, 'Attempts').fill('3');
    await page.keyboard.press('Enter');
    await expect.poll(() => valueAt(document, ['steps', 'assess', 'attempts'])).toBe(3);
    expect(valueAt(document, ['steps', 'revise', 'attempts'])).toBe(3);
    expect(valueAt(document, ['steps', 'join', 'attempts'])).toBeUndefined();
    expect(edits(document).length).toBe(1);
    await page.locator('.inspector').getByText('Duplicate').click();
    await expect.poll(() => edits(document).at(-1)).toMatchObject({ type: 'duplicate' });
    expect(errors).toEqual([]);
    await close();
  });
});
