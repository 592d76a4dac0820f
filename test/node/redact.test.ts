import { describe, expect, it } from 'vitest';
import type { RedactedStream } from '../../engine/node/redact';
import { NO_REDACTION, redactionOf } from '../../engine/node/redact';
import { fc } from '../fc';

const of = (secrets: Readonly<Record<string, string>>) => redactionOf(new Map(Object.entries(secrets)));

/** Everything a stream says of chunks that are cut at these places. */
function streamed(stream: RedactedStream, bytes: Buffer, cuts: readonly number[]): Buffer {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const said = ends.map((end, index) => stream.add(bytes.subarray(ends[index - 1] ?? 0, end)));
  return Buffer.concat([...said, stream.end()]);
}

/** Values as keys are: no part of the mark that stands in their place. */
const secret = fc.string({ unit: fc.constantFrom(...'ABXYZ019_-+/="\\ %é🔑'), minLength: 6, maxLength: 40 });
const encodings: Readonly<Record<string, (value: string) => string>> = {
  plain: (value) => value,
  base64: (value) => Buffer.from(`user:${value}`).toString('base64'),
  base64url: (value) => Buffer.from(`ab${value}!`).toString('base64url'),
  url: encodeURIComponent,
  json: (value) => JSON.stringify({ a: value }),
  'JSON in JSON': (value) => JSON.stringify(JSON.stringify({ a: value })),
};

describe('what is known to be secret', () => {
  it('is named in its place, in every form', () => {
    const { text } = of({ TOKEN: 'hunter2 "x"/+é' });
    for (const [name, encode] of Object.entries(encodings)) {
      const said = text(`before ${encode('hunter2 "x"/+é')} after`);
      expect(said, name).toMatch(/^before .*‹secret TOKEN›.* after$/);
    }
    expect(text('password=hunter2+%22x%22%2F%2B%C3%A9&x')).toBe('password=‹secret TOKEN›&x');
  });

  it('is left where it has fewer than 6 characters, and nothing else is touched', () => {
    expect(of({ PIN: '12345' }).text('12345')).toBe('12345');
    expect(of({ PIN: '123456' }).text('123456 12345')).toBe('‹secret PIN› 12345');
    expect(redactionOf(new Map())).toBe(NO_REDACTION);
  });

  it('property: split at any byte over chunks, in any form, it never comes out of a stream; without redaction it does', () => {
    fc.assert(
      fc.property(
        secret,
        fc.constantFrom(...Object.keys(encodings)),
        fc.string({ maxLength: 30 }),
        fc.array(fc.nat(400), { maxLength: 12 }),
        (value, form, around, cuts) => {
          const stored = encodings[form]?.(value) ?? '';
          const bytes = Buffer.from(`${around}${stored}${around}${stored}`);
          const redaction = of({ KEY: value, OTHER: `${value}and more` });
          const said = streamed(redaction.stream(), bytes, cuts).toString('utf8');
          const unguarded = streamed(NO_REDACTION.stream(), bytes, cuts);
          expect(unguarded.equals(bytes)).toBe(true);
          expect(said).toContain('‹secret KEY›');
          expect(said).not.toContain(value);
          expect(said).not.toContain(stored);
          // Cut or not, it says the same.
          expect(said).toBe(redaction.text(bytes.toString('utf8')));
        },
      ),
    );
  });

  it('holds back only what may be its beginning', () => {
    const stream = of({ KEY: 'abcdefgh' }).stream();
    expect(stream.add(Buffer.from('a line\n')).toString()).toBe('a line\n');
    expect(stream.add(Buffer.from('key abcd')).toString()).toBe('key ');
    expect(stream.add(Buffer.from('xyz\n')).toString()).toBe('abcdxyz\n');
    expect(stream.add(Buffer.from('abcdefg')).toString()).toBe('');
    expect(stream.end().toString()).toBe('abcdefg');
  });

  it('property: JSON stays JSON, and what is no secret stays what it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), secret, (value, key) => {
        const redaction = of({ KEY: key });
        const hidden = redaction.value({ [key]: [value, key], plain: value });
        const text = JSON.stringify(hidden);
        expect(() => JSON.parse(text)).not.toThrow();
        expect(redaction.namesIn(text)).toEqual([]);
        if (redaction.namesIn(JSON.stringify(value)).length === 0)
          expect(hidden).toMatchObject({ plain: value ?? null });
      }),
    );
  });

  it('says which secrets stand in a text', () => {
    const { namesIn } = of({ A: 'first-secret', B: 'second-secret' });
    expect(namesIn('x second-secret y')).toEqual(['B']);
    expect(namesIn('nothing')).toEqual([]);
  });
});
