import { describe, expect, it } from 'vitest';
import { stringAt, stringName, withLineEndsOf } from '../../extension/stringPlace';

const flow = { goal: 'All green.', steps: { act: { prompt: 'Do it.', commands: [{ shell: 'make' }], reads: ['x'] } } };

describe('a text of a flow', () => {
  it('is found where it stands, or where its step could hold one', () => {
    expect(stringAt(flow, ['goal'])).toEqual({ state: 'text', text: 'All green.' });
    expect(stringAt(flow, ['steps', 'act', 'commands', 0, 'shell'])).toEqual({ state: 'text', text: 'make' });
    expect(stringAt(flow, ['steps', 'act', 'question'])).toEqual({ state: 'none' });
    expect(stringAt(flow, ['steps', 'act', 'evaluator', 'prompt'])).toEqual({ state: 'none' });
    expect(stringAt(flow, ['purpose'])).toEqual({ state: 'none' });
  });

  it('is gone with its step, and is no list, object or whole flow', () => {
    expect(stringAt(flow, ['steps', 'acted', 'prompt'])).toEqual({ state: 'gone' });
    expect(stringAt(flow, ['steps', 'act', 'reads'])).toEqual({ state: 'other' });
    expect(stringAt(flow, [])).toEqual({ state: 'other' });
  });

  it('has a name that tells where it stands, and an ending that tells what it is', () => {
    expect(stringName('fix.converge.json', ['steps', 'act', 'prompt'])).toBe('fix › act › prompt.md');
    expect(stringName('fix.converge.json', ['goal'])).toBe('fix › goal.md');
    expect(stringName('fix.converge.json', ['steps', 'act', 'commands', 1, 'shell'])).toBe(
      'fix › act › commands 2 › shell.sh',
    );
    expect(stringName('a.converge.json', ['steps', 'x/y', 'prompt'])).not.toContain('/');
  });

  it('keeps the line ends that it had', () => {
    expect(withLineEndsOf('a\r\nb', 'x\ny')).toBe('a\nb');
    expect(withLineEndsOf('a\r\nb', 'x\r\ny')).toBe('a\r\nb');
  });
});
