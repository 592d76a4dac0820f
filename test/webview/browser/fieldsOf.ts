import type { Page } from 'playwright-core';
import type { FlowEdit } from '../../../engine/flow/edit';
import type { Json, JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import type { FakeDocument } from './document';

/** What was sent as edits, in their order. */
export const edits = (document: FakeDocument): readonly FlowEdit[] =>
  document.intents.flatMap((intent) => (intent.type === 'edit' ? [intent.edit] : []));

export const valueAt = (document: FakeDocument, path: JsonPath): Json | undefined =>
  at(document.snapshot().flow ?? {}, path);

/** Where one types, by what the field is called: the toolkit's fields hold it inside, plain ones are it. */
export const named = (page: Page, name: string) =>
  page.locator('.inspector').getByRole('textbox', { name, exact: true }).or(combo(page, name)).first();

const combo = (page: Page, name: string) => page.locator('.inspector').getByRole('combobox', { name, exact: true });

export const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(() => window.document.activeElement?.getAttribute('aria-label') ?? null);
