import { readFileSync } from 'node:fs';
import { parse } from 'jsonc-parser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { fixUntilGreen } from '../flows';
import { openDesigner, startBrowser } from './open';
import type { SimulatedDocument } from './simulated';
import { simulatedDocument } from './simulated';

const limits = {
  autonomous: ['at most 5 passes', 'at most $2.00', 'stops if a worker reports no usage'],
  supervised: ['supervised: the body runs once', 'at most $2.00'],
};

const worker = { w: { use: 'command', run: ['x'] } };
const straight: Json = {
  converge: 1,
  id: 'straight',
  start: 'act',
  workers: worker,
  steps: {
    act: { kind: 'work', worker: 'w', prompt: 'Do it.', next: 'look' },
    look: { kind: 'verify', commands: [{ run: ['npm', 'test'] }], next: '@complete', routes: { fail: '@stop' } },
  },
};
const improving: Json = JSON.parse(
  JSON.stringify(parse(readFileSync('media/templates/improve.converge.json', 'utf8'))),
);

const asked = (document: SimulatedDocument) =>
  document.intents.flatMap((intent) => (intent.type === 'simulate' ? [intent] : []));

async function open(browser: Browser, document = simulatedDocument(fixUntilGreen, { limits })) {
  const opened = await openDesigner(browser, document, { width: 1400, height: 900 });
  document.send = opened.send;
  await opened.page.getByRole('tab', { name: 'Simulate' }).click();
  await opened.page.locator('.simulate').waitFor();
  return { ...opened, document };
}

const story = (page: Page) => page.getByLabel('Story');
const cell = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`);
const rows = (page: Page) => page.locator('.simulate-result tbody tr');
const end = (page: Page) => page.locator('.simulate-end');
const settled = (page: Page) => page.locator('.simulate[data-awaited="false"]').waitFor();
const mark = (page: Page, step: string) =>
  page.locator(`.canvas [data-step="${step}"]`).evaluate((face) => /is-(\w+)/.exec(face.className)?.[1] ?? '');
const words = (page: Page) => page.locator('.player-words').textContent();

describe('simulating in the designer', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('shows what the engine decides of a story: the judge says met over red, and no pass is confirmed', async () => {
    const { page, document, errors, close } = await open(browser);
    await story(page).selectOption({ label: 'Met over red' });
    await end(page).waitFor();
    expect(await rows(page).count()).toBe(5);
    const first = await rows(page).first().textContent();
    expect(first).toContain('fix: pass 1');
    expect(first).toContain('met');
    expect(first).toContain('not confirmed');
    expect(first).toContain('verified:verify');
    expect(await rows(page).last().textContent()).toContain('pass-cap → @stop');
    expect(await end(page).getAttribute('data-outcome')).toBe('stopped');
    expect(await end(page).getAttribute('class')).not.toContain('good');
    expect(await cell(page, 'judge result *').inputValue()).toBe('met');
    expect(await cell(page, 'verify result *').inputValue()).toBe('failing');
    expect(document.intents.some((intent) => intent.type === 'edit')).toBe(false);
    expect(errors).toEqual([]);
    await close();
  });

  it('lets outcomes be chosen by mouse, per step and pass, and plays each choice at once', async () => {
    const { page, document, close } = await open(browser);
    await cell(page, 'judge result 2').selectOption('met');
    await end(page).waitFor();
    await expect.poll(() => end(page).getAttribute('data-outcome')).toBe('complete');
    expect(await end(page).getAttribute('class')).toContain('good');
    expect(await rows(page).count()).toBe(2);
    await cell(page, 'verify result 2').selectOption('fewer');
    await expect.poll(() => rows(page).count()).toBeGreaterThan(2);
    expect(asked(document).at(-1)?.script).toEqual({
      steps: { judge: { '2': { judgment: 'met' } }, verify: { '2': { commands: { tests: 0 } } } },
    });
    await cell(page, 'verify result 2').selectOption('');
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(at(asked(document).at(-1)?.script, ['steps', 'verify'])).toBe(undefined);
    await close();
  });

  it('shows marker and usage of a step when they are asked for, and keeps one choice when another is made', async () => {
    const { page, document, close } = await open(browser);
    expect(await cell(page, 'judge marker *').count()).toBe(0);
    await page.getByRole('button', { name: 'More of judge' }).click();
    await cell(page, 'judge marker *').selectOption('same');
    await cell(page, 'judge result *').selectOption('not-met');
    await expect
      .poll(() => at(asked(document).at(-1)?.script, ['steps', 'judge', '*']))
      .toEqual({ marker: 'same', judgment: 'not-met' });
    await settled(page);
    expect(await end(page).textContent()).toContain('no-progress');
    await page.getByLabel('Turns report').selectOption('absent');
    await expect.poll(() => end(page).textContent()).toContain('spend-unproven');
    await close();
  });

  it('is worked by keyboard alone: tab, story, cell, step and back', async () => {
    const document = simulatedDocument(fixUntilGreen, { limits });
    const { page, send, close } = await openDesigner(browser, document, { width: 1400, height: 900 });
    document.send = send;
    await page.getByRole('tab', { name: /Problems/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => globalThis.document.activeElement?.textContent)).toBe('Simulate');
    await story(page).focus();
    await page.keyboard.press('N');
    await page.keyboard.press('Tab');
    await end(page).waitFor();
    await cell(page, 'judge result 1').focus();
    await page.keyboard.press('m');
    await expect.poll(() => at(asked(document).at(-1)?.script, ['steps', 'judge', '1'])).toEqual({ judgment: 'met' });
    await expect.poll(() => end(page).getAttribute('data-outcome')).toBe('complete');
    await page.getByRole('button', { name: 'One step on' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await words(page)).toContain('The run begins.');
    await page.keyboard.press('End');
    expect(await words(page)).toContain('The run ends.');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Home');
    expect(await page.locator('.player-words').getAttribute('data-moment')).toBe('0');
    expect(document.intents.some((intent) => intent.type === 'edit')).toBe(false);
    await close();
  });

  it('steps forwards and back, and the canvas, the row and the live region show where it is', async () => {
    const { page, close } = await open(browser);
    await story(page).selectOption({ label: 'Met over red' });
    await end(page).waitFor();
    expect(await mark(page, 'act')).toBe('');
    const on = page.getByRole('button', { name: 'One step on' });
    for (let press = 0; press < 4; press++) await on.click();
    expect(await words(page)).toContain('act runs.');
    await expect.poll(() => mark(page, 'act')).toBe('running');
    expect(await page.locator('.run-strip').textContent()).toContain('Simulation: nothing is executed');
    expect(await rows(page).nth(0).getAttribute('aria-current')).toBe('step');
    for (let press = 0; press < 3; press++) await on.click();
    expect(await words(page)).toContain('verify: fail, on to judge.');
    await expect.poll(() => mark(page, 'verify')).toBe('failed');
    expect(await mark(page, 'judge')).toBe('due');
    await page.getByRole('button', { name: 'On to the next pass' }).click();
    expect(await rows(page).nth(1).getAttribute('aria-current')).toBe('step');
    await page.getByRole('button', { name: 'One step back' }).click();
    expect(await rows(page).nth(0).getAttribute('aria-current')).toBe('step');
    await page.getByRole('button', { name: 'Show the run again' }).click();
    await expect.poll(() => mark(page, 'verify')).toBe('');
    expect(await page.locator('.run-strip').textContent()).not.toContain('Simulation');
    await close();
  });

  it('plays by itself until it is paused', async () => {
    const { page, close } = await open(browser);
    await story(page).selectOption({ label: 'Never met' });
    await end(page).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const moment = () => page.locator('.player-words').getAttribute('data-moment').then(Number);
    await expect.poll(moment, { timeout: 8000 }).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await close();
  });

  it('shows an open latch at its step while it is open', async () => {
    const { page, close } = await open(browser);
    await story(page).selectOption({ label: 'Latch, then clear' });
    await end(page).waitFor();
    expect(await rows(page).first().textContent()).toContain('+ step:act');
    expect(await rows(page).nth(1).textContent()).toContain('− step:act');
    await page.getByRole('button', { name: 'To the beginning' }).click();
    await page.getByRole('button', { name: 'On to the next pass' }).click();
    await page.getByRole('button', { name: 'On to the next pass' }).click();
    await expect.poll(() => page.locator('.run-strip').textContent()).toContain('1 open latch');
    expect(await page.locator('.canvas [data-step="act"]').getAttribute('aria-label')).toContain('open latch');
    await page.getByRole('button', { name: 'To the end' }).click();
    await expect.poll(() => page.locator('.run-strip').textContent()).not.toContain('open latch');
    await close();
  });

  it('runs the body of an until loop once where the run is supervised, and says so', async () => {
    const { page, document, close } = await open(browser);
    await story(page).selectOption({ label: 'Never met' });
    await end(page).waitFor();
    expect(await rows(page).count()).toBe(5);
    expect(await page.locator('.simulate-head').textContent()).toContain('runs once, unless the run is autonomous');
    await page.locator('.simulate-head').getByLabel('Supervised').check({ force: true });
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(asked(document).at(-1)?.mode).toBe('supervised');
    await close();
  });

  it('marks a simulation of an earlier flow as stale until it is played again', async () => {
    const { page, document, close } = await open(browser);
    await story(page).selectOption({ label: 'Never met' });
    await end(page).waitFor();
    expect(await page.locator('.simulate-stale').count()).toBe(0);
    if (!isObject(fixUntilGreen) || !isObject(fixUntilGreen.loops) || !isObject(fixUntilGreen.loops.fix))
      throw new Error();
    document.becomes({ ...fixUntilGreen, loops: { fix: { ...fixUntilGreen.loops.fix, maxPasses: 2 } } });
    await document.send();
    await page.locator('.simulate-stale').waitFor();
    expect(await rows(page).count()).toBe(5);
    await page.getByText('Simulate again').click();
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await page.locator('.simulate-stale').count()).toBe(0);
    await close();
  });

  it('shows at the cell what of a script does not fit, and takes a script as JSON', async () => {
    const { page, document, close } = await open(browser);
    await page.locator('.simulate-json summary').click();
    const text = page.locator('.simulate-json textarea');
    await text.fill('{ "steps": { "judge": { "2": { "commands": "red" } } } }');
    await text.press('Control+Enter');
    await page.locator('.simulate-refused').waitFor();
    expect(await cell(page, 'judge result 2').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.simulate-outcomes .field-error').textContent()).toContain('cannot have "commands"');
    await text.press('x');
    await text.press('Control+z');
    expect(document.intents.some((intent) => intent.type === 'undo')).toBe(false);
    await text.fill('{ "steps": ');
    await text.press('Control+Enter');
    expect(await page.locator('.simulate-json .field-error').textContent()).toContain('no JSON');
    await text.fill('{ "steps": { "judge": { "1": { "judgment": "met" } } } }');
    await text.press('Control+Enter');
    await expect.poll(() => end(page).getAttribute('data-outcome')).toBe('complete');
    expect(await cell(page, 'judge result 1').inputValue()).toBe('met');
    expect(asked(document)).toHaveLength(2);
    await close();
  });

  it('lets a score be typed for each round of an improve loop, and keeps the best', async () => {
    const { page, document, close } = await open(browser, simulatedDocument(improving));
    const type = async (column: string, score: string) => {
      await cell(page, `score score ${column}`).fill(score);
      await cell(page, `score score ${column}`).press('Enter');
      await expect
        .poll(() => at(asked(document).at(-1)?.script, ['steps', 'score', column, 'score']))
        .toBe(Number(score));
    };
    await type('1', '40');
    await type('2', '70');
    await type('3', '60');
    await settled(page);
    await expect.poll(() => rows(page).nth(2).textContent()).toContain('60 is not better than 70 of round 2');
    await close();
  });

  it('shows step for step what a flow without a loop came to', async () => {
    const { page, close } = await open(browser, simulatedDocument(straight));
    await page.locator('.simulate-head vscode-button').click();
    await end(page).waitFor();
    expect(await rows(page).allTextContents()).toEqual(['actdonelook', 'lookclean@complete']);
    await page.getByRole('button', { name: 'To the beginning' }).click();
    for (let press = 0; press < 2; press++) await page.getByRole('button', { name: 'One step on' }).click();
    expect(await rows(page).first().getAttribute('aria-current')).toBe('step');
    await close();
  });

  it('is not made of a flow with errors, and says why', async () => {
    const issues = [{ severity: 'error' as const, code: 'x', path: [], message: 'Wrong.' }];
    const document = simulatedDocument(fixUntilGreen, { issues });
    const { page, close } = await openDesigner(browser, document);
    await page.getByRole('tab', { name: 'Simulate' }).click();
    expect(await page.locator('.dock').textContent()).toContain('Mend the errors first');
    expect(await page.locator('.simulate').count()).toBe(0);
    await close();
  });
});
