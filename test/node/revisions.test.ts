import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitsOf, textAt } from '../../engine/node/revisions';

let folder: string;
const at = (name: string) => path.join(folder, name);
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid', ...args], { cwd: folder });
const commit = (name: string, text: string, message: string) => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
};

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'converge-rev-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('earlier texts of a file', () => {
  it('are those of the revision, byte for byte, whatever stands in the folder now', async () => {
    git('init', '--quiet');
    commit('a/[f] ü.json', 'one\r\n', 'First');
    commit('a/[f] ü.json', 'two\n', 'Second');
    writeFileSync(at('a/[f] ü.json'), 'three');
    expect(await textAt(at('a/[f] ü.json'), 'HEAD')).toEqual({ ok: true, value: 'two\n' });
    expect(await textAt(at('a/[f] ü.json'), 'HEAD~1')).toEqual({ ok: true, value: 'one\r\n' });
    rmSync(at('a'), { recursive: true });
    expect(await textAt(at('a/[f] ü.json'), 'HEAD')).toEqual({ ok: true, value: 'two\n' });
  });

  it('say what is missing: git, a repository, a commit, the revision, the file in it', async () => {
    const why = async (file: string, revision: string, program?: string) => {
      const found = await textAt(file, revision, undefined, program);
      return found.ok ? null : found.why;
    };
    expect(await why(at('f'), 'HEAD')).toBe('no-repository');
    expect(await why(at('f'), 'HEAD', 'no-such-git')).toBe('no-git');
    git('init', '--quiet');
    expect(await why(at('f'), 'HEAD')).toBe('no-commits');
    commit('g', 'x', 'First');
    expect(await why(at('f'), 'HEAD')).toBe('not-there');
    expect(await why(at('g'), 'nothing')).toBe('no-such-revision');
    expect(await why(at('g'), '--output=evil')).toBe('no-such-revision');
    expect(existsSync(at('evil'))).toBe(false);
    expect(await why(at('g'), 'HEAD')).toBeNull();
  });

  it('are listed with the commits that touched the file, under the names that it had', async () => {
    git('init', '--quiet');
    commit('old.json', 'one\ntwo\nthree\n', 'First | with "signs"');
    commit('other', 'x', 'Nothing of ours');
    renameSync(at('old.json'), at('new.json'));
    commit('new.json', 'one\ntwo\nthree\n', 'Renamed');
    const commits = await commitsOf(at('new.json'));
    if (!commits.ok) throw new Error(commits.why);
    expect(commits.value.map(({ subject, path: name, author }) => [subject, name, author])).toEqual([
      ['Renamed', 'new.json', 'T'],
      ['First | with "signs"', 'old.json', 'T'],
    ]);
    const first = commits.value[1]!;
    expect(await textAt(at('new.json'), first.hash, first.path)).toEqual({ ok: true, value: 'one\ntwo\nthree\n' });
    expect(await textAt(at('new.json'), first.hash)).toEqual({ ok: false, why: 'not-there' });
  });

  it('start nothing that the repository names', async () => {
    git('init', '--quiet');
    const evil = `touch ${at('ran')}`;
    writeFileSync(at('.gitattributes'), '* diff=evil filter=evil\n');
    commit('f', 'x\n', 'First');
    for (const [key, value] of [
      ['core.fsmonitor', evil],
      ['core.pager', evil],
      ['diff.evil.textconv', evil],
      ['diff.external', evil],
      ['filter.evil.smudge', evil],
      ['gpg.program', evil],
      ['log.showSignature', 'true'],
    ] as const)
      git('config', key, value);
    expect(await textAt(at('f'), 'HEAD')).toEqual({ ok: true, value: 'x\n' });
    expect((await commitsOf(at('f'))).ok).toBe(true);
    expect(existsSync(at('ran'))).toBe(false);
  });
});
