import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../engine/json';
import { KINDS } from '../../flow/kinds';
import { fakeDocument } from './document';
import { edits, focusedName, named, valueAt } from './fieldsOf';
import { openDesigner, startBrowser } from './open';

const kinds: Json = JSON.parse(KINDS);
const tall = { height: 2400 };

describe('lists and maps in the inspector', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('an entry is moved by button and by key, and the focus goes with it', async () => {
    const reads = ['steps', 'revise', 'reads'];
    const document = fakeDocument(kinds, { selection: ['revise'] });
    const { page, errors, close } = await openDesigner(browser, document, tall);
    await named(page, 'Add to Reads').fill('docs/a.md');
    await page.keyboard.press('Enter');
    await expect.poll(() => valueAt(document, reads)).toEqual(['assess', 'channel:plan', 'docs/a.md']);
    await page.getByRole('button', { name: 'Move Reads, entry 3 up' }).click();
    await expect.poll(() => valueAt(document, reads)).toEqual(['assess', 'docs/a.md', 'channel:plan']);
    await expect.poll(() => focusedName(page)).toBe('Move Reads, entry 2 up');
    await named(page, 'Reads, entry 2').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => valueAt(document, reads)).toEqual(['docs/a.md', 'assess', 'channel:plan']);
    await expect.poll(() => focusedName(page)).toBe('Reads, entry 1');
    await page.keyboard.press('Alt+Delete');
    await expect.poll(() => valueAt(document, reads)).toEqual(['assess', 'channel:plan']);
    expect([edits(document).length, errors]).toEqual([4, []]);
    await close();
  });

  it('what is half typed lands before a button moves it, in two edits that both fit', async () => {
    const reads = ['steps', 'revise', 'reads'];
    const document = fakeDocument(kinds, { selection: ['revise'] });
    const { page, close } = await openDesigner(browser, document, tall);
    await named(page, 'Reads, entry 1').fill('sub');
    await page.getByRole('button', { name: 'Move Reads, entry 1 down' }).click();
    await expect.poll(() => valueAt(document, reads)).toEqual(['channel:plan', 'sub']);
    expect(edits(document).length).toBe(2);
    await close();
  });

  it('clearing an entry takes it away; the last one takes the list with it', async () => {
    const reads = ['steps', 'revise', 'reads'];
    const document = fakeDocument(kinds, { selection: ['revise'] });
    const { page, close } = await openDesigner(browser, document, tall);
    await named(page, 'Reads, entry 1').fill('');
    await page.keyboard.press('Enter');
    await expect.poll(() => valueAt(document, reads)).toEqual(['channel:plan']);
    await page.getByRole('button', { name: 'Remove Reads, entry 1' }).click();
    await expect.poll(() => edits(document).at(-1)).toEqual({ type: 'set', path: reads });
    await close();
  });

  it('a name with a value is added, renamed in one edit, filled in and removed', async () => {
    const handlers = ['steps', 'tasks', 'handlers'];
    const document = fakeDocument(kinds, { selection: ['tasks'] });
    const { page, close } = await openDesigner(browser, document, tall);
    await named(page, 'Add to Handlers').fill('a');
    await page.keyboard.press('Enter');
    await page.locator('.field-error', { hasText: 'There is a a already' }).waitFor();
    await named(page, 'Add to Handlers').fill('deploy');
    await page.keyboard.press('Enter');
    await expect.poll(() => valueAt(document, [...handlers, 'deploy'])).toBe('one');
    await expect.poll(() => focusedName(page)).toBe('Value of deploy');
    await page.getByRole('combobox', { name: 'Value of deploy' }).selectOption('job');
    await expect.poll(() => valueAt(document, [...handlers, 'deploy'])).toBe('job');
    await page.getByRole('textbox', { name: 'Name of Handlers' }).nth(2).fill('ship');
    await page.keyboard.press('Enter');
    await expect.poll(() => valueAt(document, handlers)).toEqual({ a: 'job', b: 'job', ship: 'job' });
    expect(edits(document).at(-1)).toMatchObject({ type: 'batch' });
    await page.getByRole('button', { name: 'Remove ship' }).click();
    await expect.poll(() => valueAt(document, handlers)).toEqual({ a: 'job', b: 'job' });
    await close();
  });

  it('a choice of a person, its route and its being the default go together', async () => {
    const document = fakeDocument(kinds, { selection: ['ask'] });
    const { page, close } = await openDesigner(browser, document, tall);
    await named(page, 'Add to Choices').fill('wait');
    await page.keyboard.press('Enter');
    await expect.poll(() => valueAt(document, ['steps', 'ask', 'routes'])).toEqual({ go: 'proof', wait: '@stop' });
    await page.locator('select[data-field="Choice at the deadline"]').selectOption('go');
    await expect.poll(() => valueAt(document, ['steps', 'ask', 'default'])).toBe('go');
    await named(page, 'Choices, entry 1').fill('proceed');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => valueAt(document, ['steps', 'ask']))
      .toMatchObject({ choices: ['proceed', 'wait'], routes: { proceed: 'proof', wait: '@stop' }, default: 'proceed' });
    await page.getByRole('button', { name: 'Remove proceed' }).click();
    await expect.poll(() => valueAt(document, ['steps', 'ask', 'choices'])).toEqual(['wait']);
    expect(valueAt(document, ['steps', 'ask', 'routes'])).toEqual({ wait: '@stop' });
    expect(valueAt(document, ['steps', 'ask', 'default'])).toBeUndefined();
    await close();
  });

  it('cases are added, moved and removed as wholes', async () => {
    const cases = ['steps', 'main', 'cases'];
    const document = fakeDocument(kinds, { selection: ['main'] });
    const { page, close } = await openDesigner(browser, document, tall);
    await page.getByText('Add a case').click();
    await expect.poll(() => valueAt(document, [...cases, 2])).toEqual({ when: 'false', to: '@stop' });
    await page.getByRole('button', { name: 'Move Case 3 up' }).click();
    await expect.poll(() => valueAt(document, [...cases, 1])).toEqual({ when: 'false', to: '@stop' });
    await page.getByRole('button', { name: 'Remove Case 2' }).click();
    await expect.poll(() => valueAt(document, cases)).toHaveLength(2);
    await close();
  });

  it('a list that is none is shown as it is written, not hidden', async () => {
    const step = { kind: 'join', next: '@stop' };
    const flow = { start: 'w', steps: { w: { kind: 'work', worker: 'w', prompt: 'x', reads: 'w' }, step } };
    const document = fakeDocument(flow, { selection: ['w'] });
    const { page, close } = await openDesigner(browser, document, tall);
    expect(await named(page, 'Reads').inputValue()).toBe('"w"');
    expect(document.intents.filter(({ type }) => type === 'edit')).toEqual([]);
    await close();
  });
});
