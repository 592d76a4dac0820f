/** A function of a made-up library: right, wrong in several ways, and what its tests ask of it. */
export interface LibraryFunction {
  readonly name: string;
  readonly good: string;
  /** Each fails at least one of the tests. */
  readonly faults: readonly string[];
  readonly tests: readonly (readonly [name: string, assertion: string])[];
}

const of = (
  name: string,
  parameters: string,
  good: string,
  faults: readonly string[],
  tests: readonly (readonly [string, string])[],
): LibraryFunction => {
  const source = (body: string) => `export function ${name}(${parameters}) {\n  ${body}\n}\n`;
  return { name, good: source(good), faults: faults.map(source), tests };
};

export const FUNCTIONS: readonly LibraryFunction[] = [
  of(
    'clamp',
    'value, low, high',
    'return Math.min(Math.max(value, low), high);',
    ['return Math.max(Math.min(value, low), high);', 'return value < low ? low : value;', 'return undefined;'],
    [
      ['keeps what lies between', 'assert.equal(clamp(2, 1, 3), 2)'],
      ['stops at both ends', 'assert.deepEqual([clamp(0, 1, 3), clamp(9, 1, 3)], [1, 3])'],
    ],
  ),
  of(
    'mean',
    'numbers',
    'return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;',
    [
      'return numbers.reduce((sum, one) => sum + one, 1) / numbers.length;',
      'return numbers.reduce((sum, one) => sum + one) / (numbers.length - 1);',
      "throw new Error('not written yet');",
    ],
    [
      ['of one number is the number', 'assert.equal(mean([4]), 4)'],
      ['of several', 'assert.equal(mean([1, 2, 6]), 3)'],
    ],
  ),
  of(
    'initials',
    'name',
    "return name.split(' ').map((word) => word[0].toUpperCase()).join('');",
    [
      "return name.split(' ').map((word) => word[0]).join('');",
      "return name.split(' ').map((word) => word[0].toUpperCase()).join('.');",
      'return name.toUpperCase();',
    ],
    [
      ['takes the first letters', "assert.equal(initials('Ada Lovelace'), 'AL')"],
      ['makes them large', "assert.equal(initials('grace hopper'), 'GH')"],
      ['of one word', "assert.equal(initials('Alan'), 'A')"],
    ],
  ),
  of(
    'unique',
    'items',
    'return [...new Set(items)];',
    [
      'return items;',
      'return [...new Set(items)].reverse();',
      'return items.filter((item, at) => items[at + 1] !== item);',
    ],
    [
      ['leaves each item once', 'assert.deepEqual(unique([1, 2, 1]), [1, 2])'],
      ['keeps the order', "assert.deepEqual(unique(['b', 'a', 'b']), ['b', 'a'])"],
    ],
  ),
  of(
    'span',
    'first, last',
    'return Array.from({ length: last - first + 1 }, (_, at) => first + at);',
    [
      'return Array.from({ length: last - first }, (_, at) => first + at);',
      'return Array.from({ length: last - first + 1 }, (_, at) => at);',
    ],
    [
      ['holds both ends', 'assert.deepEqual(span(2, 4), [2, 3, 4])'],
      ['of one number', 'assert.deepEqual(span(7, 7), [7])'],
    ],
  ),
  of(
    'leap',
    'year',
    'return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;',
    ['return year % 4 === 0;', 'return year % 4 === 0 && year % 100 !== 0;', 'return true;'],
    [
      ['every fourth year', 'assert.deepEqual([leap(2024), leap(2023)], [true, false])'],
      ['but not each century', 'assert.deepEqual([leap(1900), leap(2000)], [false, true])'],
    ],
  ),
];

/** A file that does not even load: its tests are reported by the name of the file alone. */
export const unloadable = ({ name }: LibraryFunction): string => `export function ${name}( {\n`;

/** How a function's test file stands. */
export type TestState = 'intact' | 'weak' | 'skipped' | 'deleted';

/** The text of a test file for `node --test`; undefined: there is none. */
export function testText({ name, tests }: LibraryFunction, state: TestState): string | undefined {
  if (state === 'deleted') return undefined;
  const lines = tests.map(([title, assertion]) => {
    const call = state === 'skipped' ? 'test.skip' : 'test';
    const body = state === 'weak' ? 'assert.ok(true)' : assertion;
    return `${call}('${name} ${title}', () => {\n  ${body};\n});`;
  });
  const imports = [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    ...(state === 'weak' ? [] : [`import { ${name} } from '../src/${name}.js';`]),
  ];
  return `${[...imports, '', ...lines].join('\n')}\n`;
}
