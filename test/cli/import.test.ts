import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratch } from '../node/scratch';
import { converge, withProgram } from './program';

withProgram();

const input = (name: string) => resolve(import.meta.dirname, '../flow/importInputs', `${name}.json`);

function workspace() {
  const root = scratch();
  mkdirSync(join(root, '.converge'));
  return { root, env: { ...process.env, NO_COLOR: '1' } };
}

describe('converge import', () => {
  it('writes a flow that validates, and prints every place that was not carried over', async () => {
    const where = workspace();
    const { code, stdout, stderr } = await converge(where, 'import', input('schematic'));
    expect([code, stderr]).toEqual([0, '']);
    const path = join('.converge', 'flows', 'mend-parser.converge.json');
    expect(stdout).toContain(`${path}: imported (until-loop schematic)`);
    expect(stdout).toMatch(/ {2}items\.0\.block, items\.3\.block, .*: A step has a kind/);
    expect(stdout).toMatch(/ {2}items\.3\.execution: .*placeholder that always fails/);
    expect(stdout).not.toContain('to correct first');
    expect(existsSync(join(where.root, path))).toBe(true);
    expect((await converge(where, 'validate', 'mend-parser')).code).toBe(0);
  });

  it('overwrites nothing, and writes elsewhere when told to', async () => {
    const where = workspace();
    await converge(where, 'import', input('loopGroups'));
    const path = join(where.root, '.converge', 'flows', 'Sharpen.converge.json');
    const written = readFileSync(path, 'utf8');
    writeFileSync(path, 'mine');
    const again = await converge(where, 'import', input('loopGroups'));
    expect([again.code, readFileSync(path, 'utf8')]).toEqual([2, 'mine']);
    expect(again.stderr).toContain('is there already and stays as it is');
    const other = join(where.root, 'new', 'other.converge.json');
    expect((await converge(where, 'import', input('loopGroups'), '--out', other)).code).toBe(0);
    expect(readFileSync(other, 'utf8')).toBe(written);
    const odd = await converge(where, 'import', input('loopGroups'), '--out', join(where.root, 'other.json'));
    expect([odd.code, existsSync(join(where.root, 'other.json'))]).toEqual([2, false]);
  });

  it('says how many errors are left, in words and as JSON', async () => {
    const where = workspace();
    const { code, stdout } = await converge(where, 'import', input('onlyLoops'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/\d+ errors? to correct first: converge validate \S+imported\.converge\.json/);
    const out = join(where.root, 'x.converge.json');
    const found = JSON.parse((await converge(where, 'import', input('onlyLoops'), '--out', out, '--json')).stdout);
    expect(found).toMatchObject({ path: out, format: 'workflow with loop groups', errors: expect.any(Number) });
    expect(found.notCarried[0]).toEqual({ path: [], why: expect.any(String) });
  });

  it('refuses what it cannot read or does not know, and writes nothing', async () => {
    const where = workspace();
    writeFileSync(join(where.root, 'odd.json'), '{ "nodes": [] }');
    const odd = await converge(where, 'import', 'odd.json');
    expect(odd.code).toBe(2);
    expect(odd.stderr).toContain('odd.json: The format is not known.');
    const gone = await converge(where, 'import', 'gone.json');
    expect(gone.code).toBe(2);
    expect(gone.stderr).toContain('gone.json cannot be read');
    expect(existsSync(join(where.root, '.converge', 'flows'))).toBe(false);
  });
});
