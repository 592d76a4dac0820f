import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { until } from '../until';
import { drag } from './drag';
import { whatIsShown } from './whatIsShown';

export type Workbench = ReturnType<typeof workbench>;

/** What a person does in one window of VS Code, as Playwright steps. */
export function workbench(page: Page, pictures: string) {
  const problems: string[] = [];
  // Seen from every frame, so errors inside webviews arrive here too.
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.location().url} ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`pageerror ${error.stack ?? error}`));

  const quickInput = page.locator('.quick-input-widget:visible');
  const tab = (name: string | RegExp): Locator => page.locator('.tabs-container .tab', { hasText: name });
  const press = (keys: string) => page.keyboard.press(keys);
  const pane = (title: string) => page.locator('.pane', { has: page.locator(`.pane-header[aria-label^="${title}"]`) });
  const tree = (title: string): Locator => pane(title).locator('.monaco-list-row');

  /** Waits until the window is usable and this extension's contributions are known. */
  async function ready(): Promise<void> {
    await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
    await page.locator('.statusbar-item').first().waitFor({ timeout: 60_000 });
    await page.locator('.activitybar a[aria-label^="Converge"]').first().waitFor({ timeout: 60_000 });
  }

  /**
   * Reloads the window with VS Code's own command. It first puts by which tabs and views are open; a reload by the browser
   * brings back those of some seconds ago, as `away` does.
   */
  async function reload(): Promise<void> {
    await Promise.all([page.waitForEvent('domcontentloaded'), runCommand('Developer: Reload Window')]);
    await ready();
  }

  /** Closes the window, lets something happen, and comes back to it, as a person does the next day. */
  async function away(meanwhile: () => void): Promise<void> {
    const address = page.url();
    await page.goto('about:blank');
    meanwhile();
    await page.goto(address, { waitUntil: 'commit' });
    await ready();
  }

  /**
   * Shows a container of the activity bar. A click on the one that is shown hides it, and a window that is still coming back
   * may show it in the very moment of the click: then once more.
   */
  async function openView(title: string): Promise<void> {
    const item = page.locator('.activitybar .action-item', { has: page.locator(`a[aria-label^="${title}"]`) }).first();
    const shown = item.and(page.locator('.checked'));
    await until(
      `the view ${title}`,
      async () => {
        if (await shown.count()) return true;
        await item.click();
        return shown.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        );
      },
      60_000,
    );
  }

  /** Opens the command palette (from inside a webview too, which passes F1 on) and runs the command of that title. */
  async function runCommand(title: string): Promise<void> {
    // "Undo" is not "Undo Restore", which may stand above it.
    const whole = new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
    const rows = quickInput.locator('.monaco-list-row', { hasText: title });
    const named = rows.filter({ has: page.locator('.label-name', { hasText: whole }) });
    let tries = 0;
    // The palette closes again where something else takes the focus in this moment.
    await reach(`the command ${title}`, async () => {
      // A page that was hidden a moment ago may still have the keys: a click on the window takes them back.
      if (tries > 0) await page.locator('.part.titlebar').click({ position: { x: 300, y: 5 } });
      tries += 1;
      await press('F1');
      await quickInput.waitFor({ timeout: 5000 });
      await quickInput.locator('input').first().fill(`>${title}`, { timeout: 3000 });
      await rows.first().waitFor({ timeout: 10_000 });
      const isNamed = await named
        .first()
        .waitFor({ timeout: 2000 })
        .then(
          () => true,
          () => false,
        );
      await (isNamed ? named : rows).first().click({ timeout: 10_000 });
    });
  }

  /**
   * Opens a file from the explorer. `custom` insists on a custom editor: soon after the start the workbench does not
   * know them yet and shows the text instead; then the tab is closed and the file opened again, as a person would.
   */
  async function openFile(name: string, { custom = false } = {}): Promise<void> {
    const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
    await openView('Explorer');
    await row.first().waitFor({ timeout: 60_000 });
    const text = page.locator('.editor-instance .monaco-editor[role="code"]');
    const web = page.locator('iframe.webview');
    for (let tries = 0; tries < 20; tries++) {
      await row.first().dblclick();
      await tab(name).first().waitFor({ timeout: 30_000 });
      if (!custom) return;
      await text.or(web).first().waitFor({ timeout: 60_000 });
      if ((await web.count()) > 0) return;
      await tab(name).first().click({ button: 'middle' });
      await tab(name).first().waitFor({ state: 'detached' });
    }
    throw new Error(`${name} keeps opening as text`);
  }

  /** Unfolds a view of the shown container, as a click on its header does. */
  async function openPane(title: string): Promise<void> {
    const header = pane(title).locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
    await pane(title).locator('.pane-body').waitFor();
  }

  /** Chooses a colour theme by its name, as a person does. */
  async function chooseTheme(name: string): Promise<void> {
    await runCommand('Preferences: Color Theme');
    await quickInput.locator('input').first().fill(name);
    await quickInput.locator('.monaco-list-row.focused', { hasText: name }).waitFor();
    await press('Enter');
    await quickInput.first().waitFor({ state: 'hidden' });
  }

  /** Presses a button in the title of a view of the shown container. */
  async function viewAction(view: string, title: string): Promise<void> {
    const header = pane(view).locator('.pane-header');
    await reach(`the button ${title} of ${view}`, async () => {
      await header.hover({ timeout: 5000 });
      await header.getByRole('button', { name: title }).click({ timeout: 5000 });
    });
  }

  // Rows move and are drawn anew while one reaches for them: then a person looks again, and so do these two.

  /** Presses one of the buttons that a row shows under the pointer. */
  async function rowAction(row: Locator, title: string): Promise<void> {
    await reach(`the button ${title} of a row`, async () => {
      await row.hover({ timeout: 5000 });
      await row.getByRole('button', { name: title }).click({ timeout: 5000 });
    });
  }

  /** Chooses from the menu that a right click on a row opens. */
  async function contextMenu(row: Locator, item: string): Promise<void> {
    const items = page.locator('.context-view .action-menu-item');
    const wanted = items.filter({ hasText: item });
    let tried = false;
    await reach(`${item} in the menu of a row`, async () => {
      // What another moment's menu holds may not be what the row offers now.
      if (await items.count()) await press('Escape');
      await row.click({ button: 'right', timeout: 10_000 });
      await items.first().waitFor({ timeout: 5000 });
      // A click may have been taken although nobody heard of it in time; what it did may not be offered any more.
      if (tried && !(await wanted.count())) return press('Escape');
      await wanted.waitFor({ timeout: 3000 });
      tried = true;
      await wanted.click({ timeout: 10_000 });
      // A menu takes no click in its first moments, and stays: then it is opened once more.
      await items.first().waitFor({ state: 'detached', timeout: 10_000 });
    });
  }

  /** The answer to "Do you trust the authors of the files in this folder?". */
  async function answerTrust(answer: 'yes' | 'no'): Promise<void> {
    const button = page.locator('.monaco-dialog-box').getByRole('button', { name: answer === 'yes' ? /^Yes/ : /^No/ });
    await button.click({ timeout: 60_000 });
    await button.waitFor({ state: 'detached' });
  }

  /** From now on: yes, whenever that question comes. */
  async function trustWhenAsked(): Promise<void> {
    const yes = page.locator('.monaco-dialog-box').getByRole('button', { name: /^Yes, I trust/ });
    await page.addLocatorHandler(yes, () => yes.click());
  }

  /** Trusts the folder afterwards, through the Workspace Trust editor. */
  async function trustFolder(): Promise<void> {
    await runCommand('Workspaces: Manage Workspace Trust');
    const trust = page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true });
    await trust.first().click({ timeout: 30_000 });
    await page.locator('.workspace-trust-editor.trusted').waitFor();
  }

  return {
    page,
    ready,
    reload,
    away,
    runCommand,
    openFile,
    answerTrust,
    trustWhenAsked,
    trustFolder,
    quickInput,
    tab,
    isDirty: (name: string): Promise<boolean> =>
      tab(name)
        .first()
        .evaluate((element) => element.classList.contains('dirty')),
    openView,
    openPane,
    rowAction,
    chooseTheme,
    viewAction,
    contextMenu,
    /** A button in the title bar of the active group of editors. */
    titleAction: (title: string): Locator =>
      page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name: title }),
    /** The rows of a view, by its title. */
    tree,
    row: (view: string, text: string | RegExp): Locator => tree(view).filter({ hasText: text }).first(),
    statusBar: (text: string | RegExp): Locator => page.locator('.statusbar-item', { hasText: text }),
    toast: (text: string | RegExp): Locator =>
      page.locator('.notifications-toasts .notification-list-item', { hasText: text }),
    dialog: (text: string | RegExp): Locator => page.locator('.monaco-dialog-box', { hasText: text }),
    /** The document of a webview that is shown: an iframe of the workbench that holds one more. */
    webview: (index = 0): FrameLocator =>
      page.frameLocator('iframe.webview.ready').nth(index).frameLocator('iframe#active-frame'),
    drag: (from: Locator, to: Parameters<typeof drag>[2]): Promise<void> => drag(page, from, to),
    press,
    save: () => press('Control+s'),
    undo: () => press('Control+z'),
    redo: () => press('Control+Shift+z'),
    /** Keeps a picture of the window as test output. */
    async screenshot(name: string): Promise<void> {
      const file = path.join(pictures, `${name}.png`);
      mkdirSync(path.dirname(file), { recursive: true });
      await page.screenshot({ path: file });
    },
    /** Keeps a picture of the window and what assistive technology is told of it, and returns in words what is there. */
    async keepFailure(name: string): Promise<string> {
      const file = path.join(pictures, name);
      mkdirSync(pictures, { recursive: true });
      const [, shown] = await Promise.allSettled([
        page.screenshot({ path: `${file}.png` }),
        whatIsShown(page, `${file}.txt`),
      ]);
      return `kept: ${file}.png and .txt\n${shown.status === 'fulfilled' ? shown.value : shown.reason}`;
    },
    /** Errors of webviews. The workbench logs some of its own, more of them on a busy machine. */
    webviewProblems: (): readonly string[] =>
      problems.filter((problem) => /contrib\/webview\/|vscode-resource|Content Security Policy/.test(problem)),
    close: () => page.context().close(),
  };
}

/** Tries again until one try goes through, and then names what the last one met. */
const reach = (what: string, act: () => Promise<void>): Promise<true> =>
  until(
    what,
    async () => {
      await act();
      return true as const;
    },
    120_000,
  );
