import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../extension/messages';
import { openDesigner, startBrowser } from './open';
import { STATES } from './states';

/** A language in which every message is put in brackets: what shows without them cannot be translated. */
const bracketed = Object.fromEntries(messages().map((text) => [text, `⟦${text}⟧`]));

/** Examples of a value, words of the format itself, and what is printed on keys. */
const FORMAT = ['NAME=value', '24h', 'usd', 'tokens', 'idle', '@complete @stop @handoff @escalate'];
const KEYS = 'Ctrl Shift Alt Cmd Enter Delete Backspace Escape Space Tab Home End Menu F2 F10';

describe('in another language', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  for (const { name, document, reach } of STATES)
    it(`${name}: every word but those of the flow is translated`, async () => {
      const shown = document();
      const { page, errors, close } = await openDesigner(browser, shown, { words: bracketed });
      await page.locator('.toolbar').waitFor();
      await reach?.(page);
      const own = wordsOf([...strings(shown.snapshot()), ...FORMAT, KEYS].join(' '));
      const english = (await words(page))
        .map(plain)
        .filter((text) => [...wordsOf(text)].some((word) => !own.has(word)));
      expect([...new Set(english)]).toEqual([]);
      expect(errors).toEqual([]);
      await close();
    });

  it('but a text that has no translation stands out', async () => {
    const state = STATES[0];
    if (!state) throw new Error('no states');
    const { Undo: _, ...most } = bracketed;
    const { page, close } = await openDesigner(browser, state.document(), { words: most });
    await page.locator('.toolbar').waitFor();
    expect((await words(page)).map(plain)).toContain('Undo');
    await close();
  });
});

/** What is left of a text without its translated parts. */
function plain(text: string): string {
  const inner = text.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  return inner === text ? text.trim() : plain(inner);
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/\p{L}{2,}/gu));

/** Every string in a value, and every key. */
const strings = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) => [key, ...strings(item)])
      : [];

/** Everything that is read out or seen in a page, and in the shadows of its elements. */
const words = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SAID = ['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'title', 'placeholder'];
    const found: string[] = [];
    const look = (root: Element | ShadowRoot) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.matches('script, style')) continue;
        for (const name of SAID) found.push(element.getAttribute(name) ?? '');
        // A text of several parts counts as one: its translated part may stand in the middle.
        const own = [...element.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.textContent ?? ''] : []));
        found.push(own.join(''));
        if (element.shadowRoot) look(element.shadowRoot);
      }
    };
    look(document.body);
    return found.filter((text) => text.trim() !== '');
  });
