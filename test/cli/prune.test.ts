import { expect, it } from 'vitest';
import { converge, place, withProgram } from './program';
import { asking, FILES, story } from './story';

withProgram();

const APPROVED = ['--mode', 'autonomous', '--approve', 'any'];

it('prune says what would go, removes it, and lists what stays', async () => {
  const where = place(story(), FILES);
  for (let run = 0; run < 2; run++) expect((await converge(where, 'run', 'fix', ...APPROVED)).code).toBe(0);
  const runs = async () => JSON.parse((await converge(where, 'list', '--json')).stdout) as readonly { run: string }[];
  const [newest, oldest] = await runs();
  const look = await converge(where, 'prune', '--keep', '1', '--dry-run');
  expect(look).toMatchObject({ code: 0, stderr: '' });
  expect(look.stdout).toMatch(new RegExp(`^${oldest?.run}  fix  complete, .*\n1 run would be removed, 1 kept\\.\n$`));
  expect(await runs()).toHaveLength(2);
  const young = await converge(where, 'prune', '--keep', '1', '--older-than', '30d');
  expect(young.stdout).toBe('0 runs removed, 2 kept.\n');
  const done = JSON.parse((await converge(where, 'prune', '--keep', '1', '--json')).stdout);
  expect(done).toMatchObject({ removed: [{ run: oldest?.run }], kept: 1, dryRun: false });
  expect((await runs()).map(({ run }) => run)).toEqual([newest?.run]);
});

it('prune leaves a run that waits, unless told otherwise', async () => {
  const where = place(asking, FILES);
  expect((await converge(where, 'run', 'asking', ...APPROVED)).code).toBe(5);
  expect((await converge(where, 'prune', '--keep', '0')).stdout).toBe('0 runs removed, 1 kept.\n');
  expect((await converge(where, 'prune', '--keep', '0', '--all')).stdout).toContain('1 run removed, 0 kept.');
});

it('prune wants to be told which runs', async () => {
  const where = place(story(), FILES);
  for (const args of [[], ['--all'], ['--keep', 'x'], ['--keep', '-1'], ['--older-than', 'soon']]) {
    const { code, stdout, stderr } = await converge(where, 'prune', ...args);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toContain('converge prune');
  }
});
