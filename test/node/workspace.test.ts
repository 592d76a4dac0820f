import {
  chmodSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rebased } from '../../engine/node/workspace/ignoreRules';
import { takeSnapshot, unreadable } from '../../engine/node/workspace/snapshot';
import { openWorkspace } from '../../engine/node/workspace/workspace';
import { git, image, seen, tree, write } from './repository';
import { scratch } from './scratch';

describe('a workspace', () => {
  it('sees what is added, modified and deleted, without a repository', async () => {
    const root = scratch();
    write(root, { 'a.txt': 'a', 'b/c.txt': 'c', 'gone.txt': 'g' });
    const workspace = await openWorkspace(root);
    const changed = await seen(workspace, () => {
      write(root, { 'a.txt': 'A', 'new ü\n.txt': 'n' });
      rmSync(join(root, 'gone.txt'));
      chmodSync(join(root, 'b/c.txt'), 0o755);
    });
    expect(changed).toEqual(['modified a.txt', 'modified b/c.txt', 'deleted gone.txt', 'added new ü\n.txt']);
    expect(await seen(workspace, () => undefined)).toEqual([]);
  });

  it('records an empty folder, and sees a change of the same length and time', async () => {
    const root = scratch();
    const workspace = await openWorkspace(root);
    expect(await seen(workspace, () => write(root, { a: 'one' }))).toEqual(['added a']);
    const old = statSync(join(root, 'a'));
    const changed = await seen(workspace, () => {
      write(root, { a: 'two' });
      utimesSync(join(root, 'a'), old.atime, old.mtime);
    });
    expect(changed).toEqual(['modified a']);
  });

  it('follows a file that becomes a folder, a folder that becomes a link, and back', async () => {
    const root = scratch();
    write(root, { a: 'a', 'd/f': 'f' });
    const workspace = await openWorkspace(root);
    const changed = await seen(workspace, () => {
      rmSync(join(root, 'a'));
      write(root, { 'a/in': 'i' });
      rmSync(join(root, 'd'), { recursive: true });
      symlinkSync('a', join(root, 'd'));
    });
    expect(changed).toEqual(['deleted a', 'added a/in', 'added d', 'deleted d/f']);
    expect((await workspace.show(await tree(workspace), 'd'))?.toString()).toBe('a');
  });

  it('SH-26 leaves edit, untracked file, staged rename, stash and all of .git byte for byte as they were', async () => {
    const root = scratch();
    git(root, 'init');
    write(root, { 'tracked.txt': '1', 'old.txt': 'long enough to be a rename\n', 'stashed.txt': 's' });
    git(root, 'add', '-A');
    git(root, 'commit', '-m', 'first');
    write(root, { 'stashed.txt': 'in the stash' });
    git(root, 'stash');
    git(root, 'mv', 'old.txt', 'new.txt');
    write(root, {
      'tracked.txt': 'edited',
      'untracked.txt': 'u',
      '.git/hooks/post-index-change': '#!/bin/sh\ntouch hooked',
    });
    chmodSync(join(root, '.git/hooks/post-index-change'), 0o755);
    git(root, 'config', 'core.fsmonitor', 'touch hooked');
    const [before, status] = [
      image(join(root, '.git')),
      git(root, 'status', '--porcelain=v2', '--branch', '--show-stash'),
    ];
    const files = ['tracked.txt', 'new.txt', 'stashed.txt', 'untracked.txt'].map((name) =>
      readFileSync(join(root, name)),
    );

    const workspace = await openWorkspace(root);
    const first = await tree(workspace);
    for (let round = 0; round < 5; round++) {
      write(root, { 'worker.txt': String(round) });
      await workspace.diffText(first, await tree(workspace));
    }
    rmSync(join(root, 'worker.txt'));

    expect(image(join(root, '.git'))).toEqual(before);
    expect(
      ['tracked.txt', 'new.txt', 'stashed.txt', 'untracked.txt'].map((name) => readFileSync(join(root, name))),
    ).toEqual(files);
    expect(git(root, 'status', '--porcelain=v2', '--branch', '--show-stash')).toBe(status);
    expect(git(root, 'stash', 'list')).toContain('stash@{0}');
    expect(readdirSync(root)).not.toContain('hooked');
  });

  it('records bytes as they are, whatever attributes, filters and line end settings wish', async () => {
    const root = scratch();
    git(root, 'init');
    git(root, 'config', 'filter.f.clean', 'tr a-z A-Z; touch filtered');
    write(root, {
      '.gitattributes': '* text=auto filter=f ident working-tree-encoding=UTF-16\n',
      'a.txt': 'x\r\n$Id$\r\n',
    });
    const workspace = await openWorkspace(root);
    expect((await workspace.show(await tree(workspace), 'a.txt'))?.toString()).toBe('x\r\n$Id$\r\n');
    expect(readdirSync(root)).not.toContain('filtered');
  });

  it('leaves out what .gitignore and info/exclude ignore, itself and .git, even where a rule says otherwise', async () => {
    const root = scratch();
    git(root, 'init');
    write(root, { '.gitignore': '*.log\n!.converge/\n!/.converge/**\n', '.git/info/exclude': 'private\n' });
    const workspace = await openWorkspace(root);
    const changed = await seen(workspace, () => {
      write(root, { 'a.log': '', private: '', 'b.txt': '', '.converge/runs/x': '', '.converge/flows/f.json': '' });
    });
    expect(changed).toEqual(['added b.txt']);
  });

  it('a root below the top of its repository keeps the rules of the folders above', async () => {
    const top = scratch();
    git(top, 'init');
    write(top, { '.gitignore': '*.log\n/packages/*/dist/\n/other\n', 'packages/.gitignore': 'a/cache\n' });
    const root = join(top, 'packages/a');
    write(root, { keep: '' });
    const workspace = await openWorkspace(root);
    const files = { 'x.log': '', 'dist/x': '', 'cache/x': '', other: '', 'src/dist/x': '' };
    expect(await seen(workspace, () => write(root, files))).toEqual(['added other', 'added src/dist/x']);
    expect(rebased('# no\n!/a/b/keep\n/a/b/\n**/x/y\n/a\n/c/d\n/a/**/z', ['a', 'b'])).toEqual([
      '!/keep',
      '**/x/y',
      '**/z',
    ]);
  });

  it('walks nested repositories and submodules: a change in one is seen, with a commit or without', async () => {
    const root = scratch();
    git(root, 'init');
    write(root, {
      'a.txt': 'a',
      'nested/n.txt': 'n',
      'fresh/f.txt': 'f',
      'nested/deep/d.txt': 'd',
      '.gitignore': '*.log\n',
    });
    for (const path of ['nested/deep', 'nested']) {
      git(join(root, path), 'init');
      git(join(root, path), 'add', '-A');
      git(join(root, path), 'commit', '-m', 'x');
    }
    git(join(root, 'fresh'), 'init');
    git(root, 'add', 'nested');
    git(root, 'commit', '-m', 'a link to a commit');
    const workspace = await openWorkspace(root);
    expect(await seen(workspace, () => undefined)).toEqual([]);
    const changed = await seen(workspace, () => {
      write(root, {
        'nested/n.txt': 'dirty',
        'nested/deep/d.txt': 'dirty',
        'fresh/f.txt': 'dirty',
        'nested/x.log': '',
      });
      write(root, { 'later/l.txt': 'l' });
      git(join(root, 'later'), 'init');
    });
    expect(changed).toEqual([
      'modified fresh/f.txt',
      'added later/l.txt',
      'modified nested/deep/d.txt',
      'modified nested/n.txt',
    ]);
    expect(await seen(workspace, () => rmSync(join(root, 'nested/n.txt')))).toEqual(['deleted nested/n.txt']);
  });

  it('a snapshot beyond its time limit says so and the next one works', async () => {
    const root = scratch();
    write(root, { a: 'a' });
    const limited = await openWorkspace(root, { snapshotLimitMs: 0 });
    expect(await limited.snapshot()).toMatchObject({
      ok: false,
      why: expect.stringContaining('could not be recorded'),
    });
    expect(await (await openWorkspace(root)).snapshot()).toMatchObject({ ok: true, unreadable: [] });
  });

  it('a broken index is made anew', async () => {
    const root = scratch();
    write(root, { a: 'a' });
    const workspace = await openWorkspace(root);
    const before = await tree(workspace);
    writeFileSync(join(root, '.converge/git/index'), 'not an index at all, really');
    expect(await tree(workspace)).toBe(before);
  });

  it('names what git could not read, and drops what it knew of it', async () => {
    const stderr = [
      "warning: could not open directory 'locked/': Permission denied",
      'warning: adding embedded git repository: n',
      'error: open("a secret"): Permission denied',
      "error: unable to index file 'a secret'",
    ].join('\n');
    const [hidden, named] = [stderr.split('\n')[2], [stderr.split('\n')[0], stderr.split('\n')[2]]];
    expect(unreadable(stderr)).toEqual(named);
    const said: string[] = [];
    const taken = await takeSnapshot(
      {
        folder: scratch(),
        ready: scratch(),
        index: 'index',
        run: async ([command = ''], options) => {
          if (command === 'update-index') said.push(String(options?.stdin ?? ''));
          const failed = command === 'add' ? { exit: 1, stderr: `${hidden}\n` } : { exit: 0, stderr: '' };
          return { ...failed, stdout: Buffer.from(command === 'write-tree' ? 'tree\n' : '') };
        },
      },
      10_000,
    );
    expect(taken).toEqual({ ok: true, tree: 'tree', unreadable: [hidden] });
    expect(said).toEqual([`0 ${'0'.repeat(40)}\ta secret\0`]);
  });

  it('keeps nothing of a private folder that came with a repository', async () => {
    const [root, outside] = [scratch(), scratch()];
    const hook = `touch ${join(outside, 'started')}`;
    const config = `[core]\n\tfsmonitor = ${hook}\n\thooksPath = hooks\n[filter "f"]\n\tclean = ${hook}\n[include]\n\tpath = /x\n`;
    write(root, {
      '.converge/git/config': config,
      '.converge/git/commondir': outside,
      '.converge/git/objects/info/alternates': `${outside}\n`,
      '.converge/git/info/attributes': '* filter=f text',
      '.converge/git/hooks/post-index-change': `#!/bin/sh\n${hook}`,
      a: 'a\r\n',
    });
    chmodSync(join(root, '.converge/git/hooks/post-index-change'), 0o755);
    const workspace = await openWorkspace(root);
    expect((await workspace.show(await tree(workspace), 'a'))?.toString()).toBe('a\r\n');
    expect(readdirSync(outside)).toEqual([]);
    expect(readFileSync(join(root, '.converge/git/config'), 'utf8')).not.toContain('touch');
  });

  it('refuses a .converge that is a link, and one that is a file', async () => {
    const [root, elsewhere] = [scratch(), scratch()];
    symlinkSync(elsewhere, join(root, '.converge'));
    await expect(openWorkspace(root)).rejects.toMatchObject({ code: 'folder-unwritable' });
    expect(readdirSync(elsewhere)).toEqual([]);
    const other = scratch();
    write(other, { '.converge': '' });
    await expect(openWorkspace(other)).rejects.toMatchObject({ code: 'folder-unwritable' });
  });

  it('says what to do where there is no git', async () => {
    const root = scratch();
    const path = process.env.PATH;
    process.env.PATH = root;
    try {
      await expect(openWorkspace(root)).rejects.toMatchObject({
        code: 'git-missing',
        message: expect.stringContaining('install git'),
      });
    } finally {
      process.env.PATH = path;
    }
  });
});
