import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTimeline } from '../../../engine/run/timeline/timeline';
import { timelineOf } from '../../timeline/naive';
import { everySign, twoPasses } from '../../timeline/story';
import { inEveryTheme, NOTHING_IN_ANY } from './everyTheme';
import { openPage, startBrowser } from './open';
import { fakeTimeline } from './timelined';

const NOW = Date.UTC(2026, 2, 1, 10, 7);

describe('the timeline of a run', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  const open = async (document: ReturnType<typeof fakeTimeline>, options: Parameters<typeof openPage>[2] = {}) => {
    const opened = await openPage(browser, document, { ...options, shows: 'timeline' });
    await opened.page.locator('.timeline').waitFor();
    return opened;
  };
  const scrubber = (page: Page) => page.getByRole('slider', { name: 'Moment of the run' });
  const spoken = (page: Page) => scrubber(page).getAttribute('aria-valuetext');
  const rows = (page: Page, caption: string) =>
    page
      .locator('.timeline-tables table', { has: page.locator('caption', { hasText: caption }) })
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  const past = (page: Page) => page.locator('.timeline-past > span').textContent();
  /** Whether anything but the ground is drawn in a strip of a canvas. */
  const inked = (page: Page, canvas: string) =>
    page.locator(canvas).evaluate((one) => {
      if (!(one instanceof HTMLCanvasElement)) return 0;
      const data = one.getContext('2d')?.getImageData(0, 0, one.width, one.height).data ?? [];
      let inks = 0;
      for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) inks += 1;
      return inks;
    });

  it('says the lanes, passes and latches as tables, and draws them', async () => {
    const { page, errors, close } = await open(fakeTimeline(timelineOf(twoPasses)));
    expect(await page.locator('h1').textContent()).toBe('Timeline: fix');
    expect(await rows(page, 'Steps of the run')).toEqual([
      ['act', 'failed', '2', '1', '0:40', ''],
      ['verify', 'interrupted', '2', '1', '0:10', ''],
    ]);
    expect(await rows(page, 'Passes')).toEqual([
      ['fix', 'pass 1', 'again', '0:50'],
      ['fix', 'pass 2', '', 'still going on'],
    ]);
    expect(await rows(page, 'Latches')).toEqual([['step:act: nothing changed (cleared)', '0:40', '0:50']]);
    expect(await page.locator('.timeline-spent').textContent()).toBe('Spend$0.10, unknown of 1 turn');
    const workers = (name: string) => page.getByRole('list', { name, exact: true }).locator('li').allTextContents();
    expect(await workers('Spent by worker')).toEqual(['agent: 2 turns · $0.10', 'judge: unknown of 1 turn']);
    await page.keyboard.press('ArrowLeft');
    await scrubber(page).and(page.locator(':not(.at-present)')).waitFor();
    expect(await workers('Spent by worker until then')).toEqual(['agent: 1 turn · $0.10']);
    expect(await inked(page, '.timeline-drawing')).toBeGreaterThan(1000);
    expect(await inked(page, '.timeline-ruler')).toBeGreaterThan(1000);
    expect(errors).toEqual([]);
    await close();
  });

  it('by keys: from commit to commit and from pass to pass, to both ends and back to now; Enter opens it', async () => {
    const { page, document, errors, close } = await open(fakeTimeline(timelineOf(twoPasses)));
    expect(await spoken(page)).toBe('the present');
    expect(await page.locator('.timeline-past').count()).toBe(0);
    const press = async (key: string, moment: string) => {
      await page.keyboard.press(key);
      await expect.poll(() => spoken(page), { message: key }).toContain(moment);
    };
    await press('ArrowLeft', 'pass 2, after commit 4');
    expect(await past(page)).toBe(
      'Looking at the past: pass 2, after commit 4, act failed, cost unknown of 1 turn, proven $0.10',
    );
    await press('ArrowLeft', 'pass 1, after commit 3, verify failed');
    await press('ArrowRight', 'after commit 4');
    await press('Home', 'after commit 1');
    await press('PageDown', 'after commit 3');
    await press('PageUp', 'after commit 1');
    await press('End', 'after commit 4');
    await page.keyboard.press('Enter');
    await expect.poll(() => document.intents.at(-1)).toEqual({ type: 'open', line: 10 });
    await page.keyboard.press('Escape');
    await page.locator('.timeline-past').waitFor({ state: 'detached' });
    expect(await spoken(page)).toBe('the present');
    await page.getByRole('button', { name: 'Previous commit' }).click();
    await page.locator('.timeline-past vscode-button').click();
    await page.locator('.timeline-past').waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await close();
  });

  it('the wheel zooms where the pointer is, a drag moves, 0 shows everything; a reload keeps the stretch', async () => {
    const { page, document, errors, close } = await open(fakeTimeline(timelineOf(everySign)));
    const asked = () => document.intents.flatMap((intent) => (intent.type === 'window' ? [intent] : [])).at(-1);
    await expect.poll(() => asked()?.pixels ?? 0).toBeGreaterThan(500);
    expect(asked()?.from).toBeNull();
    const box = await page.locator('.timeline-drawing').boundingBox();
    if (!box) throw new Error('nothing is drawn');
    await page.mouse.move(box.x + box.width / 4, box.y + 20);
    await page.mouse.wheel(0, -800);
    await expect.poll(() => asked()?.from ?? null).not.toBeNull();
    const { from = 0, to = 0 } = { from: asked()?.from ?? 0, to: asked()?.to ?? 0 };
    const { whole } = document.snapshot();
    // What is asked for has half of the view on each side of it.
    expect((from + (to - from) * (0.25 + 0.25 / 2) - whole.from) / (whole.to - whole.from)).toBeCloseTo(0.25, 1);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 4 - 100, box.y + 20, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => asked()?.from ?? 0).toBeGreaterThan(from);
    expect(document.intents.some(({ type }) => type === 'scrub')).toBe(false);
    await page.reload();
    await page.locator('.timeline-board').waitFor();
    await expect.poll(() => asked()?.from ?? 0).toBeGreaterThan(from);
    await page.keyboard.press('0');
    await expect.poll(() => asked()?.from).toBeNull();
    await page.keyboard.press('+');
    await expect.poll(() => asked()?.from ?? null).not.toBeNull();
    expect(errors).toEqual([]);
    await close();
  });

  it('a press in the drawing and a drag along the time look at the run as it was there', async () => {
    const { page, document, errors, close } = await open(fakeTimeline(timelineOf(twoPasses)));
    const box = await page.locator('.timeline-drawing').boundingBox();
    if (!box) throw new Error('nothing is drawn');
    await page.mouse.click(box.x + box.width * 0.45, box.y + 10);
    await expect.poll(() => spoken(page)).toContain('after commit 2');
    const ruler = await page.locator('.timeline-ruler').boundingBox();
    if (!ruler) throw new Error('no time is drawn');
    await page.mouse.move(ruler.x + ruler.width * 0.45, ruler.y + 8);
    await page.mouse.down();
    await page.mouse.move(ruler.x + ruler.width * 0.7, ruler.y + 8, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => spoken(page)).toContain('after commit 3');
    await page.mouse.dblclick(box.x + box.width * 0.3, box.y + 10);
    await expect.poll(() => document.intents).toContainEqual({ type: 'open', line: 5 });
    await page.mouse.move(box.x + box.width * 0.3, box.y + 12);
    await expect.poll(() => page.locator('.timeline-tip').textContent()).toBe('act: visit 1, pass 1, done · 0:20');
    expect(errors).toEqual([]);
    await close();
  });

  it('follows a moment that another view has set, and brings it into view', async () => {
    const { page, document, send, close } = await open(fakeTimeline(timelineOf(everySign)));
    for (let times = 0; times < 5; times++) await page.keyboard.press('+');
    document.look(2);
    await send();
    await expect.poll(() => spoken(page)).toContain('after commit 1');
    await expect.poll(() => scrubber(page).getAttribute('data-seen')).toBe('true');
    await close();
  });

  it('says what there is not: no run, nothing yet, nothing readable, lines that are hidden, a trace half read', async () => {
    const empty = createTimeline();
    const document = fakeTimeline(empty, { run: null });
    const { page, send, errors, close } = await open(document);
    await page.getByText('not in the workspace any more').waitFor();
    document.change({});
    await send();
    await page.getByText('Nothing has happened in this run yet.').waitFor();
    empty.add({ line: 1, hidden: 'damaged' });
    await send();
    await page.getByText('No line of this trace can be read.').waitFor();
    for (const [index, entry] of twoPasses.entries()) empty.add({ line: index + 2, entry });
    await send();
    await page.getByText('One line of the trace cannot be read').waitFor();
    const { whole } = document.snapshot();
    document.change({ whole: { ...whole, indexed: 0.4 } });
    await send();
    await page.getByText('the rest is being read: 40 %').waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('axe finds nothing in four themes, at the present and in the past; forced colours draw it, too', async () => {
    const inThePast = async (page: Page) => {
      await page.keyboard.press('Home');
      await page.keyboard.press('PageDown');
      await page.locator('.timeline-past').waitFor();
      await scrubber(page).focus();
    };
    const keep = (page: Page, name: string) => page.screenshot({ path: `test-results/timeline-${name}.png` });
    const document = () => fakeTimeline(timelineOf(everySign), {}, { now: NOW });
    const { page, errors, close } = await open(document(), { height: 560 });
    await page.locator('.timeline-board').waitFor();
    expect(await inEveryTheme(page)).toEqual(NOTHING_IN_ANY);
    await inThePast(page);
    const look = async (theme: string) => void (await keep(page, theme));
    expect(await inEveryTheme(page, { look })).toEqual(NOTHING_IN_ANY);
    expect(errors).toEqual([]);
    await close();
    // Of colours that are forced axe sees the ones below them.
    const forced = await open(document(), { forcedColors: 'active', height: 560 });
    await forced.page.locator('.timeline-board').waitFor();
    await inThePast(forced.page);
    await keep(forced.page, 'forced');
    expect(forced.errors).toEqual([]);
    await forced.close();
  });

  it('at 200 % nothing is cut off and the lanes can be scrolled by keys', async () => {
    const { page, errors, close } = await open(fakeTimeline(timelineOf(everySign)), { width: 640, height: 480 });
    await page.locator('.timeline-board').waitFor();
    await page.screenshot({ path: 'test-results/timeline-narrow.png' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
    await page.locator('.timeline-lanes').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.timeline-lanes').evaluate((one) => one.scrollTop)).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await close();
  });
});
