import { chmodSync, symlinkSync } from 'node:fs';
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
