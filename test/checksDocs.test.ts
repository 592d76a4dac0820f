import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sections = [...readFileSync('media/docs/checks.md', 'utf8').matchAll(/^### (.+)\n(.*)$/gm)];
const source = readdirSync('engine/flow', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join('engine/flow', name), 'utf8'))
  .join('\n');

describe('media/docs/checks.md', () => {
  it('has a section for every code that a rule gives', () => {
    const given = [...source.matchAll(/\b(?:error|warning|info)\(\s*'([a-z-]+)'/g)].map((found) => found[1]);
    const read = [...source.matchAll(/\b(?:issueCode|code): '([a-z-]+)', (?:severity|path|offset)/g)].map(
      (one) => one[1],
    );
    expect(given.length).toBeGreaterThan(30);
    expect(read.length).toBeGreaterThan(3);
    const documented = sections.map((section) => section[1]);
    expect([...new Set([...given, ...read])].filter((code) => !documented.includes(code))).toEqual([]);
  });

  it('has no section for a code that nothing gives, none twice, and none without a sentence', () => {
    const codes = sections.map((section) => section[1] ?? '');
    expect(codes.filter((code) => !source.includes(`'${code}'`))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
    expect(sections.filter((section) => (section[2] ?? '').length < 10)).toEqual([]);
  });
});
