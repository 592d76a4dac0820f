import { describe, expect, it } from 'vitest';
import type { FlowEdit } from '../../engine/flow/edit';
import type { Json } from '../../engine/json';
import { stillFits } from '../../extension/editFits';

const flow = (more: { commands?: Json; to?: string; prompt?: string } = {}): Json => ({
  start: 'act',
  steps: {
    act: { kind: 'work', prompt: more.prompt ?? 'Do it', next: more.to ?? 'verify' },
    verify: { kind: 'verify', commands: more.commands ?? [{ run: ['npm', 'test'] }], next: '@complete' },
  },
});
const set = (path: readonly (string | number)[]): FlowEdit => ({ type: 'set', path, value: 'x' });

describe('an edit meant for an older version of the flow', () => {
  it('SH-30 e fits where it names what it changes', () => {
    expect(stillFits(flow(), flow({ prompt: 'Other' }), { type: 'move', positions: { act: [1, 2] } })).toBe(true);
    expect(stillFits(flow(), flow({ to: '@stop' }), set(['steps', 'act', 'prompt']))).toBe(true);
    expect(stillFits(flow(), flow({ to: '@stop' }), { type: 'deleteSteps', ids: ['act'] })).toBe(true);
  });

  it('fits in a list only where the list is as it was', () => {
    const edit = set(['steps', 'verify', 'commands', 0, 'timeout']);
    expect(stillFits(flow(), flow({ prompt: 'Other' }), edit)).toBe(true);
    expect(stillFits(flow(), flow({ commands: [{ run: ['lint'] }, { run: ['npm', 'test'] }] }), edit)).toBe(false);
  });

  it('fits a route only where it still leads where it led', () => {
    const edit: FlowEdit = { type: 'reconnect', route: 'act/strong/0', to: '@stop' };
    expect(stillFits(flow(), flow({ prompt: 'Other' }), edit)).toBe(true);
    expect(stillFits(flow(), flow({ to: '@handoff' }), edit)).toBe(false);
    expect(stillFits(flow(), flow({ to: '@handoff' }), { type: 'disconnect', route: 'act/strong/0' })).toBe(false);
    expect(
      stillFits(flow(), flow({ to: '@handoff' }), { type: 'addStep', kind: 'work', onRoute: 'act/strong/0' }),
    ).toBe(false);
    expect(stillFits(flow(), flow({ to: '@handoff' }), { type: 'addStep', kind: 'work' })).toBe(true);
  });

  it('a batch fits where each of its edits does, also one of a route that the batch draws first', () => {
    const disconnect: FlowEdit = { type: 'disconnect', route: 'act/strong/0' };
    const draws: FlowEdit = { type: 'connect', from: 'act', to: '@stop', kind: 'outcome', name: 'failed' };
    const drawn: FlowEdit = { type: 'reconnect', route: 'act/outcome/failed', to: 'verify' };
    expect(stillFits(flow(), flow({ prompt: 'Other' }), { type: 'batch', edits: [draws, drawn, disconnect] })).toBe(
      true,
    );
    expect(stillFits(flow(), flow({ to: '@handoff' }), { type: 'batch', edits: [draws, drawn, disconnect] })).toBe(
      false,
    );
    const same = flow();
    expect(stillFits(same, same, disconnect)).toBe(true);
  });
});
