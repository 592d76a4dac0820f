import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AUTONOMOUS } from '../cli/live';
import { converge, start, withProgram } from '../cli/program';
import { git } from '../node/repository';
import { scratch } from '../node/scratch';
import { userPlace, usersOwn } from './worktreePlace';

withProgram();

it('SH-26 killed hard while its worktree is made: nothing of the user’s is touched, and prune leaves nothing of it', async () => {
  const { root, caches } = userPlace({ workspace: { isolation: 'worktree', bring: ['node_modules'] } });
  const where = { root, env: { ...process.env, XDG_CACHE_HOME: caches, XDG_CONFIG_HOME: scratch() } };
  const before = usersOwn(root);
  const runs = join(root, '.converge/runs');
  const listed = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
  const folders = () => listed(runs);
  const steps: readonly (() => boolean)[] = [
    () => folders().some((run) => existsSync(join(runs, run, 'worktree.json'))),
    () => existsSync(join(root, '.git/worktrees')),
    () => listed(join(root, '.converge/git')).some((name) => name.startsWith('checkout-')),
  ];
  for (const reached of steps) {
    let caught = false;
    // Such a moment is short: a run that was over before it was seen is taken away like the killed one, and another is tried.
    for (let tries = 0; !caught; tries++) {
      expect(tries).toBeLessThan(40);
      const { child, ended } = start(where, ['run', 'fix', ...AUTONOMOUS]);
      let over = false;
      const end = ended.then(() => {
        over = true;
      });
      while (!caught && !over) {
        caught = reached();
        await new Promise(setImmediate);
      }
      child.kill('SIGKILL');
      await end;
      expect(usersOwn(root)).toEqual(before);
      const pruned = await converge(where, 'prune', '--keep', '0', '--all');
      expect(pruned.code, pruned.stderr).toBe(0);
      expect(folders()).toEqual([]);
      expect(git(root, 'worktree', 'list').trim().split('\n').length).toBe(1);
    }
  }
  expect((await converge(where, 'run', 'fix', ...AUTONOMOUS)).code).toBe(0);
  expect(usersOwn(root)).toEqual(before);
});
