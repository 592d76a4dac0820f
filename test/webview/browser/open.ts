import type { Browser, Page } from 'playwright-core';
import { pageWords } from '../../../extension/pageWords';
import { launchBrowser } from '../../vscode-host/chromium.mjs';
import { designerBundle } from './bundle';
import type { FakeDocument } from './document';
import type { ThemeName } from './themes';
import { themeClass, themeCss } from './themes';

/** What stands behind a page: what it is shown, and what becomes of its intents (true: it is to be shown anew). */
interface Behind<I extends { readonly type: string }> {
  readonly snapshot: () => unknown;
  receive(intent: I | { readonly type: 'failed'; readonly message: string }): boolean;
}

export interface OpenPage<D> {
  readonly page: Page;
  readonly document: D;
  /** Errors of the page: there must be none. */
  readonly errors: string[];
  /** Sends the document's snapshot, as the extension does after any change. */
  send(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly forcedColors?: 'active';
  /** Which page of the bundle; default: the designer. */
  readonly shows?: string;
  /** The translation that the page carries. */
  readonly words?: Readonly<Record<string, string>>;
}

export type OpenDesigner = OpenPage<FakeDocument>;

const ORIGIN = 'https://designer.test';

export const startBrowser = (): Promise<Browser> => launchBrowser();

/** Opens the designer on a document. */
export const openDesigner = (browser: Browser, document: FakeDocument, options: Options = {}): Promise<OpenDesigner> =>
  openPage(browser, document, options);

/**
 * Opens a page of the bundle, under the content policy of a VS Code webview and in front of a fake handle. What was closed
 * before is loaded anew: that is a page as new as any, with nothing kept, and there in half the time.
 */
export async function openPage<I extends { readonly type: string }, D extends Behind<I>>(
  browser: Browser,
  document: D,
  options: Options = {},
): Promise<OpenPage<D>> {
  const stage = free.get(browser)?.pop() ?? (await newStage(browser));
  const { page } = stage;
  const errors: string[] = [];
  const send = () => page.evaluate((snapshot) => window.postMessage(snapshot, '*'), document.snapshot());
  const receive = async (intent: Parameters<D['receive']>[0]) => {
    if ('message' in intent) errors.push(intent.message);
    if (document.receive(intent)) await send();
  };
  stage.play = { options, errors, receive: receive as Play['receive'], visit: stage.visits++, served: false };
  await page.setViewportSize({ width: options.width ?? 1280, height: options.height ?? 760 });
  await page.emulateMedia({ forcedColors: options.forcedColors ?? 'none', reducedMotion: 'reduce' });
  await page.goto(`${ORIGIN}/`);
  const close = async () => {
    stage.play = undefined;
    await page.mouse.move(-1, -1);
    free.set(browser, [...(free.get(browser) ?? []), stage]);
  };
  return { page, document, errors, send, close };
}

/** What a stage shows: one opening, until it is closed. */
interface Play {
  readonly options: Options;
  readonly errors: string[];
  readonly receive: (intent: unknown) => Promise<void>;
  /** Marks the intents of this opening: one before it may still speak while it goes. */
  readonly visit: number;
  /** Whether the page was asked for already: a reload keeps what it has put by. */
  served: boolean;
}

/** A tab of a browser that shows one opening after another. A test that fails does not close its own, and no other gets it. */
interface Stage {
  readonly page: Page;
  play: Play | undefined;
  visits: number;
}

const free = new WeakMap<Browser, Stage[]>();

async function newStage(browser: Browser): Promise<Stage> {
  const bundle = await designerBundle();
  const page = await (await browser.newContext()).newPage();
  const stage: Stage = { page, play: undefined, visits: 1 };
  page.on('pageerror', (error) => stage.play?.errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') stage.play?.errors.push(message.text());
  });
  await page.exposeFunction('postIntent', async (visit: number, intent: unknown) => {
    if (visit === stage.play?.visit) await stage.play.receive(intent);
  });
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/designer.js') return route.fulfill({ contentType: 'text/javascript', body: bundle.script });
    if (pathname === '/designer.css') return route.fulfill({ contentType: 'text/css', body: bundle.style });
    return route.fulfill({ contentType: 'text/html', body: stage.play ? html(stage.play) : '' });
  });
  return stage;
}

function html(play: Play): string {
  const { theme = 'dark', shows, words } = play.options;
  const forget = play.served ? '' : 'sessionStorage.clear();';
  play.served = true;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Flow</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src ${ORIGIN} data:; font-src ${ORIGIN}; style-src ${ORIGIN} 'nonce-N0nce'; script-src 'nonce-N0nce'">
<meta property="csp-nonce" content="N0nce">
<style nonce="N0nce">${themeCss(theme)}</style>
<link rel="stylesheet" href="${ORIGIN}/designer.css">
<script nonce="N0nce">
  ${forget}
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => void window.postIntent(${play.visit}, JSON.parse(JSON.stringify(message))),
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
  });
</script></head><body class="${themeClass(theme)}"${shows ? ` data-page="${shows}"` : ''}><div id="root"></div>
${pageWords(words)}<script nonce="N0nce" src="${ORIGIN}/designer.js"></script></body></html>`;
}
