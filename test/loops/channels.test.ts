import { describe, expect, it } from 'vitest';
import { evaluate } from '../../engine/flow/expression';
import type { Json, JsonObject } from '../../engine/json';
import { canonicalJson } from '../../engine/json';
import type { Channels } from '../../engine/loops/channels';
import { foldWrite, identityOf, initialChannels, readChannels, writesOf } from '../../engine/loops/channels';
import type { Write } from '../../engine/trace/decision';
import { fc } from '../fc';

const CHANNELS: Channels = {
  summary: {},
  log: { reducer: 'append', initial: [1] },
  total: { reducer: 'add' },
  facts: { reducer: 'merge' },
  tags: { reducer: 'union' },
  search: {
    reducer: 'byKey',
    fields: { candidates: 'append', incumbent: 'last', intents: { reducer: 'append', writer: 'planner' } },
  },
};

const noCel = () => ({ ok: false, why: 'no expression is wanted here' }) as const;
const celOver = (output: Json) => (cel: string) =>
  evaluate(cel, { steps: {}, loops: {}, budget: { usd: 0, tokens: 0, unknown: false }, output });

/** What the channels hold after a step wrote `output`. */
function written(held: JsonObject, writes: string, output: Json): JsonObject {
  const found = writesOf(CHANNELS, writes, output, noCel);
  if (!found.ok) throw new Error(found.why);
  return found.writes.reduce(foldWrite, held);
}

const whyNot = (writes: string | Record<string, string>, output: Json, by?: string): string => {
  const found = writesOf(CHANNELS, writes, output, celOver(output), by);
  return found.ok ? '' : found.why;
};

describe('channels', () => {
  it('AF-01 the later of two writes under last remains', () => {
    expect(written(written({}, 'summary', 'a'), 'summary', 'b')).toEqual({ summary: 'b' });
    expect(written(written({}, 'summary', 'b'), 'summary', 'a')).toEqual({ summary: 'a' });
  });

  it('AF-02 append adds the items of a list, and anything else as one item', () => {
    const three = written({ log: [1] }, 'log', [2, 3]);
    expect(three).toEqual({ log: [1, 2, 3] });
    expect(written(three, 'log', 4)).toEqual({ log: [1, 2, 3, 4] });
    expect(written(three, 'log', { a: [5] })).toEqual({ log: [1, 2, 3, { a: [5] }] });
    expect(written({}, 'log', [[1]])).toEqual({ log: [[1]] });
  });

  it('AF-03 an empty list removes nothing under append, and everything under last', () => {
    expect(written({ log: [1, 2] }, 'log', [])).toEqual({ log: [1, 2] });
    expect(written({ summary: [1, 2] }, 'summary', [])).toEqual({ summary: [] });
  });

  it('AF-04 add begins at 0', () => {
    expect(written({}, 'total', 5)).toEqual({ total: 5 });
    expect(written({ total: 5 }, 'total', -2)).toEqual({ total: 3 });
  });

  it('AF-05 merge replaces members, and nested objects whole', () => {
    expect(written({ facts: { a: 1, b: 1 } }, 'facts', { b: 2 })).toEqual({ facts: { a: 1, b: 2 } });
    expect(written({ facts: { a: { x: 1 } } }, 'facts', { a: { y: 2 } })).toEqual({ facts: { a: { y: 2 } } });
  });

  it('AF-06 byKey folds each field by its own reducer and leaves the others alone', () => {
    let held = written({}, 'search', { candidates: ['a'] });
    held = written(held, 'search', { candidates: ['b'], incumbent: 'b' });
    expect(held).toEqual({ search: { candidates: ['a', 'b'], incumbent: 'b' } });
    expect(written(held, 'search.candidates', 'c')).toEqual({
      search: { candidates: ['a', 'b', 'c'], incumbent: 'b' },
    });
    expect(written(held, 'search', {})).toEqual(held);
  });

  it('AF-07 an undeclared channel or field is refused by name, with those that are declared', () => {
    expect(whyNot('sumary', 'x')).toBe(
      'it writes to the channel "sumary", which is not declared. Declared are: summary, log, total, facts, tags, search',
    );
    expect(whyNot('search.best', 'x')).toBe(
      'it writes to the field "search.best", which is not declared. Declared are: candidates, incumbent, intents',
    );
    expect(whyNot('search', { candidates: [], best: 1 })).toContain('"search.best"');
    expect(whyNot('toString', 'x')).toContain('"toString", which is not declared');
    expect(whyNot('search.constructor', 'x')).toContain('"search.constructor", which is not declared');
    expect(whyNot('log.first', 'x')).toContain('"log" has no fields');
    expect(writesOf(undefined, 'x', 1, noCel)).toMatchObject({ ok: false, why: expect.stringContaining('None') });
    expect(whyNot('summary', 'x')).toBe('');
  });

  it('AF-07 a value that the reducer cannot fold is refused', () => {
    expect(whyNot('total', '5')).toBe('the channel "total" adds numbers, not a text');
    expect(whyNot('total', true)).toContain('not a boolean');
    expect(whyNot('facts', [1])).toBe('the channel "facts" merges objects, not a list');
    expect(whyNot('search', 'x')).toBe('the channel "search" takes an object of its fields, not a text');
    expect([whyNot('total', 5), whyNot('facts', {}), whyNot('search', {})]).toEqual(['', '', '']);
  });

  it('a map writes each target the value of its expression over the output, or nothing at all', () => {
    const output = { score: 3, best: 'b' };
    const found = writesOf(
      CHANNELS,
      { total: 'output.score', 'search.incumbent': 'output.best' },
      output,
      celOver(output),
    );
    expect(found).toEqual({
      ok: true,
      writes: [
        { channel: 'total', reducer: 'add', value: 3 },
        { channel: 'search', field: 'incumbent', reducer: 'last', value: 'b' },
      ],
    });
    expect(whyNot({ total: 'output.score', summary: 'output.missing' }, output)).toContain('"summary" has no value');
    expect(whyNot({ total: 'output.score', nope: 'output.best' }, output)).toContain('"nope"');
    expect(writesOf(CHANNELS, undefined, output, noCel)).toEqual({ ok: true, writes: [] });
  });

  it('a field with one writer takes nothing from another step', () => {
    expect(whyNot('search.intents', 'x', 'worker')).toContain('whose one writer is "planner"');
    expect(whyNot('search', { intents: ['x'] }, 'worker')).toContain('whose one writer is "planner"');
    expect(whyNot('search.intents', 'x', 'planner')).toBe('');
    expect(whyNot('search.candidates', 'x', 'worker')).toBe('');
  });

  it('null adds nothing; under last it takes away', () => {
    const held: JsonObject = { summary: 'x', log: [1], total: 2, facts: { a: 1 }, search: { candidates: ['a'] } };
    for (const target of ['log', 'total', 'facts', 'tags', 'search', 'search.candidates']) {
      expect(written(held, target, null)).toEqual(held);
    }
    expect(written(held, 'summary', null)).toEqual({ ...held, summary: null });
    expect(written(held, 'log', [null])).toEqual({ ...held, log: [1, null] });
  });

  it('unset channels and fields read as the identity of their reducer', () => {
    expect(initialChannels(CHANNELS)).toEqual({ log: [1] });
    expect(initialChannels(undefined)).toEqual({});
    expect(readChannels(CHANNELS, {})).toEqual({
      summary: null,
      log: [],
      total: 0,
      facts: {},
      tags: [],
      search: { candidates: [], incumbent: null, intents: [] },
    });
    expect(readChannels(CHANNELS, { total: 4, search: { incumbent: 'b' }, other: 1 })).toMatchObject({
      total: 4,
      search: { candidates: [], incumbent: 'b', intents: [] },
    });
    expect(readChannels(CHANNELS, { other: 1 })).not.toHaveProperty('other');
    expect(readChannels(undefined, { other: 1 })).toEqual({});
  });

  it('a name that objects have of their own is a name like any other', () => {
    const channels: Channels = Object.fromEntries([['constructor', { reducer: 'append' as const }]]);
    expect(readChannels(channels, {})).toEqual({ constructor: [] });
    expect(foldWrite({}, { channel: 'constructor', reducer: 'append', value: 1 })).toEqual({ constructor: [1] });
  });
});

const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const fold = (reducer: Write['reducer'], values: readonly Json[], before?: Json): Json | undefined =>
  values.reduce<JsonObject>(
    (held, value) => foldWrite(held, { channel: 'c', reducer, value }),
    before === undefined ? {} : { c: before },
  ).c;

describe('reducers', () => {
  it('AF-02 append in batches is append at once, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.array(json)), (batches) => {
        expect(fold('append', batches) ?? []).toEqual(batches.flat());
      }),
    );
  });

  it('union holds each value once, in the order in which they first came', () => {
    fc.assert(
      fc.property(fc.array(fc.array(json)), (batches) => {
        const once = (fold('union', batches) ?? []) as readonly Json[];
        const texts = once.map(canonicalJson);
        expect(texts).toEqual([...new Set(batches.flat().map(canonicalJson))]);
        expect(fold('union', batches, once)).toEqual(once);
      }),
    );
    expect(fold('union', [[{ a: 1, b: 2 }], [{ b: 2, a: 1 }]])).toEqual([{ a: 1, b: 2 }]);
  });

  it('AF-06 what is written to one field never changes another', () => {
    const write = fc.record({
      field: fc.constantFrom('candidates', 'incumbent', 'intents'),
      value: json,
    });
    fc.assert(
      fc.property(fc.array(write), (writes) => {
        const held = writes.reduce((so, { field, value }) => written(so, `search.${field}`, value), {} as JsonObject);
        const alone = (field: string) =>
          writes
            .filter((each) => each.field === field)
            .reduce((so, { value }) => written(so, `search.${field}`, value), {});
        for (const field of ['candidates', 'incumbent', 'intents']) {
          expect((held.search as JsonObject | undefined)?.[field]).toEqual(
            ((alone(field) as JsonObject).search as JsonObject | undefined)?.[field],
          );
        }
      }),
    );
  });

  it('the identity changes nothing, whatever is held, and no fold throws or leaves JSON', () => {
    const reducers = ['last', 'append', 'add', 'merge', 'union'] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...reducers),
        json,
        json,
        fc.option(fc.constant('f')),
        (reducer, before, value, field) => {
          const write: Write = { channel: 'c', reducer, value, ...(field === null ? {} : { field }) };
          const held = foldWrite({ c: before, d: 1 }, write);
          expect(JSON.parse(JSON.stringify(held))).toEqual(JSON.parse(canonicalJson(held)));
          expect(held.d).toBe(1);
          const fits = fold(reducer, [value]);
          if (reducer !== 'last') expect(fold(reducer, [identityOf(reducer)], fits)).toEqual(fits);
        },
      ),
    );
    expect(fold('add', [Number.MAX_VALUE, Number.MAX_VALUE])).toBe(Number.MAX_VALUE);
  });
});
