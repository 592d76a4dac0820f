import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acquireLease } from '../../engine/node/lease';
import { WRITER_LOCK } from '../../engine/node/runFolder';
import { lookAt } from '../../engine/node/workspace/lookedAt';
import { openWorkspace } from '../../engine/node/workspace/workspace';
import type { PutBackPlan } from '../../engine/runner/putBack';
import { planPutBack, putBack } from '../../engine/runner/putBack';
import { git, image, tree, write } from './repository';
import { scratch } from './scratch';

async function place(files: Readonly<Record<string, string>>) {
  const root = scratch();
  write(root, files);
  const workspace = await openWorkspace(root);
  const looked = await lookAt(root);
  const planned = async (to: string, only?: ReadonlySet<string>): Promise<PutBackPlan> => {
    const plan = await planPutBack(root, looked, to, only);
    if (!plan.ok) throw new Error(plan.why);
    return plan;
  };
  return { root, workspace, looked, planned, recorded: await tree(workspace) };
}

const bytesOf = (root: string) =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.includes('.converge'))
      .map((file) => [file, readFileSync(file).toString('base64')]),
  );

describe('looking at a workspace', () => {
  it('records the files as a run would, and leaves the index of runs as it is', async () => {
    const { root, workspace, looked } = await place({ 'a.txt': 'a', 'd/b.txt': 'b' });
    write(root, { 'a.txt': 'changed' });
    const index = readFileSync(join(root, '.converge/git/index'));
    const now = await looked.now();
    expect(readFileSync(join(root, '.converge/git/index')).equals(index)).toBe(true);
    expect(now).toMatchObject({ ok: true, tree: await tree(workspace) });
  });

  it('sees a change that keeps size and second of the file', async () => {
    const { root, looked, recorded } = await place({ 'a.txt': 'a' });
    for (const text of ['b', 'c', 'd']) {
      write(root, { 'a.txt': text });
      const now = await looked.now();
      expect(now.ok && (await looked.show(now.tree, 'a.txt'))?.toString()).toBe(text);
      expect(now.ok && now.tree).not.toBe(recorded);
    }
  });

  it('does not wait for a run that records at the same time', async () => {
    const { root, looked } = await place({ 'a.txt': 'a' });
    writeFileSync(join(root, '.converge/git/index.lock'), '');
    expect(await looked.now()).toMatchObject({ ok: true });
  });

  it('knows one file in many trees: text, binary, large, not there, gone', async () => {
    const { root, workspace, looked, recorded } = await place({ 'a b.txt': 'one\n', other: 'x' });
    const states = ['two\n', 'a\0b', 'x'.repeat(1024 * 1024 + 1), 'one\n'];
    const trees = [recorded];
    for (const text of states) {
      write(root, { 'a b.txt': text });
      trees.push(await tree(workspace));
    }
    rmSync(join(root, 'a b.txt'));
    trees.push(await tree(workspace), 'f'.repeat(40), '--help');
    const versions = await looked.versions(trees, 'a b.txt');
    expect(versions.map((each) => each.is)).toEqual([
      ...['text', 'text', 'binary', 'large', 'text', 'missing', 'gone', 'gone'],
    ]);
    expect(versions[0]).toEqual(versions[4]);
    expect(versions[1]).toMatchObject({ text: 'two\n' });
    expect((await looked.versions([recorded], 'no\nfile')).map((each) => each.is)).toEqual(['missing']);
    expect((await looked.versions([recorded], '')).map((each) => each.is)).toEqual(['missing']);
  });
});

describe('putting a workspace back', () => {
  it('says first what it would change, and is undone byte for byte; the repository is not touched', async () => {
    const { root, looked, planned, recorded } = await place({ 'a.txt': 'a\r\n', 'gone.txt': 'g' });
    git(root, 'init', '-q');
    git(root, 'add', 'a.txt');
    const repository = image(join(root, '.git'));
    rmSync(join(root, 'gone.txt'));
    write(root, { 'a.txt': 'mine\n', 'new/n.bin': 'a\0b' });
    const before = bytesOf(root);

    const plan = await planned(recorded);
    expect(plan.changes.map(({ path, change }) => `${change} ${path}`).sort()).toEqual([
      ...['added gone.txt', 'deleted new/n.bin', 'modified a.txt'],
    ]);
    const end = await putBack(root, looked, recorded, plan);
    expect(end).toMatchObject({ ok: true, before: plan.now });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('a\r\n');
    expect(existsSync(join(root, 'new/n.bin'))).toBe(false);

    expect(await putBack(root, looked, plan.now, await planned(plan.now))).toMatchObject({ ok: true });
    expect(bytesOf(root)).toEqual(before);
    expect(image(join(root, '.git'))).toEqual(repository);
  });

  it('leaves a file that is not recorded now as it is, and says so', async () => {
    const { root, recorded } = await place({ 'a.txt': 'a', 'secret.txt': 'then' });
    write(root, { '.gitignore': 'secret.txt\n', 'secret.txt': 'now', 'a.txt': 'b' });
    git(root, 'init', '-q');
    const again = await lookAt(root);
    rmSync(join(root, '.converge/git/index'));
    const plan = await planPutBack(root, again, recorded);
    expect(plan).toMatchObject({ ok: true, kept: ['secret.txt'] });
    if (!plan.ok) return;
    expect(await putBack(root, again, recorded, plan)).toMatchObject({ ok: true });
    expect(readFileSync(join(root, 'secret.txt'), 'utf8')).toBe('now');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('a');
  });

  it('does nothing where the files moved since they were agreed to', async () => {
    const { root, looked, planned, recorded } = await place({ 'a.txt': 'a' });
    write(root, { 'a.txt': 'b' });
    const plan = await planned(recorded);
    write(root, { 'a.txt': 'c' });
    expect(await putBack(root, looked, recorded, plan)).toMatchObject({ ok: 'moved' });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('c');
  });

  it('is refused while a run writes there', async () => {
    const { root, looked, planned, recorded } = await place({ 'a.txt': 'a' });
    write(root, { 'a.txt': 'b' });
    const plan = await planned(recorded);
    const held = await acquireLease(join(root, '.converge'), WRITER_LOCK);
    if (held.kind !== 'lease') throw new Error('held');
    await expect(putBack(root, looked, recorded, plan)).rejects.toMatchObject({ code: 'workspace-held' });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('b');
    await held.release();
    expect(await putBack(root, looked, recorded, plan)).toMatchObject({ ok: true });
  });

  it('touches only the paths that it is about', async () => {
    const { root, looked, planned, recorded } = await place({ 'a.txt': 'a', 'b.txt': 'b' });
    write(root, { 'a.txt': 'x', 'b.txt': 'mine' });
    const only = new Set(['a.txt']);
    expect(await putBack(root, looked, recorded, await planned(recorded, only), only)).toMatchObject({ ok: true });
    expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('mine');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('a');
  });

  it('says so where the tree is not there any more', async () => {
    const { root, looked } = await place({ 'a.txt': 'a' });
    await expect(planPutBack(root, looked, 'f'.repeat(40))).rejects.toThrow(/recorded tree/);
  });
});
