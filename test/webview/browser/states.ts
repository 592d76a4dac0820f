import type { Page } from 'playwright-core';
import type { Json } from '../../../engine/json';
import { at } from '../../../engine/json';
import { KINDS } from '../../flow/kinds';
import { fixUntilGreen } from '../flows';
import type { FakeDocument } from './document';
import { fakeDocument, issue } from './document';

/** Something that a person may have before them: a document, and the way there from its being opened. */
export interface DesignerState {
  readonly name: string;
  readonly document: () => FakeDocument;
  readonly reach?: (page: Page) => Promise<void>;
  /** What of the page is there in no other state. */
  readonly within?: string;
}

const kinds: Json = JSON.parse(KINDS);
const stepIds = Object.keys((at(kinds, ['steps']) as Record<string, Json>) ?? {});
const loopIds = Object.keys((at(kinds, ['loops']) as Record<string, Json>) ?? {});

const issues = [
  issue('error', 'unknown-worker', ['steps', 'judge', 'worker'], 'The worker "reviewer" is named nowhere.'),
  issue('warning', 'no-cap', ['loops', 'fix', 'spendCap'], 'Nothing bounds what this loop may spend.'),
];

const running = {
  id: '20300101-101500-abcd',
  status: 'running',
  pass: 'pass 2 of 5',
  steps: { act: 'done', verify: 'failed', judge: 'running' },
  latches: { act: 'It said that a file was changed, and it was not.' },
} as const;

const limits = {
  autonomous: ['The loop "fix" makes at most 5 passes.', 'It stops where its worker reports no usage.'],
  supervised: ['The body of "fix" runs once.'],
};

const templates = [{ name: 'fix', title: 'Fix until green', purpose: 'Repair the workspace until its tests pass.' }];

const ready = (page: Page): Promise<void> => page.locator('.canvas [data-step]').first().waitFor();
const press = async (page: Page, key: string): Promise<void> => {
  await page.locator('[data-step="act"]').focus();
  await page.keyboard.press(key);
};

export const STATES: readonly DesignerState[] = [
  { name: 'a flow', document: () => fakeDocument(fixUntilGreen), reach: ready },
  { name: 'a run', document: () => fakeDocument(fixUntilGreen, { run: running }), reach: ready },
  {
    name: 'problems',
    document: () => fakeDocument(fixUntilGreen, { issues }),
    reach: async (page) => {
      await ready(page);
      const fold = page.locator('.problems [aria-expanded="false"]');
      if (await fold.count()) await fold.first().click();
    },
  },
  { name: 'nothing', document: () => fakeDocument({}) },
  {
    name: 'broken, with the last good state',
    document: () => fakeDocument(fixUntilGreen, { broken: { line: 7, message: 'A value was expected.' } }),
    reach: ready,
  },
  {
    name: 'broken from the start',
    document: () => fakeDocument(null, { broken: { line: 7, message: 'A value was expected.' } }),
  },
  {
    name: 'read-only',
    document: () =>
      fakeDocument(fixUntilGreen, { document: { name: 'x', version: 1, readOnly: 'the file may not be written.' } }),
    reach: ready,
  },
  ...[...stepIds, ...loopIds.map((id) => `loop:${id}`)].map((id) => ({
    name: `fields of ${id}`,
    document: () => fakeDocument(kinds, { selection: [id] }),
    reach: ready,
    within: '.inspector',
  })),
  {
    name: 'fields of a route',
    document: () => fakeDocument(fixUntilGreen, { selection: ['route:verify/strong/0'] }),
    reach: ready,
  },
  {
    name: 'several selected',
    document: () => fakeDocument(fixUntilGreen, { selection: ['act', 'verify'] }),
    reach: ready,
  },
  { name: 'the list of kinds', document: () => fakeDocument(fixUntilGreen), reach: (page) => press(page, 'a') },
  { name: 'the list of targets', document: () => fakeDocument(fixUntilGreen), reach: (page) => press(page, 'c') },
  { name: 'the list of steps', document: () => fakeDocument(fixUntilGreen), reach: (page) => press(page, 'Control+f') },
  {
    name: 'the outline',
    document: () => fakeDocument(kinds, { issues: [] }),
    reach: async (page) => {
      await ready(page);
      await page
        .locator('.toolbar')
        .getByRole('button', { name: /^Outline|⟦Outline/ })
        .click();
      await page.locator('[role="tree"]').waitFor();
    },
  },
  {
    name: 'the menu of a step',
    document: () => fakeDocument(fixUntilGreen),
    reach: async (page) => {
      await ready(page);
      await page.locator('[data-step="verify"]').click({ button: 'right' });
      await page.locator('[role="menu"]').waitFor();
    },
  },
  {
    name: 'the menu of a loop',
    document: () => fakeDocument(fixUntilGreen),
    reach: async (page) => {
      await ready(page);
      await page.locator('[data-loop="fix"] .loop-head').click({ button: 'right' });
      await page.locator('[role="menu"]').waitFor();
    },
  },
  {
    name: 'all keys',
    document: () => fakeDocument(fixUntilGreen),
    reach: async (page) => {
      await press(page, '?');
      await page.locator('.help').waitFor();
    },
  },
  {
    name: 'a new id',
    document: () => fakeDocument(fixUntilGreen),
    reach: async (page) => {
      await press(page, 'F2');
      await page.locator('.picker input').waitFor();
    },
  },
  {
    name: 'the limits before a run',
    document: () => fakeDocument(fixUntilGreen, { limits }),
    reach: async (page) => {
      await ready(page);
      await page.locator('.run-strip').getByRole('button').last().click();
      await page.locator('.run-card').waitFor();
    },
  },
  {
    name: 'nothing, with templates',
    document: () => fakeDocument(null, { templates }),
    reach: (page) => page.locator('.start').waitFor(),
  },
];
