import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replacing } from '../../engine/node/workspace/replacing';
import { openWorkspace } from '../../engine/node/workspace/workspace';
import { git, image, seen, tree, write } from './repository';
import { scratch } from './scratch';

async function place(files: Readonly<Record<string, string>>) {
  const root = scratch();
  write(root, files);
  const workspace = await openWorkspace(root);
  return {
    root,
    workspace,
    recorded: await tree(workspace),
    text: (path: string) => readFileSync(join(root, path), 'utf8'),
  };
}

/** Files of the user: our own folder left out, and the times of folders. */
const users = (root: string) =>
  Object.entries(image(root)).flatMap(([path, what]) =>
    path.startsWith('.converge') ? [] : [[path, what.endsWith(' folder') ? 'folder' : what]],
  );

describe('restoring recorded files', () => {
  it('puts back what was changed, deleted and added since, and nothing differs any more', async () => {
    const {
      root,
      workspace,
      recorded: then,
      text,
    } = await place({
      'a.txt': 'a',
      'd/b ü\n.txt': 'b',
      'gone/deep/c': 'c',
      keep: 'k',
    });
    write(root, { 'a.txt': 'A', 'new/x/y': 'n', '[id].ts': '' });
    rmSync(join(root, 'gone'), { recursive: true });
    rmSync(join(root, 'd/b ü\n.txt'));
    const kept = statSync(join(root, 'keep'));
    expect(await workspace.restore(then)).toEqual({ ok: true });
    expect([text('a.txt'), text('d/b ü\n.txt'), text('gone/deep/c')]).toEqual(['a', 'b', 'c']);
    expect([existsSync(join(root, 'new')), existsSync(join(root, '[id].ts'))]).toEqual([false, false]);
    expect(await tree(workspace)).toBe(then);
    expect(statSync(join(root, 'keep')).mtimeMs).toBe(kept.mtimeMs);
    expect(statSync(join(root, 'keep')).ino).toBe(kept.ino);
    expect(existsSync(join(root, '.converge/git/restore'))).toBe(false);
  });

  it('touches only the paths that are asked for; one that the tree does not have is deleted', async () => {
    const { root, workspace, recorded: then, text } = await place({ a: '1', b: '1', c: '1' });
    write(root, { a: '2', b: '2', fresh: 'f', other: 'o' });
    rmSync(join(root, 'c'));
    expect(await workspace.restore(then, ['a', 'fresh', 'never'])).toEqual({ ok: true });
    expect([text('a'), text('b'), text('other')]).toEqual(['1', '2', 'o']);
    expect([existsSync(join(root, 'c')), existsSync(join(root, 'fresh'))]).toEqual([false, false]);
    expect(await workspace.restore(then, [])).toEqual({ ok: true });
    expect(text('b')).toBe('2');
  });

  it('puts back links, the right to execute, and files where folders are now and folders where files are', async () => {
    const { root, workspace } = await place({ 'run.sh': '#!', 'd/f': 'f', plain: 'p', secret: 's' });
    chmodSync(join(root, 'run.sh'), 0o755);
    symlinkSync('d/f', join(root, 'l'));
    const then = await tree(workspace);
    chmodSync(join(root, 'run.sh'), 0o644);
    chmodSync(join(root, 'secret'), 0o600);
    for (const path of ['l', 'd', 'plain']) rmSync(join(root, path), { recursive: true });
    write(root, { d: 'now a file', 'plain/in/deep': 'i', l: 'now a file', secret: 'S' });
    expect(await workspace.restore(then)).toEqual({ ok: true });
    expect(await tree(workspace)).toBe(then);
    expect(readlinkSync(join(root, 'l'))).toBe('d/f');
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755);
    expect(statSync(join(root, 'secret')).mode & 0o777).toBe(0o600);
    expect([lstatSync(join(root, 'plain')).isFile(), lstatSync(join(root, 'd')).isDirectory()]).toEqual([true, true]);
  });

  it('leaves ignored files, the repository and its index as they are', async () => {
    const root = scratch();
    git(root, 'init');
    write(root, { '.gitignore': 'out\n', a: '1', 'out/x': 'x' });
    git(root, 'add', '-A');
    const workspace = await openWorkspace(root);
    const then = await tree(workspace);
    write(root, { a: '2', 'out/x': 'y', 'out/z': 'z' });
    const before = image(join(root, '.git'));
    expect(await workspace.restore(then)).toEqual({ ok: true });
    expect([readFileSync(join(root, 'a'), 'utf8'), readFileSync(join(root, 'out/x'), 'utf8')]).toEqual(['1', 'y']);
    expect(existsSync(join(root, 'out/z'))).toBe(true);
    expect(image(join(root, '.git'))).toEqual(before);
  });

  it('where one path cannot be written, nothing was changed, and it says why', async () => {
    const { root, workspace } = await place({ '.gitignore': 'hidden\n', 'a/f': '1', b: '1', c: 'c' });
    symlinkSync('c', join(root, 'k'));
    const then = await tree(workspace);
    rmSync(join(root, 'b'));
    rmSync(join(root, 'k'));
    write(root, { 'a/f': '2', 'b/hidden': 'must stay', k: 'file', fresh: 'f' });
    const before = users(root);
    const refused = await workspace.restore(then);
    expect(refused).toMatchObject({ ok: false, why: expect.stringContaining(join(root, 'b')) });
    expect(users(root)).toEqual(before);
    // The same without what stood in the way.
    rmSync(join(root, 'b/hidden'));
    expect(await workspace.restore(then)).toEqual({ ok: true });
    expect(await tree(workspace)).toBe(then);
  });

  it('what was replaced, moved and made before a failure is put back', async () => {
    const [root, kept] = [scratch(), scratch()];
    write(root, { 'd/old': 'old', target: 'target', 'e/f': 'f' });
    symlinkSync('target', join(root, 'l'));
    mkdirSync(join(root, 'empty/below'), { recursive: true });
    const before = image(root);
    const names = () => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
    const had = names();
    const ready = (name: string) => {
      write(kept, { [name]: name });
      return join(kept, name);
    };
    const files = replacing(root, kept);
    await files.remove('d/old');
    await files.place(ready('n1'), 'target');
    await files.place(ready('n2'), 'l');
    await files.place(ready('n3'), 'empty');
    await files.place(ready('n4'), 'x/y/z');
    expect(readFileSync(join(root, 'x/y/z'), 'utf8')).toBe('n4');
    await expect(files.place(ready('n5'), 'target/below')).rejects.toThrow('in the way');
    await expect(files.place(ready('n6'), 'e')).rejects.toThrow('not empty');
    await files.undo();
    expect(names()).toEqual(had);
    for (const path of ['d/old', 'target', 'e/f']) expect(image(root)[path]).toBe(before[path]);
    expect(readlinkSync(join(root, 'l'))).toBe('target');
  });

  it('where something cannot be put back, the rest is, and the failure is told', async () => {
    const [root, kept] = [scratch(), scratch()];
    write(root, { a: 'a', b: 'b' });
    const files = replacing(root, kept);
    await files.remove('a');
    await files.remove('b');
    write(root, { 'b/meanwhile': '' });
    await expect(files.undo()).rejects.toThrow();
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('a');
  });

  it('writes and removes nothing behind a link, outside the root, or in folders that are not its own matter', async () => {
    const { root, workspace } = await place({ 'd/f': '1', 'd/g': '1', '.git/config': 'x' });
    const then = await tree(workspace);
    const outside = scratch();
    write(outside, { f: 'theirs', g: 'theirs', h: 'theirs' });
    rmSync(join(root, 'd'), { recursive: true });
    symlinkSync(outside, join(root, 'd'));
    const before = image(outside);
    expect(await workspace.restore(then, ['d/f'])).toMatchObject({
      ok: false,
      why: expect.stringContaining('in the way'),
    });
    expect(await workspace.restore(then, ['d/h'])).toEqual({ ok: true });
    for (const path of ['../x', '/etc/passwd', '', 'a/../../x', '.git/config', '.converge/.gitignore', 'a//b', './d']) {
      expect(await workspace.restore(then, [path]), path).toMatchObject({ ok: false });
    }
    expect(image(outside)).toEqual(before);
    expect(readFileSync(join(root, '.git/config'), 'utf8')).toBe('x');
    expect(existsSync(join(root, '.converge/.gitignore'))).toBe(true);
    // All that differ: the link goes first.
    expect(await workspace.restore(then)).toEqual({ ok: true });
    expect(readFileSync(join(root, 'd/f'), 'utf8')).toBe('1');
    expect(image(outside)).toEqual(before);
  });

  it('says so where the tree or a content is not known any more, and changes nothing', async () => {
    const { root, workspace, recorded: then, text } = await place({ a: '1' });
    write(root, { a: '2' });
    for (const unknown of ['0'.repeat(40), 'HEAD', '--help', '']) {
      expect(await workspace.restore(unknown), unknown).toMatchObject({ ok: false });
      expect(await workspace.restore(unknown, ['a']), unknown).toMatchObject({ ok: false });
    }
    const old = '56a6051ca2b02b04ef92d5150c9ef600403cb1de'; // git's name of "1"
    rmSync(join(root, '.converge/git/objects', old.slice(0, 2), old.slice(2)));
    expect(await workspace.restore(then)).toMatchObject({
      ok: false,
      why: expect.stringContaining('not there any more'),
    });
    expect(text('a')).toBe('2');
  });

  it('large and many files come back byte for byte', async () => {
    const root = scratch();
    const big = '\0\n'.repeat(3_000_000);
    write(root, Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`m/${n % 7}/${n}`, `${n}\n`])));
    write(root, Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`big${n}`, big + n])));
    const workspace = await openWorkspace(root);
    const then = await tree(workspace);
    const changed = await seen(workspace, () => {
      rmSync(join(root, 'm'), { recursive: true });
      write(root, Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`big${n}`, ''])));
    });
    expect(changed).toHaveLength(307);
    expect(await workspace.restore(then)).toEqual({ ok: true });
    expect(await tree(workspace)).toBe(then);
    expect(readFileSync(join(root, 'big6'), 'utf8') === `${big}6`).toBe(true);
  });
});
