import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { approvalsFile, approve, isApproved } from '../../engine/runner/approvals';
import { scratch } from '../node/scratch';

describe('approvals that are not this person’s own count for nothing', () => {
  const given = async () => {
    const [config, root] = [scratch(), scratch()];
    const file = approvalsFile({ XDG_CONFIG_HOME: config });
    await approve(root, 'a', file);
    return { file, root };
  };
  /** With the guard, and without it: what is planted would count. */
  const counts = async (root: string, file: string) => [
    await isApproved(root, 'a', file),
    await isApproved(root, 'a', file, false),
  ];

  it('is read and written by this user alone', async () => {
    const { file, root } = await given();
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(dirname(file)).mode & 0o022).toBe(0);
    expect(await counts(root, file)).toEqual([true, true]);
  });

  it('a file or a folder that others may write to', async () => {
    const { file, root } = await given();
    chmodSync(file, 0o620);
    expect(await counts(root, file)).toEqual([false, true]);
    chmodSync(file, 0o600);
    chmodSync(dirname(file), 0o777);
    expect(await counts(root, file)).toEqual([false, true]);
  });

  it('a link to a file, wherever it leads', async () => {
    const { file, root } = await given();
    renameSync(file, `${file}.there`);
    symlinkSync(`${file}.there`, file);
    expect(await counts(root, file)).toEqual([false, true]);
  });

  it('a file that stands in the repository, or behind a link into it; a relative folder is none at all', async () => {
    const { file, root } = await given();
    const planted = join(root, 'config', 'converge', 'approvals.json');
    mkdirSync(dirname(planted), { recursive: true, mode: 0o700 });
    copyFileSync(file, planted);
    expect(await counts(root, planted)).toEqual([false, true]);
    const home = scratch();
    symlinkSync(join(root, 'config'), join(home, 'config'));
    expect(await counts(root, join(home, 'config', 'converge', 'approvals.json'))).toEqual([false, true]);
    expect(approvalsFile({ XDG_CONFIG_HOME: 'config', HOME: home })).toBe(
      join(home, '.config', 'converge', 'approvals.json'),
    );
  });

  it('a pipe in its place is not waited for', async () => {
    const { file, root } = await given();
    rmSync(file);
    execFileSync('mkfifo', ['-m', '600', file]);
    expect(await isApproved(root, 'a', file)).toBe(false);
  });
});
