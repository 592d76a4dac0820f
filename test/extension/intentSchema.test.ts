import { describe, expect, it } from 'vitest';
import type { FlowFragment } from '../../engine/flow/fragment';
import { intentSchema } from '../../extension/intentSchema';
import type { Intent } from '../../webview/protocol';

const fragment: FlowFragment = {
  convergeFragment: 1,
  ...{ steps: { a: { kind: 'work' } }, loops: {}, workers: { w: { use: 'x' } }, channels: {}, layout: { a: [1, 2] } },
};

const good: readonly Intent[] = [
  { type: 'edit', version: 3, edit: { type: 'paste', fragment, position: [1, 2] } },
  { type: 'edit', version: 3, edit: { type: 'paste', fragment: { ...fragment, inputs: { n: { type: 'string' } } } } },
  { type: 'edit', version: 3, edit: { type: 'batch', edits: [{ type: 'tidy' }, { type: 'takeOut', ids: ['a'] }] } },
  { type: 'edit', version: 3, edit: { type: 'renameEntry', map: 'channels', from: 'a', to: 'b' } },
  { type: 'ready' },
  { type: 'edit', version: 3, edit: { type: 'set', path: ['steps', 'act', 'commands', 0], value: { a: [1, null] } } },
  { type: 'edit', version: 3, edit: { type: 'set', path: ['title'] } },
  { type: 'edit', version: 3, edit: { type: 'addStep', kind: 'work', position: [1, 2.5], after: 'act' } },
  { type: 'edit', version: 3, edit: { type: 'connect', from: 'a', to: '@stop', kind: 'choice', name: 'yes' } },
  { type: 'edit', version: 3, edit: { type: 'move', positions: { act: [0, -40] } } },
  { type: 'edit', version: 3, edit: { type: 'wrapInLoop', head: 'a', tail: 'b' } },
  { type: 'edit', version: 3, edit: { type: 'wrapInLoop', head: 'a', tail: 'b', loop: 'group' } },
  { type: 'select', selection: ['act', 'loop:fix', 'route:act/strong/0'] },
  { type: 'openText', path: ['steps', 'act'] },
  { type: 'applyFix', version: 1, code: 'missing-target', path: ['steps', 'act', 'next'] },
  { type: 'run' },
  { type: 'stop' },
  { type: 'undo' },
  { type: 'redo' },
  { type: 'failed', message: 'TypeError' },
];

describe('messages from a designer', () => {
  it('that are intents are read as they are', () => {
    for (const intent of good) expect(intentSchema.parse(intent)).toEqual(intent);
  });

  it('that are anything else are refused', () => {
    const bad: readonly unknown[] = [
      { type: 'edit', version: 3, edit: { type: 'paste', fragment: { ...fragment, convergeFragment: 2 } } },
      { type: 'edit', version: 3, edit: { type: 'paste', fragment: { ...fragment, layout: { a: ['x', 2] } } } },
      { type: 'edit', version: 3, edit: { type: 'batch', edits: [{ type: 'tidy' }, { type: 'dream' }] } },
      null,
      'ready',
      {},
      { type: 'exec', command: 'rm' },
      { type: 'ready', more: 1 },
      { type: 'edit', edit: { type: 'tidy' } },
      { type: 'edit', version: -1, edit: { type: 'tidy' } },
      { type: 'edit', version: 1, edit: { type: 'replaceAll', text: '' } },
      { type: 'edit', version: 1, edit: { type: 'move', positions: { act: [0] } } },
      { type: 'edit', version: 1, edit: { type: 'set', path: [{}], value: 1 } },
      { type: 'edit', version: 1, edit: { type: 'set', path: ['a'], value: () => 1 } },
      { type: 'edit', version: 1, edit: { type: 'wrapInLoop', head: 'a', tail: 'b', loop: 'while' } },
      { type: 'select', selection: [1] },
      { type: 'openText', path: 'steps' },
    ];
    expect(bad.filter((message) => intentSchema.safeParse(message).success)).toEqual([]);
  });
});
