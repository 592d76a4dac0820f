import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AUTONOMOUS, folderOf } from '../cli/live';
import { converge, place, withProgram } from '../cli/program';
import { FILES, story } from '../cli/story';
import { git } from '../node/repository';
import { scratch } from '../node/scratch';

withProgram();

it('a run in a worktree from start to apply, by the program: the workspace changes at the apply alone', async () => {
  const made = place(story({ flow: { workspace: { isolation: 'worktree', commitEachPass: true } } }), FILES);
  const where = { ...made, env: { ...made.env, XDG_CACHE_HOME: scratch() } };
  const refused = await converge(where, 'run', 'fix', ...AUTONOMOUS);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('not in a git repository');
  git(where.root, 'init', '-q');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'first');
  const ran = await converge(where, 'run', 'fix', ...AUTONOMOUS);
  expect(ran.code, ran.stderr + ran.stdout).toBe(0);
  expect(ran.stdout).toMatch(/worktree: \/.*, made from commit [0-9a-f]{12}/);
  expect(ran.stdout).toContain('each pass is committed on converge/');
  const state = () => readFileSync(join(where.root, 'state'), 'utf8');
  expect(state()).toBe('bad');
  const looked = await converge(where, 'apply', 'latest', '--dry-run');
  expect(looked).toMatchObject({ code: 0, stdout: expect.stringContaining('~ state') });
  expect(state()).toBe('bad');
  const unasked = await converge(where, 'apply', 'latest');
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('give --yes') });
  expect(state()).toBe('bad');
  expect((await converge(where, 'apply', 'latest', '--yes')).code).toBe(0);
  expect(state()).toBe('good');
  expect(git(where.root, 'diff', '--name-only').trim()).toBe('state');
  expect(git(where.root, 'diff', '--cached', '--name-only').trim()).toBe('');
  expect((await converge(where, 'apply', 'latest')).stdout).toContain('nothing to apply');
  const folder = folderOf(where);
  expect((await converge(where, 'prune', '--keep', '0')).code).toBe(0);
  expect(existsSync(folder)).toBe(false);
  expect(git(where.root, 'worktree', 'list').trim().split('\n').length).toBe(1);
});

it('a sandbox that is required and cannot be had: nothing is started, and nothing is left', async () => {
  const made = place(story({ flow: { workspace: { sandbox: 'required' } } }), FILES);
  // Node and git are where bubblewrap is not.
  const tools = scratch();
  const { symlinkSync } = await import('node:fs');
  symlinkSync(process.execPath, join(tools, 'node'));
  symlinkSync('/usr/bin/git', join(tools, 'git'));
  const without = { ...made, env: { ...made.env, PATH: tools } };
  const refused = await converge(without, 'run', 'fix', ...AUTONOMOUS);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/A sandbox is required.*bubblewrap is not installed/);
  expect(existsSync(join(made.root, '.converge/runs'))).toBe(false);
  const preferred = place(story({ flow: { workspace: { sandbox: 'preferred' } } }), FILES);
  const ran = await converge({ ...preferred, env: { ...preferred.env, PATH: tools } }, 'run', 'fix', ...AUTONOMOUS);
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stdout).toContain('sandbox: none, bubblewrap is not installed');
});
