import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allowedEnvironment } from '../../engine/node/environment';
import { openOwnFile } from '../../engine/node/ownFile';
import { commitsOf, textAt } from '../../engine/node/revisions';
import { openGit } from '../../engine/node/workspace/git';
import { openRecordedTrees } from '../../engine/node/workspace/recorded';
import { openWorkspace } from '../../engine/node/workspace/workspace';
import { plant, plantGit, plantNames, plantOwnGit, plantPrograms } from './planted';

vi.setConfig({ testTimeout: 60_000 });
afterEach(() => vi.unstubAllEnvs());

const ON = { ownConfig: true, settings: true, absolutePath: true };

function hostile() {
  const planted = plant();
  planted.write({ 'src/a.js': 'one\n', 'x.converge.json': '{}' });
  plantGit(planted);
  plantOwnGit(planted);
  plantNames(planted);
  vi.stubEnv('PATH', plantPrograms(planted));
  return planted;
}

describe('a repository whose git runs programs: hooks, fsmonitor, hooksPath, filters, its own git in PATH', () => {
  it('runs nothing where its files are recorded, compared, shown, digested, read and put back', async () => {
    const { root, write, ran } = hostile();
    const workspace = await openWorkspace(root);
    const before = await workspace.snapshot();
    write({ 'src/a.js': 'two\n', '-rf': 'y', '--exec=touch owned': 'y' });
    const after = await workspace.snapshot();
    if (!before.ok || !after.ok) throw new Error('no snapshot');
    const changed = (await workspace.changes(before.tree, after.tree)).map(({ path }) => path);
    expect(changed).toEqual(['--exec=touch owned', '-rf', 'src/a.js']);
    await workspace.diffText(before.tree, after.tree);
    await workspace.digests(['**', 'leads-out', 'folder-out/**', '.git/**', '-rf']);
    expect(await workspace.restore(before.tree, changed)).toEqual({ ok: true });
    expect(readFileSync(join(root, '-rf'), 'utf8')).toBe('x');
    await (await openRecordedTrees(root)).show(before.tree, '-rf');
    expect(readdirSync(root)).not.toContain('owned');
    expect(ran()).toEqual([]);
  });

  it('TWIN with its own settings left as they came, the same records start its programs', async () => {
    const { root, ran } = hostile();
    const git = await openGit(root, 'index', { ...ON, ownConfig: false, settings: false });
    await git.run(['add', '--all', '--', 'src']);
    expect(ran()).toEqual(expect.arrayContaining([expect.stringMatching(/^own-/)]));
  });

  it('TWIN with relative folders of PATH, it is the repository’s own git that records', async () => {
    const { root, ran } = hostile();
    await openGit(root, 'index', { ...ON, absolutePath: false }).catch(() => null);
    expect(ran()).toEqual(['root-git']);
  });

  it('runs nothing where earlier texts and commits of a file are read', async () => {
    const { root, ran } = hostile();
    expect(await textAt(join(root, 'src/a.js'), 'HEAD')).toEqual({ ok: true, value: 'one\n' });
    expect(await commitsOf(join(root, 'src/a.js'))).toMatchObject({ ok: true });
    expect(await textAt(join(root, 'src/a.js'), '--exec=touch owned')).toMatchObject({ ok: false });
    expect(await textAt(join(root, '-rf'), 'HEAD')).toMatchObject({ ok: false });
    expect(ran()).toEqual([]);
  });

  it('TWIN with relative folders of PATH, the texts come from the repository’s own git', async () => {
    const { root, ran } = hostile();
    await textAt(join(root, 'x.converge.json'), 'HEAD', undefined, 'git', false);
    expect(ran()).toEqual(['root-git']);
  });

  it('fetches no object that is missing over a transport that the repository names; TWIN unguarded it does', async () => {
    const { root, program, ran } = hostile();
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'core.fsmonitor=false', ...args], {
        cwd: root,
        encoding: 'utf8',
        env: { ...allowedEnvironment(), GIT_CONFIG_NOSYSTEM: '1' },
      }).trim();
    const blob = git('rev-parse', 'HEAD:src/a.js');
    rmSync(join(root, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
    const fetched = program('bin/fetch.sh', 'fetched');
    for (const [name, value] of [
      ['core.repositoryformatversion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', `ext::${fetched}`],
      ['protocol.ext.allow', 'always'],
    ])
      git('config', name ?? '', value ?? '');
    vi.stubEnv('PATH', allowedEnvironment().PATH ?? '');
    const read = (guarded: boolean) => textAt(join(root, 'src/a.js'), 'HEAD', undefined, 'git', guarded);
    expect(await read(true)).toEqual({ ok: false, why: 'not-there' });
    expect(ran()).toEqual([]);
    await read(false);
    expect(ran()).toContain('fetched');
  });
});

describe('links, pipes and devices', () => {
  it('no link out of the workspace is read, digested or written through', async () => {
    const { root, outside } = hostile();
    const workspace = await openWorkspace(root);
    for (const path of [
      'leads-out',
      'folder-out/secret',
      '../secret',
      'endless',
      'round',
      'pipe',
      join(outside, 'secret'),
    ])
      expect(await workspace.readText(path), path).toBeUndefined();
    const digests = await workspace.digests(['folder-out/**', 'leads-out', 'endless', 'round', 'pipe']);
    expect(Object.keys(digests).sort()).toEqual(['endless', 'folder-out', 'leads-out', 'pipe', 'round']);
    const taken = await workspace.snapshot();
    if (!taken.ok) throw new Error(taken.why);
    expect(await workspace.restore(taken.tree, ['folder-out/secret'])).toMatchObject({ ok: true });
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('not-to-be-read');
  });

  it('a file of ours that is a link, a pipe or a device is not read; TWIN unguarded the link is', async () => {
    const { root, outside } = plant();
    const link = join(root, 'trace.ndjson');
    symlinkSync(join(outside, 'secret'), link);
    await expect(openOwnFile(link)).rejects.toThrow();
    const handle = await openOwnFile(link, false);
    expect(await handle.readFile('utf8').finally(() => handle.close())).toBe('not-to-be-read');
    execFileSync('mkfifo', [join(root, 'pipe')]);
    await expect(openOwnFile(join(root, 'pipe'))).rejects.toThrow('no file');
    await expect(openOwnFile('/dev/zero')).rejects.toThrow('no file');
  });

  it('recordings go into no folder behind a link: .converge, and each folder of git’s in it', async () => {
    for (const part of ['.converge', '.converge/git', '.converge/git/info', '.converge/git/objects']) {
      const { root, outside, write } = plant();
      const above = part.split('/').slice(0, -1).join('/');
      if (above !== '') write({ [`${above}/.keep`]: '' });
      symlinkSync(outside, join(root, part));
      await expect(openGit(root), part).rejects.toMatchObject({ code: 'folder-unwritable' });
      expect(readdirSync(outside), part).toEqual(['secret']);
    }
  });
});

describe('the environment of programs', () => {
  it('holds no NODE_OPTIONS, no credential and no relative folder of PATH; TWIN unguarded a planted module is loaded', () => {
    const { root, write, ran, program } = plant();
    write({
      'evil.cjs': `require('node:child_process').execFileSync(${JSON.stringify(program('p', 'options'))}, { input: '' })`,
    });
    const from = {
      ...process.env,
      NODE_OPTIONS: `--require ${join(root, 'evil.cjs')}`,
      OPENAI_API_KEY: 'k',
      GIT_DIR: root,
    };
    const run = (env: Record<string, string>) => execFileSync(process.execPath, ['-e', '0'], { cwd: root, env });
    const env = allowedEnvironment(from);
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['NODE_OPTIONS']));
    expect(Object.keys(env).filter((name) => /KEY|^GIT_|^NODE_|^npm_/.test(name))).toEqual([]);
    run(env);
    expect(ran()).toEqual([]);
    run(allowedEnvironment(from, { allowList: false, absolutePath: true }));
    expect(ran()).toEqual(['options']);
    writeFileSync(join(root, 'evil.cjs'), '');
  });
});
