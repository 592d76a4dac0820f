import { describe, expect, it } from 'vitest';
import { pathOf, selectionAt } from '../../extension/selectionPaths';

const flow = {
  steps: { act: { kind: 'work', next: ['judge', '@stop'] }, judge: { kind: 'judge', next: '@complete' } },
  loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 2 } },
};

describe('one selection for canvas and text', () => {
  it('a place in the text is the step, loop or route that stands there', () => {
    expect(selectionAt(flow, ['steps', 'act', 'kind'])).toEqual(['act']);
    expect(selectionAt(flow, ['steps', 'act', 'next', 1])).toEqual(['route:act/strong/1']);
    expect(selectionAt(flow, ['loops', 'fix', 'maxPasses'])).toEqual(['loop:fix']);
    expect(selectionAt(flow, ['start'])).toEqual([]);
    expect(selectionAt(flow, ['steps'])).toEqual([]);
  });

  it('and what is selected has a place in the text', () => {
    expect(pathOf(flow, ['act', 'judge'])).toEqual(['steps', 'act']);
    expect(pathOf(flow, ['route:act/strong/1'])).toEqual(['steps', 'act', 'next', 1]);
    expect(pathOf(flow, ['loop:fix'])).toEqual(['loops', 'fix']);
    expect(pathOf(flow, ['gone'])).toBeNull();
    expect(pathOf(flow, [])).toBeNull();
  });
});
