import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '../../engine/flow/templates';
import { scratch } from '../node/scratch';
import { converge, withProgram } from './program';

withProgram();

const place = () => {
  const root = scratch();
  return { root, env: { ...process.env, TMPDIR: root, XDG_CONFIG_HOME: join(root, 'config') } };
};

describe('the demo', () => {
  it('repairs the sample in three passes and shows what each changed', async () => {
    const where = place();
    const { code, stdout, stderr } = await converge(where, 'demo');
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain('complete, confirmed on evidence');
    expect(stdout.match(/latch opened/g)).toHaveLength(2);
    expect(stdout.match(/latch cleared/g)).toHaveLength(2);
    expect(stdout).toContain('Pass 1 changed nothing.');
    expect(stdout).toMatch(/Pass 2 changed this:\ndiff --git/);
    expect(stdout).toMatch(/Pass 3 changed this:\ndiff --git/);
    const copy = readFileSync(join(where.root, 'converge-sample/latest'), 'utf8').trim();
    expect(stdout).toContain(copy);
    expect(execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: copy, encoding: 'utf8' }).trim()).toBe('1');
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: copy, encoding: 'utf8' })).not.toContain('.converge');
  });

  it('only copies where that is asked for, and keeps earlier copies where that is', async () => {
    const where = place();
    const paths = [];
    for (const keep of [[], ['--keep'], []])
      paths.push((await converge(where, 'demo', '--copy-only', ...keep)).stdout.trim());
    expect(paths.map((path) => path.replace(`${where.root}/`, ''))).toEqual([
      'converge-sample/1',
      'converge-sample/2',
      'converge-sample/1',
    ]);
  });

  it('lists the recipes with what they are for, and refuses one that is not there', async () => {
    const where = place();
    const listed = await converge(where, 'demo', '--list');
    expect(listed.code).toBe(0);
    const names = listed.stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(names).toEqual(TEMPLATES.filter((name) => name !== 'empty'));
    expect(listed.stdout).toMatch(/^watch-and-respond +Watch and respond: Wait for something outside/m);
    const refused = await converge(where, 'demo', 'watch');
    expect([refused.code, refused.stderr.includes('watch-and-respond')]).toEqual([2, true]);
    expect(existsSync(join(where.root, 'converge-sample'))).toBe(false);
  });

  it('lays a recipe out as its template has it, with the turns that are played', async () => {
    const copy = (await converge(place(), 'demo', 'improve', '--copy-only')).stdout.trim();
    const flow = readFileSync(join(copy, '.converge/flows/improve.converge.json'), 'utf8');
    expect(flow).toBe(readFileSync('media/templates/improve.converge.json', 'utf8'));
    expect(JSON.parse(readFileSync(join(copy, '.converge/script.json'), 'utf8')).turns).not.toEqual([]);
    expect(existsSync(join(copy, 'NOTES.md'))).toBe(true);
  });
});
