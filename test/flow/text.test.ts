import { describe, expect, it } from 'vitest';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import { jsonOf, readSyntax } from '../../engine/flow/syntax';
import { textEditsFor } from '../../engine/flow/text';
import type { Change } from '../../engine/issue';
import type { Json, JsonPath } from '../../engine/json';
import { isObject } from '../../engine/json';
import { fc } from '../fc';
import { applied } from './applied';
import { documents } from './documents';
import { SAMPLE } from './sample';

const CRLF = SAMPLE.replaceAll('\n', '\r\n');
const lines = (text: string) => text.split('\n');
const changedLines = (before: string, after: string) => lines(after).filter((line, at) => line !== lines(before)[at]);

describe('edits of the text', () => {
  it('SH-29 moving one step changes only its line, and every line still ends as it did', () => {
    const after = applied(CRLF, [{ path: ['layout', 'verify'], value: [400, 90] }]);
    expect(changedLines(CRLF, after)).toEqual([
      '  "layout": { "verify": [400, 90] }     // only what a person placed; the rest is computed and never stored\r',
    ]);
    expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('SH-29 a value set to what it is gives no edit, however it is spelled', () => {
    const odd = SAMPLE.replace('"usd": 2', '"usd": 2.50e0').replace('"attempts": 2', '"attempts":\t2');
    expect(textEditsFor(odd, [{ path: ['loops', 'fix', 'spendCap'], value: { usd: 2.5 } }])).toEqual([]);
    const after = applied(odd, [{ path: ['loops', 'fix', 'maxPasses'], value: 7 }]);
    expect(after).toBe(odd.replace('"maxPasses": 5', '"maxPasses": 7'));
  });

  it('SH-33 what the editor does not know stays as it was written', () => {
    const odd = SAMPLE.replace('"goal"', '"x-unknown": { "a":1 },\n  "goal"')
      .replace('"attempts": 2', '"attempts": 2, "retries": 0')
      .replace('"next": "@complete"', '"next": "reviewer2"');
    const after = applied(odd, [{ path: ['layout', 'act'], value: [10, 20] }]);
    expect(after).toBe(odd.replace('"verify": [320, 80] }', '"verify": [320, 80], "act": [10, 20] }'));
  });

  it('a member is written as its neighbours are: own lines, tabs, trailing commas, remarks', () => {
    const text = '{\n\t"steps": {\n\t\t"a": {}, // the first\n\t},\n\t"layout": {},\n}\n';
    expect(applied(text, [{ path: ['steps', 'b'], value: { kind: 'verify', next: '@stop' } }])).toBe(
      '{\n\t"steps": {\n\t\t"a": {}, // the first\n\t\t"b": {\n\t\t\t"kind": "verify",\n\t\t\t"next": "@stop"\n\t\t},\n\t},\n\t"layout": {},\n}\n',
    );
    const remark = '{\n  "a": 1 // one\n}';
    expect(applied(remark, [{ path: ['b'], value: [1, 2] }])).toBe('{\n  "a": 1, // one\n  "b": [1, 2]\n}');
    expect(applied('{}', [{ path: ['a'], value: 1 }])).toBe('{ "a": 1 }');
    expect(applied('', [{ path: ['a'], value: 1 }])).toBe('{\n  "a": 1\n}\n');
  });

  it('a member goes with its line and its remark; other comments stay', () => {
    const text = '{\n  // about a\n  "a": 1, // one\n  /* about b */\n  "b": 2 // two\n}\n';
    expect(applied(text, [{ path: ['b'] }])).toBe('{\n  // about a\n  "a": 1 // one\n  /* about b */\n}\n');
    expect(applied(text, [{ path: ['a'] }])).toBe('{\n  // about a\n  /* about b */\n  "b": 2 // two\n}\n');
    expect(applied('{ "a": 1, "b": 2, }', [{ path: ['b'] }])).toBe('{ "a": 1, }');
    expect(applied('{ "a": 1, }', [{ path: ['a'] }])).toBe('{}');
    expect(applied('{ "a": [1, 2, 3] }', [{ path: ['a', 1] }])).toBe('{ "a": [1, 3] }');
  });

  it('a rename changes the key and nothing of what it holds', () => {
    const verify = jsonOf(readSyntax(SAMPLE).root!) as { steps: { verify: Json } };
    const edits = textEditsFor(SAMPLE, [
      { path: ['steps', 'verify'] },
      { path: ['steps', 'prove'], value: verify.steps.verify },
    ]);
    expect(edits).toHaveLength(1);
    expect(
      applied(SAMPLE, [{ path: ['steps', 'verify'] }, { path: ['steps', 'prove'], value: verify.steps.verify }]),
    ).toBe(SAMPLE.replace('    "verify": {', '    "prove": {'));
  });

  it('a rename to a name that a change before it has given: no key stands twice', () => {
    const changes: readonly Change[] = [
      { path: ['a', 'n'], value: 1 },
      { path: ['a', 'b'] },
      { path: ['a', 'n'], value: 2 },
    ];
    const after = applied('{ "a": { "b": 2 } }', changes);
    expect(readSyntax(after).faults).toEqual([]);
    expect(jsonOf(readSyntax(after).root!)).toEqual({ a: { n: 2 } });
  });

  it('SH-28 the text before comes back by putting the old text in the place of each edit', () => {
    fc.assert(
      fc.property(documents(), changesSeed, (text, seeds) => {
        const changes = changesFor(parseFlow(text).value, seeds, text);
        const edits = textEditsFor(text, changes);
        let moved = 0;
        const back = edits.map((edit) => {
          const inverse = {
            offset: edit.offset + moved,
            length: edit.content.length,
            content: text.slice(edit.offset, edit.offset + edit.length),
          };
          moved += edit.content.length - edit.length;
          return inverse;
        });
        const after = splice(text, edits);
        expect(splice(after, back)).toBe(text);
      }),
    );
  });

  it('any changes of any document: the result parses and is the patched value, comments and line ends are kept', () => {
    fc.assert(
      fc.property(documents(), changesSeed, (text, seeds) => {
        const root = readSyntax(text).root!;
        const changes = changesFor(jsonOf(root), seeds, text);
        const edits = textEditsFor(text, changes);
        edits.reduce((end, edit) => {
          expect(edit.offset).toBeGreaterThanOrEqual(end);
          return edit.offset + edit.length;
        }, 0);
        const after = splice(text, edits);
        const read = readSyntax(after);
        expect(read.faults).toEqual([]);
        expect(jsonOf(read.root!)).toEqual(patched(jsonOf(root), changes));
        if (/\r\n/.test(text)) expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        else expect(after).not.toContain('\r');
        // A document without removals and replacements of containers loses no comment.
        if (changes.every((change) => change.value !== undefined && !isContainer(before(root, change.path))))
          for (const comment of comments(text)) expect(after).toContain(comment);
      }),
      { numRuns: 500 },
    );
  });
});

const before = (root: Parameters<typeof jsonOf>[0], path: JsonPath): Json | undefined => {
  let here: Json | undefined = jsonOf(root);
  for (const key of path) here = isContainer(here) ? (here as Record<string | number, Json>)[key] : undefined;
  return here;
};
const isContainer = (value: Json | undefined) => isObject(value) || Array.isArray(value);
const comments = (text: string) => text.match(/\/\* c\d+ \*\//g) ?? [];
const splice = (text: string, edits: ReturnType<typeof textEditsFor>) =>
  [...edits].reduceRight(
    (now, edit) => now.slice(0, edit.offset) + edit.content + now.slice(edit.offset + edit.length),
    text,
  );

interface Seed {
  readonly pick: number;
  readonly what: 'set' | 'remove' | 'add' | 'rename';
  readonly value: Json;
}
const changesSeed = fc.array(
  fc.record<Seed>({
    pick: fc.nat(1000),
    what: fc.constantFrom('set', 'remove', 'add', 'rename'),
    value: fc.oneof(
      fc.constantFrom<Json>(1, 'text', null, true, [], {}, [1, 2], { a: 1 }, { a: { b: [1, { c: 2 }] } }),
      fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json),
    ),
  }),
  { maxLength: 5 },
);

/** Changes that mean something in the document, each in what the ones before it left. */
function changesFor(value: Json | null, seeds: readonly Seed[], text: string): readonly Change[] {
  const changes: Change[] = [];
  for (const seed of seeds) {
    const now = patched(value, changes);
    const paths = pathsIn(now, []);
    const path = paths[seed.pick % paths.length] ?? [];
    const here = before(readSyntax(JSON.stringify(now)).root!, path);
    const name = `n${seed.pick % 7}`;
    if (seed.what === 'add')
      changes.push({ path: [...path, Array.isArray(here) ? here.length : name], value: seed.value });
    else if (seed.what === 'set') changes.push({ path, value: seed.value });
    else if (seed.what === 'remove' && path.length > 0) changes.push({ path });
    else if (seed.what === 'rename' && typeof path.at(-1) === 'string' && here !== undefined)
      changes.push({ path }, { path: [...path.slice(0, -1), `renamed-${text.length}`], value: here });
  }
  return changes;
}

function pathsIn(value: Json, path: JsonPath): readonly JsonPath[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item: Json, at) => pathsIn(item, [...path, at]))];
  if (!isObject(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => pathsIn(member, [...path, key]))];
}
