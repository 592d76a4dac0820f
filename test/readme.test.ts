import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../engine/cli/exitCode';
import { FORMAT, LOOP_TYPES, STEP_KINDS } from '../engine/flow/names';
import { flowSchema } from '../engine/flow/schema';

const README = readFileSync('README.md', 'utf8');
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** Cells of every table row below a heading, up to the next heading of any level. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const section = README.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| ---'));
  return lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

describe('README', () => {
  it('lists every package of package.json with the version and the licence that is installed, and a reason', () => {
    const { dependencies = {}, devDependencies } = json('package.json');
    const rows = rowsBelow('Dependencies').filter((cells) => cells.length === 4 && cells[0] !== 'package');
    const installed = Object.keys({ ...dependencies, ...devDependencies }).map((name) => {
      const { version, license } = json(`node_modules/${name}/package.json`);
      return [name, version, license];
    });
    expect(rows.map((cells) => cells.slice(0, 3)).sort()).toEqual(installed.sort());
    expect(rows.filter((cells) => cells[3] === '')).toEqual([]);
  });

  it('lists the exit codes of the program, all of them', () => {
    const rows = rowsBelow('The program').filter((cells) => /^\d+$/.test(cells[0] ?? ''));
    expect(rows.map((cells) => Number(cells[0]))).toEqual(Object.values(EXIT).sort((a, b) => a - b));
  });

  it('lists the kinds of step, all of them, and shows a flow that parses', () => {
    const rows = rowsBelow('The flow file at a glance').map((cells) => cells[0] ?? '');
    expect(rows.filter((cell) => STEP_KINDS.some((kind) => kind === cell))).toEqual([...STEP_KINDS]);
    expect(rows.filter((cell) => LOOP_TYPES.some((type) => type === cell))).toEqual([...LOOP_TYPES]);
    const flow = /```jsonc\n([\s\S]*?)```/.exec(README)?.[1] ?? '';
    expect(flowSchema.parse(parse(flow)).converge).toBe(FORMAT);
  });

  it('shows an example of the library that is run as a test, as it is', () => {
    const shown = /```ts\n([\s\S]*?)```/.exec(README)?.[1];
    expect(shown).toBe(readFileSync('test/library/examples/hello.ts', 'utf8'));
  });

  it('lists the recipes, all templates but the empty one', () => {
    const rows = rowsBelow('Recipes').map((cells) => cells[0] ?? '');
    const templates = readdirSync('media/templates').flatMap((name) => /^(.+)\.converge\.json$/.exec(name)?.[1] ?? []);
    expect(rows.slice(1).sort()).toEqual(templates.filter((name) => name !== 'empty').sort());
  });

  it('names only scripts of package.json, and files that are there', () => {
    const { scripts } = json('package.json');
    const named = [...README.matchAll(/npm (?:run )?(start|test|open|check|build|watch|[a-z]+:[a-z0-9]+)\b/g)];
    expect(named.length).toBeGreaterThan(8);
    for (const [, script] of named) expect(Object.keys(scripts)).toContain(script);
    const files = [...README.matchAll(/(?:\]\(|`)((?:media|test)\/[\w./-]+|LICENSE|CHANGELOG\.md)[)`]/g)];
    expect(files.length).toBeGreaterThan(3);
    for (const [, file = ''] of files) expect(existsSync(file), file).toBe(true);
  });
});
