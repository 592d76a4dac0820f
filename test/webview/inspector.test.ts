import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  argumentsCodec,
  envCodec,
  jsonCodec,
  linesCodec,
  numberCodec,
  textCodec,
  wholeCodec,
} from '../../webview/designer/inspector/codecs';
import { freeName, renamed, setting } from '../../webview/designer/inspector/setting';
import { fixUntilGreen } from './flows';

describe('between values and the texts of fields', () => {
  it('takes an empty text for no value, in every kind of field', () => {
    for (const codec of [textCodec, wholeCodec, numberCodec, linesCodec, argumentsCodec, jsonCodec, envCodec]) {
      expect(codec.parse('')).toEqual({ ok: true });
      expect(codec.format(undefined)).toBe('');
    }
  });

  it('reads whole numbers and numbers, and refuses the rest', () => {
    expect(wholeCodec.parse(' 12 ')).toEqual({ ok: true, value: 12 });
    expect(numberCodec.parse('.5')).toEqual({ ok: true, value: 0.5 });
    for (const text of ['1.5', '-1', '1e3', 'three', '0x10']) expect(wholeCodec.parse(text).ok).toBe(false);
    for (const text of ['-1', 'NaN', '1.', 'two']) expect(numberCodec.parse(text).ok).toBe(false);
  });

  it('shows a value of the wrong type as it is written instead of hiding it', () => {
    expect(wholeCodec.format('3')).toBe('3');
    expect(textCodec.format({ a: 1 })).toBe('{"a":1}');
    expect(linesCodec.format('one')).toBe('one');
  });

  it('gives back every list of arguments, JSON and environment that it was given', () => {
    const word = fc.string({ minLength: 1 }).filter((text) => !/[\n\r]/.test(text));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        expect(argumentsCodec.parse(argumentsCodec.format(words))).toEqual({ ok: true, value: words });
      }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.stringMatching(/^[A-Z_]{1,8}$/),
          word.filter((text) => text.trim() !== ''),
          { minKeys: 1 },
        ),
        (env) => {
          expect(envCodec.parse(envCodec.format({ ...env }))).toEqual({ ok: true, value: { ...env } });
        },
      ),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean())), (value) => {
        expect(JSON.stringify(jsonCodec.parse(jsonCodec.format({ ...value })))).toBe(
          JSON.stringify({ ok: true, value: { ...value } }),
        );
      }),
    );
  });

  it('names the line that is no NAME=value, and what is wrong with a JSON text', () => {
    expect(envCodec.parse('A=1\nB')).toMatchObject({ ok: false, message: expect.stringContaining('“B”') });
    expect(jsonCodec.parse('{')).toMatchObject({ ok: false, message: expect.stringContaining('no JSON') });
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

describe('names', () => {
  it('renames one member and keeps the order of all', () => {
    expect(Object.keys(renamed({ a: 1, b: 2, c: 3 }, 'b', 'x') as object)).toEqual(['a', 'x', 'c']);
  });

  it('finds the first free one', () => {
    expect(freeName({}, 'branch')).toBe('branch');
    expect(freeName({ branch: 1, branch2: 1 }, 'branch')).toBe('branch3');
  });
});
