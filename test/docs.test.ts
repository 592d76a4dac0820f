import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../engine/flow/check';
import { ROOTS } from '../engine/flow/expression/references';
import { flowJsonSchema } from '../engine/flow/jsonSchema';
import { LOOP_TYPES, REDUCERS, STEP_KINDS, TERMINALS } from '../engine/flow/names';
import { outcomesOf } from '../engine/flow/outcomes';
import { parseFlow } from '../engine/flow/parse';
import type { Json } from '../engine/json';
import { at, isObject } from '../engine/json';

const FLOWS = readFileSync('media/docs/flows.md', 'utf8');
const blocks = [...FLOWS.matchAll(/```jsonc\n([\s\S]*?)```/g)].map((found) => found[1] ?? '');
const flows = blocks.map((text): readonly [string, string] => [/"id": "([\w-]+)"/.exec(text)?.[1] ?? text, text]);

/** Every key that a flow can have, and every word of a list of words, from the schema that the parser reads by. */
function words(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(words);
  if (!isObject(schema)) return [];
  const { properties, required: _, description: __, ...rest } = schema;
  const listed = [rest.enum ?? [], rest.const ?? []].flat();
  const own = isObject(properties) ? Object.entries(properties) : [];
  return [
    ...own.flatMap(([key, value]) => [key, ...words(value)]),
    ...listed.filter((value) => typeof value === 'string'),
    ...Object.values(rest).flatMap(words),
  ];
}

const PROSE = FLOWS.replace(/```[\s\S]*?```/g, '');
/** As code, outside of the examples. */
const isNamed = (word: string): boolean => PROSE.includes(`\`${word}\``) || PROSE.includes(`\`${word}.`);
const section = (heading: string): string => FLOWS.split(`\n### ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? '';

describe('media/docs/flows.md', () => {
  it.each(flows)('its example "%s" is a flow without a finding', (_, text) => {
    const { flow, issues, value } = parseFlow(text);
    expect([...issues, ...check(value)].filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(flow).not.toBeNull();
  });

  it('has an example for every kind of step and of loop, and no two of one id', () => {
    const values = blocks.map((text) => parseFlow(text).value);
    const steps = values.flatMap((value) => Object.values(Object(at(value, ['steps']))) as Json[]);
    const loops = values.flatMap((value) => Object.values(Object(at(value, ['loops']) ?? {})) as Json[]);
    const kinds = new Set(steps.map((step) => at(step, ['kind'])));
    expect(STEP_KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
    const types = new Set(loops.map((loop) => at(loop, ['type'])));
    expect(LOOP_TYPES.filter((type) => !types.has(type))).toEqual([]);
    expect(new Set(flows.map(([id]) => id)).size).toBe(flows.length);
  });

  it('has a section for every kind of step and of loop, which names the outcomes that have routes', () => {
    for (const heading of [...STEP_KINDS, ...LOOP_TYPES]) expect(section(heading).length, heading).toBeGreaterThan(100);
    for (const kind of STEP_KINDS) {
      const outcomes = outcomesOf(kind).filter((outcome) => outcome !== 'idle');
      expect(outcomes.filter((outcome) => !section(kind).includes(`\`${outcome}\``))).toEqual([]);
    }
  });

  it('names every key, every word of the format and every root of expressions', () => {
    const all = [...new Set([...words(flowJsonSchema()), ...REDUCERS, ...TERMINALS, ...ROOTS])];
    expect(all.length).toBeGreaterThan(120);
    expect(all.filter((word) => !isNamed(word))).toEqual([]);
  });
});

describe('media/docs', () => {
  const DOCS = readdirSync('media/docs').filter((name) => name.endsWith('.md'));
  const texts = DOCS.map((name) => [name, readFileSync(join('media/docs', name), 'utf8')] as const);

  it.each(texts)('%s leads only to pages and headings that are there', (_, text) => {
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map((found) =>
      (found[1] ?? '').toLowerCase().replaceAll(' ', '-'),
    );
    for (const [, to = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (to.startsWith('#')) expect(headings, to).toContain(to.slice(1));
      else if (!to.startsWith('https:')) expect(existsSync(join('media/docs', to)), to).toBe(true);
    }
  });

  it.each(texts)('%s names only commands that the program has', (_, text) => {
    const commands = readdirSync('engine/cli').flatMap((name) => {
      const source = readFileSync(join('engine/cli', name), 'utf8');
      return [...source.matchAll(/\bname: '([a-z]+)'/g)].map((found) => found[1]);
    });
    expect(commands).toContain('resume');
    for (const [, command = ''] of text.matchAll(/`converge ([a-z]+)/g)) expect(commands, command).toContain(command);
  });
});
