import { describe, expect, it } from 'vitest';
import { readInput, typedDefault } from '../../extension/inputValue';
import { flowOf } from '../fakes/runs';

const flow = flowOf({
  converge: 1,
  id: 'f',
  start: 'look',
  inputs: {
    name: { type: 'string', default: 'none' },
    count: { type: 'integer', default: 3 },
    share: { type: 'number' },
    files: { type: 'array', default: ['a', 'b'] },
    options: { type: 'object' },
  },
  steps: { look: { kind: 'verify', commands: [{ run: ['true'] }], next: '@complete' } },
});

describe('what is typed for an input of a flow', () => {
  it('is read as its type has it: a text as it is, anything else as JSON', () => {
    expect(readInput(flow, 'name', '42')).toEqual({ ok: true, value: '42' });
    expect(readInput(flow, 'name', '')).toEqual({ ok: true, value: '' });
    expect(readInput(flow, 'count', ' 42 ')).toEqual({ ok: true, value: 42 });
    expect(readInput(flow, 'share', '0.5')).toEqual({ ok: true, value: 0.5 });
    expect(readInput(flow, 'files', '["c"]')).toEqual({ ok: true, value: ['c'] });
    expect(readInput(flow, 'options', '{"a": 1}')).toEqual({ ok: true, value: { a: 1 } });
  });

  it('is refused with its type where it is another', () => {
    const wrong = { count: ['1.5', '', 'three', '"3"'], share: ['', 'x'], files: ['a, b', '{}'], options: ['[]', ''] };
    for (const [name, texts] of Object.entries(wrong)) {
      for (const text of texts) expect(readInput(flow, name, text), `${name}: ${text}`).toMatchObject({ ok: false });
    }
    expect(readInput(flow, 'count', 'three')).toEqual({
      ok: false,
      why: 'the input "count" is to be of type integer, and "three" is not',
    });
    expect(readInput(flow, 'nobody', '1').ok).toBe(false);
  });

  it('starts as the default, spelled so that it is read as the same value', () => {
    expect(typedDefault(flow, 'name')).toBe('none');
    expect(typedDefault(flow, 'share')).toBe('');
    for (const name of ['name', 'count', 'files'])
      expect(readInput(flow, name, typedDefault(flow, name))).toEqual({
        ok: true,
        value: flow.inputs?.[name]?.default,
      });
  });
});
