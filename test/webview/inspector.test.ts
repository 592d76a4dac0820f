import { describe, expect, it } from 'vitest';
import type { FlowEdit } from '../../engine/flow/edit';
import { applyEdit } from '../../engine/flow/edit';
import { textEditsFor } from '../../engine/flow/text';
import type { Json } from '../../engine/json';
import {
  argumentsCodec,
  durationCodec,
  jsonCodec,
  numberCodec,
  signedCodec,
  textCodec,
  wholeCodec,
} from '../../webview/designer/inspector/codecs';
import { jsonFault } from '../../webview/designer/inspector/jsonFault';
import { freeName, renaming, setting, swapping } from '../../webview/designer/inspector/setting';
import { fc } from '../fc';
import { fixUntilGreen } from './flows';

const json = jsonCodec();

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('between values and the texts of fields', () => {
  it('takes an empty text for no value, in every kind of field', () => {
    for (const codec of [textCodec, wholeCodec, numberCodec, signedCodec, durationCodec, argumentsCodec, json]) {
      expect(codec.parse('')).toEqual({ ok: true });
      expect(codec.format(undefined)).toBe('');
    }
  });

  it('reads whole numbers and numbers, and refuses the rest', () => {
    expect(wholeCodec.parse(' 12 ')).toEqual({ ok: true, value: 12 });
    expect(numberCodec.parse('.5')).toEqual({ ok: true, value: 0.5 });
    for (const text of ['1.5', '-1', '1e3', 'three', '0x10']) expect(wholeCodec.parse(text).ok).toBe(false);
    for (const text of ['-1', 'NaN', '1.', 'two']) expect(numberCodec.parse(text).ok).toBe(false);
    expect(signedCodec.parse('-1.5')).toEqual({ ok: true, value: -1.5 });
    for (const text of ['--1', '-', '1-']) expect(signedCodec.parse(text).ok).toBe(false);
  });

  it('shows a value of the wrong type as it is written instead of hiding it', () => {
    expect(wholeCodec.format('3')).toBe('3');
    expect(textCodec.format({ a: 1 })).toBe('{"a":1}');
    expect(argumentsCodec.format('one')).toBe('one');
  });

  it('reads durations with their unit, and says which there are', () => {
    expect(durationCodec.parse(' 90 s ')).toEqual({ ok: true, value: '90s' });
    expect(durationCodec.parse('250ms')).toEqual({ ok: true, value: '250ms' });
    for (const text of ['90', '1.5h', 'm', '10 min'])
      expect(durationCodec.parse(text)).toMatchObject({
        ok: false,
        message: expect.stringContaining('ms, s, m, h or d'),
      });
  });

  it('gives back every list of arguments that it was given, empty ones and line ends too', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (words) => {
        expect(argumentsCodec.parse(argumentsCodec.format(words))).toEqual({ ok: true, value: words });
      }),
    );
    expect(argumentsCodec.format(['a', '', '"q"', 'x\ny'])).toBe('a\n""\n"\\"q\\""\n"x\\ny"');
    expect(argumentsCodec.parse('say\n"half')).toEqual({ ok: true, value: ['say', '"half'] });
  });

  it('gives back every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(json.parse(json.format(JSON.parse(text)))).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('takes for JSON what JSON.parse takes, and nothing else', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'{}[]:,"\\\\ \n-+.eE0123abtrufalsn/'), maxLength: 12 });
    const cut = fc.tuple(fc.jsonValue(), fc.nat(), signs).map(([value, place, more]) => {
      const text = JSON.stringify(value);
      const at = place % (text.length + 1);
      return text.slice(0, at) + more + text.slice(at);
    });
    fc.assert(
      fc.property(fc.oneof(signs, cut), (text) => {
        expect(jsonFault(text) === null, text).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('says where a JSON text goes wrong, by line and column, and refuses another kind of value', () => {
    expect(json.parse('{\n  "a": 1\n  "b": 2\n}')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/no JSON: at line 3, column 3, a comma/),
    });
    expect(json.parse('{').ok).toBe(false);
    expect(json.parse('{ a: 1 }')).toMatchObject({ ok: false, message: expect.stringContaining('column 3, a key in') });
    expect(json.parse('[1] 2')).toMatchObject({
      ok: false,
      message: expect.stringContaining('column 5, nothing more'),
    });
    expect(json.parse('// nothing').ok).toBe(false);
    expect(jsonCodec('object').parse('[1]').ok).toBe(false);
    expect(jsonCodec('list').parse('{}').ok).toBe(false);
    expect(jsonCodec('list').parse('[1]')).toEqual({ ok: true, value: [1] });
  });
});

describe('clearing a field', () => {
  it('removes the key, and the holder that would be left empty, but never a step or a loop', () => {
    expect(setting(fixUntilGreen, ['steps', 'act', 'title'], undefined)).toEqual({
      type: 'set',
      path: ['steps', 'act', 'title'],
    });
    expect(setting(fixUntilGreen, ['steps', 'act', 'check', 'changedOnDisk'], undefined)).toEqual({
      type: 'set',
      path: ['steps', 'act', 'check'],
    });
    expect(setting({ steps: { a: { title: 'x' } } }, ['steps', 'a', 'title'], undefined)).toEqual({
      type: 'set',
      path: ['steps', 'a', 'title'],
    });
  });

  it('keeps a holder that still holds something', () => {
    const flow = { loops: { l: { spendCap: { usd: 1, tokens: 2 } } } };
    expect(setting(flow, ['loops', 'l', 'spendCap', 'usd'], undefined)).toEqual({
      type: 'set',
      path: ['loops', 'l', 'spendCap', 'usd'],
    });
  });
});

describe('lists and names', () => {
  it('a last entry that is removed takes its list with it; one of several only itself', () => {
    const flow = { steps: { a: { reads: ['x'], commands: [1, 2] } } };
    expect(setting(flow, ['steps', 'a', 'reads', 0], undefined)).toEqual({
      type: 'set',
      path: ['steps', 'a', 'reads'],
    });
    expect(setting(flow, ['steps', 'a', 'commands', 0], undefined)).toEqual({
      type: 'set',
      path: ['steps', 'a', 'commands', 0],
    });
  });

  it('a step that is called like a holder is none', () => {
    const flow = { steps: { notes: { title: 'x' } }, workers: { env: { model: 'm' } } };
    expect(setting(flow, ['steps', 'notes', 'title'], undefined)).toEqual({
      type: 'set',
      path: ['steps', 'notes', 'title'],
    });
    expect(setting(flow, ['workers', 'env', 'model'], undefined)).toEqual({
      type: 'set',
      path: ['workers', 'env', 'model'],
    });
  });

  it('another name changes the key and nothing else of the text', () => {
    const text = '{ "steps": { "a": { "branches": { "x": "b", /* why */ "y": "c" } } } }';
    const flow = JSON.parse(text.replace('/* why */', ''));
    const edit = renaming(flow, ['steps', 'a', 'branches'], 'x', 'z');
    expect(written(text, flow, edit)).toBe(text.replace('"x"', '"z"'));
  });

  it('entries that change places leave what stands between them', () => {
    const text = '{ "reads": ["a", /* then */ "b"] }';
    const flow = { reads: ['a', 'b'] };
    expect(written(text, flow, swapping(flow, ['reads'], 0, 1))).toBe('{ "reads": ["b", /* then */ "a"] }');
    expect(swapping(flow, ['reads'], 1, 2)).toBeNull();
  });

  it('finds the first free name', () => {
    expect(freeName({}, 'branch')).toBe('branch');
    expect(freeName({ branch: 1, branch2: 1 }, 'branch')).toBe('branch3');
  });
});

/** The text after an edit, as the extension would write it. */
function written(text: string, flow: Json, edit: FlowEdit | null): string {
  const result = edit && applyEdit(flow, edit);
  if (!result?.ok) throw new Error('refused');
  return [...textEditsFor(text, result.changes)]
    .reverse()
    .reduce((all, { offset, length, content }) => all.slice(0, offset) + content + all.slice(offset + length), text);
}
