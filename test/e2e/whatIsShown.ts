import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** What is named beside a picture, for those who can read only the output of a test run. */
const NAMED: Readonly<Record<string, string>> = {
  tabs: '.tabs-container .tab',
  dialogs: '.monaco-dialog-box, .quick-input-widget',
  toasts: '.notifications-toasts .notification-list-item',
  menu: '.context-view .action-menu-item',
  rows: '.sidebar .monaco-list-row[aria-level="1"]',
};

/** Writes the accessibility trees of a window and of its frames to a file, and returns the main things in a few lines. */
export async function whatIsShown(page: Page, file: string): Promise<string> {
  const trees = page.frames().map(async (frame) => {
    const tree = await frame.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
    return `# ${frame.url()}\n${tree}\n`;
  });
  writeFileSync(file, (await Promise.all(trees)).join('\n'));
  const lines = Object.entries(NAMED).map(async ([name, selector]) => {
    const texts = await page.locator(selector).filter({ visible: true }).evaluateAll(readOut);
    return texts.length > 0 ? [`  ${name}: ${texts.slice(0, 8).join(' | ')}`] : [];
  });
  return (await Promise.all(lines)).flat().join('\n');
}

/** Runs in the page. */
const readOut = (elements: readonly Element[]): string[] =>
  elements.map((one) => {
    const said = one.getAttribute('aria-label') ?? one.textContent ?? '';
    const states = ['active', 'dirty'].filter((state) => one.classList.contains(state));
    return [said.trim().slice(0, 160), ...states.map((state) => `(${state})`)].join(' ');
  });
