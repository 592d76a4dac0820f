import { describe, expect, it } from 'vitest';
import { createDesigner } from '../../webview/designer/designer';
import { memoryFrom } from '../../webview/host';
import type { DesignerMemory, Intent } from '../../webview/protocol';
import { fakeDocument } from './browser/document';
import { fixUntilGreen } from './flows';

function opened(remembered: DesignerMemory | null = null) {
  const intents: Intent[] = [];
  let memory = remembered;
  const host = {
    post: (intent: Intent) => void intents.push(intent),
    remember: (next: DesignerMemory) => {
      memory = next;
    },
    remembered: () => memory,
  };
  return { designer: createDesigner(host), intents, memory: () => memory };
}

const snapshot = (selection: readonly string[] = []) => fakeDocument(fixUntilGreen, { selection }).snapshot();

describe('the state of the designer', () => {
  it('selects at once, tells it once, and is not set back by a snapshot that is late', () => {
    const { designer, intents } = opened();
    designer.receive(snapshot());
    designer.select(['act']);
    designer.select(['act']);
    designer.select(['verify']);
    expect(intents).toEqual([
      { type: 'select', selection: ['act'] },
      { type: 'select', selection: ['verify'] },
    ]);
    designer.receive(snapshot());
    expect(designer.store.get().selection).toEqual(['verify']);
    designer.receive(snapshot(['act']));
    expect(designer.store.get().selection).toEqual(['verify']);
    designer.receive(snapshot(['verify']));
    expect(designer.store.get().selection).toEqual(['verify']);
  });

  it('follows a selection that was made elsewhere, and drops what is gone', () => {
    const { designer } = opened();
    designer.receive(snapshot());
    designer.receive(snapshot(['judge', 'loop:fix', 'route:act/strong/0', 'gone']));
    expect(designer.store.get().selection).toEqual(['judge', 'loop:fix', 'route:act/strong/0']);
  });

  it('posts an edit for the version that is shown, and none while locked', () => {
    const { designer, intents } = opened();
    designer.edit({ type: 'tidy' });
    designer.receive(snapshot());
    designer.edit({ type: 'tidy' });
    expect(intents).toEqual([{ type: 'edit', version: 1, edit: { type: 'tidy' } }]);
    designer.receive({ ...snapshot(), broken: { message: 'no', line: 1 } });
    expect(designer.edit({ type: 'tidy' })).toBe(false);
    expect(designer.store.get().said.text).toMatch(/^Nothing can be edited/);
    expect(intents.length).toBe(1);
  });

  it('remembers the draft while it is typed, not once it is on its way, and forgets it with its step', () => {
    const { designer, memory } = opened();
    const path = ['steps', 'act', 'prompt'];
    designer.receive(snapshot());
    designer.draft(path, 'Half');
    expect(memory()?.draft).toEqual({ path, text: 'Half' });
    expect(designer.isTyping()).toBe(true);
    designer.sent(path);
    expect(memory()?.draft).toBeNull();
    expect(designer.isTyping()).toBe(false);
    designer.receive(snapshot());
    expect(designer.store.get().drafts).toEqual({});
    designer.draft(path, 'Again');
    designer.receive(snapshot());
    expect(Object.values(designer.store.get().drafts)).toEqual(['Again']);
    designer.receive({ ...snapshot(), flow: {} });
    expect(designer.store.get().drafts).toEqual({});
  });

  it('starts from what it remembers, and tells the selection that it kept', () => {
    const memory = {
      viewport: { x: 1, y: 2, zoom: 0.6 },
      selection: ['act', 'judge'],
      collapsed: ['fix'],
      draft: null,
    };
    const { designer, intents } = opened(memory);
    designer.receive(snapshot());
    expect(designer.store.get().selection).toEqual(['act', 'judge']);
    expect(designer.store.get().viewport).toEqual(memory.viewport);
    expect(intents).toEqual([{ type: 'select', selection: ['act', 'judge'] }]);
  });

  it('takes a memory that it cannot read for none', () => {
    expect(memoryFrom(undefined)).toBeNull();
    expect(memoryFrom({ viewport: { x: '1' }, selection: [1, 'a'], draft: { path: 'x' } })).toEqual({
      viewport: null,
      selection: ['a'],
      collapsed: [],
      draft: null,
    });
  });

  it('says a refusal of what was asked for, once', () => {
    const { designer } = opened();
    designer.receive(snapshot());
    designer.receive({ ...snapshot(), refused: 'The text has changed meanwhile.' });
    expect(designer.store.get().said).toEqual({ text: 'The text has changed meanwhile.', count: 1 });
    designer.receive(snapshot());
    expect(designer.store.get().said.count).toBe(1);
  });
});
