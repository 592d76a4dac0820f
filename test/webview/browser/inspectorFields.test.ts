import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOP_TYPES, STEP_KINDS } from '../../../engine/flow/names';
import type { Json, JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { flowSections } from '../../../webview/designer/inspector/specs/flow';
import { loopSections } from '../../../webview/designer/inspector/specs/loops';
import type { FieldSpec, SectionSpec } from '../../../webview/designer/inspector/specs/spec';
import { fieldsOf } from '../../../webview/designer/inspector/specs/spec';
import { stepSections } from '../../../webview/designer/inspector/specs/steps';
import { KINDS } from '../../flow/kinds';
import { fakeDocument } from './document';
import type { OpenDesigner } from './open';
import { openDesigner, startBrowser } from './open';

const kinds: Json = JSON.parse(KINDS);
const idOf = (map: 'steps' | 'loops', key: 'kind' | 'type', wanted: string): string =>
  Object.keys(at(kinds, [map]) as object).find((id) => at(kinds, [map, id, key]) === wanted) ?? '';

/** What is typed or chosen in a field of each simple control, and what then stands in the flow. */
function wanted(field: FieldSpec): { readonly typed: string; readonly value: Json } | null {
  switch (field.control) {
    case 'text':
    case 'called':
      return { typed: 'abc', value: 'abc' };
    case 'prose':
      return { typed: 'One.\nTwo.', value: 'One.\nTwo.' };
    case 'whole':
      return { typed: '7', value: 7 };
    case 'number':
      return field.signed ? { typed: '-1.5', value: -1.5 } : { typed: '1.5', value: 1.5 };
    case 'duration':
      return { typed: '90 s', value: '90s' };
    case 'cel':
      return { typed: 'budget.usd > 1.0', value: 'budget.usd > 1.0' };
    case 'json':
      return field.only === 'list'
        ? { typed: '[1]', value: [1] }
        : { typed: '{ "type": "object" }', value: { type: 'object' } };
    case 'arguments':
      return { typed: 'a\nb c', value: ['a', 'b c'] };
    default:
      return null;
  }
}

describe('each field of the inspector is typed, stands in the flow as one edit, and is undone', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it.each(STEP_KINDS)('of a %s step', (kind) => {
    const id = idOf('steps', 'kind', kind);
    return throughAll(browser, [id], ['steps', id], stepSections[kind]);
  });
  it.each(LOOP_TYPES)('of a loop of type %s', (type) => {
    const id = idOf('loops', 'type', type);
    return throughAll(browser, [`loop:${id}`], ['loops', id], loopSections[type]);
  });
  it('of the flow', () => throughAll(browser, [], [], flowSections));
});

async function throughAll(
  browser: Browser,
  selection: readonly string[],
  base: JsonPath,
  sections: readonly SectionSpec[],
): Promise<void> {
  const document = fakeDocument(kinds, { selection });
  const opened = await openDesigner(browser, document, { height: 2400 });
  const { page, errors, close } = opened;
  for (const section of sections) {
    const around = page.locator(`[data-section="${section.id}"]`);
    if ((await around.getAttribute('open')) === null) await around.locator('summary').click();
    for (const field of fieldsOf([section])) await through(opened, around, [...base, ...field.at], field);
  }
  expect(errors).toEqual([]);
  await close();
}

/** Sets one field as a person does, then takes it back with Ctrl+Z in the field. */
async function through(
  { page, document, send }: OpenDesigner,
  around: Locator,
  path: JsonPath,
  field: FieldSpec,
): Promise<void> {
  const before = document.snapshot().flow;
  const edits = document.intents.filter(({ type }) => type === 'edit').length;
  const control = around.locator(`[data-field="${field.label}"]`).first();
  const expected = await set(page, around, control, field, at(before ?? {}, path));
  if (expected === null) return;
  const where = `${field.label} at ${path.join('.')}`;
  await expect.poll(() => at(document.snapshot().flow ?? {}, path), { message: where }).toEqual(expected);
  expect(document.intents.filter(({ type }) => type === 'edit').length, where).toBe(edits + 1);
  await page.keyboard.press('Control+z');
  await expect.poll(() => document.snapshot().flow, { message: `${where}, undone` }).toEqual(before);
  // What comes next is meant for the version that is shown by then.
  await send();
}

async function set(
  page: Page,
  around: Locator,
  control: Locator,
  field: FieldSpec,
  before: Json | undefined,
): Promise<Json | null> {
  const typed = wanted(field);
  if (typed) {
    await fill(control, typed.typed);
    await page.keyboard.press('Control+Enter');
    return typed.value;
  }
  switch (field.control) {
    case 'choice': {
      const value = Object.keys(field.options).find((option) => option !== before) ?? '';
      await control.selectOption(value);
      return value;
    }
    case 'check':
      await control.focus();
      await page.keyboard.press('Space');
      return true;
    case 'step':
    case 'target':
    case 'targets': {
      const value = before === 'sub' ? 'each' : 'sub';
      await control.selectOption(value);
      return Array.isArray(before) ? [value, ...before.slice(1)] : value;
    }
    case 'list': {
      const list: readonly Json[] = Array.isArray(before) ? before : [];
      const fresh = around.locator(`[data-field="${field.label}"]`).nth(list.length);
      await fill(fresh, 'word');
      await page.keyboard.press('Enter');
      return [...list, 'word'];
    }
    default:
      return null;
  }
}

async function fill(control: Locator, text: string): Promise<void> {
  // The toolkit's fields are there a moment before what one types into.
  const isHost = await control.evaluate((element) => element.tagName.startsWith('VSCODE-'));
  await (isHost ? control.locator('input, textarea') : control).fill(text);
}
