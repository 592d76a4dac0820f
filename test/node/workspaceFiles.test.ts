import { chmodSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../engine/node/workspace/workspace';
import { tree, write } from './repository';
import { scratch } from './scratch';

describe('files and digests', () => {
  it("digests what globs, folders and files name, ignored ones too, never links' targets", async () => {
    const [root, outside] = [scratch(), scratch()];
    write(outside, { secret: 's' });
    write(root, {
      '.gitignore': 'test\n',
      'test/a.test.ts': 'a',
      'test/.dot/b.test.ts': 'b',
      'test/.git/x': '',
      'src/c.ts': 'c',
    });
    symlinkSync(outside, join(root, 'test/out'));
    const { digests } = await openWorkspace(root);
    const names = async (...globs: string[]) => Object.keys(await digests(globs));
    const all = ['test/.dot/b.test.ts', 'test/a.test.ts', 'test/out'];
    expect(await names('test')).toEqual(all);
    expect(await names('./test/')).toEqual(all);
    expect(await names('**/*.test.ts', 'src/c.ts')).toEqual(['src/c.ts', ...all.slice(0, 2)]);
    expect(await names('te*')).toEqual(all);
    expect(await names('*/a.test.ts', '*.ts', 't*/.dot', 'src/*', 'src/c.ts/x')).toEqual([
      'src/c.ts',
      ...all.slice(0, 2),
    ]);
    expect(await names('{src,none}/*.ts', 'test/@(a|b).test.ts', 'test/.*/[b]*')).toEqual([
      'src/c.ts',
      ...all.slice(0, 2),
    ]);
    write(root, { 'app/[id].ts': '', 'app/i.ts': '' });
    expect(await names('app/[id].ts')).toEqual(['app/[id].ts', 'app/i.ts']);
    expect(await names('app/\\[id\\].ts')).toEqual(['app/[id].ts']);
    expect(await names('test/out/secret', 'none', '../x', '/etc/passwd', '.converge', '.git')).toEqual(['test/out']);
  });

  it('a digest changes with content, mode and kind, and is the same on disk and in a recorded tree', async () => {
    const root = scratch();
    write(root, { a: 'text', b: 'text' });
    chmodSync(join(root, 'b'), 0o755);
    symlinkSync('text', join(root, 'c'));
    const workspace = await openWorkspace(root);
    const recorded = await tree(workspace);
    const onDisk = await workspace.digests(['a', 'b', 'c']);
    expect(new Set(Object.values(onDisk)).size).toBe(3);
    for (const name of ['a', 'b', 'c']) expect(await workspace.inTree(recorded, name)).toBe(onDisk[name]);
    expect(await workspace.inTree(recorded, 'none')).toBeUndefined();
    expect(await workspace.inTree(recorded, '../a')).toBeUndefined();
    write(root, { a: 'other' });
    expect((await workspace.digests(['a'])).a).not.toBe(onDisk.a);
    expect(await workspace.inTree(recorded, 'a')).toBe(onDisk.a);
  });

  it('UL-18 sees every way in which a frozen path can change: content, mode, kind, link, case, added, deleted', async () => {
    const root = scratch();
    const outside = scratch();
    const start = () => write(root, { 'test/a.ts': 'a', 'test/deep/b.ts': 'b', 'real/c.ts': 'c', 'real/d/e.ts': 'e' });
    start();
    symlinkSync('../real/c.ts', join(root, 'test/link.ts'));
    symlinkSync('real', join(root, 'folder'));
    const { digests } = await openWorkspace(root);
    const look = () => digests(['test', 'folder']);
    const before = await look();
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['test/a.ts', 'test/link.ts', 'real/c.ts', 'folder', 'real/d/e.ts']),
    );
    const changes: Readonly<Record<string, () => void>> = {
      'test/a.ts': () => chmodSync(join(root, 'test/a.ts'), 0o755),
      'test/deep/b.ts': () => rmSync(join(root, 'test/deep'), { recursive: true }),
      'test/new.ts': () => write(root, { 'test/new.ts': '' }),
      'test/A.ts': () => renameSync(join(root, 'test/a.ts'), join(root, 'test/A.ts')),
      'test/link.ts': () => {
        rmSync(join(root, 'test/link.ts'));
        symlinkSync('../real/d/e.ts', join(root, 'test/link.ts'));
      },
      // What a frozen link leads to, in place.
      'real/c.ts': () => write(root, { 'real/c.ts': 'changed' }),
      'real/d/e.ts': () => write(root, { 'real/d/e.ts': 'changed' }),
    };
    for (const [path, change] of Object.entries(changes)) {
      change();
      const now = await look();
      expect(now[path], path).not.toBe(before[path]);
      rmSync(join(root, 'test'), { recursive: true });
      start();
      chmodSync(join(root, 'test/a.ts'), 0o644);
      symlinkSync('../real/c.ts', join(root, 'test/link.ts'));
      expect(await look(), path).toEqual(before);
    }
    // A link in the place of a frozen file, with the same text behind it.
    write(outside, { copy: 'a' });
    rmSync(join(root, 'test/a.ts'));
    symlinkSync(join(outside, 'copy'), join(root, 'test/a.ts'));
    expect((await look())['test/a.ts']).not.toBe(before['test/a.ts']);
  });

  it('reads text inside the workspace only', async () => {
    const [root, outside] = [scratch(), scratch()];
    write(outside, { secret: 's' });
    write(root, { 'a.txt': 'ü', 'd/x': '', big: 'x'.repeat(1024 * 1024 + 1) });
    symlinkSync(join(outside, 'secret'), join(root, 'out'));
    symlinkSync('a.txt', join(root, 'in'));
    const { readText } = await openWorkspace(root);
    const read = await Promise.all(['a.txt', 'in', 'out', 'd', 'none', 'big', join(outside, 'secret')].map(readText));
    expect(read).toEqual(['ü', 'ü', undefined, undefined, undefined, undefined, undefined]);
  });

  it('shows a unified diff, and takes nothing but a tree for a tree', async () => {
    const root = scratch();
    write(root, { a: 'one\n' });
    const workspace = await openWorkspace(root);
    const before = await tree(workspace);
    write(root, { a: 'two\n' });
    const text = await workspace.diffText(before, await tree(workspace));
    expect(text).toContain('-one\n+two\n');
    expect(text).not.toContain('\u001b');
    await expect(workspace.changes(before, '--output=x')).rejects.toMatchObject({ code: 'internal' });
  });
});
