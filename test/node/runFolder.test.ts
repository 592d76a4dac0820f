import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkedName, writeWhole } from '../../engine/node/files';
import { acquireLease } from '../../engine/node/lease';
import { createRunFolder, listRuns, newRunId, openRunFolder, RUN_LOCK, readRun } from '../../engine/node/runFolder';
import { git } from './repository';
import { scratch } from './scratch';

const now = Date.UTC(2026, 10, 30, 13, 5, 12);

describe('a run folder', () => {
  it('has an id that sorts by time, and the flow as it was', async () => {
    const root = scratch();
    expect(newRunId(now)).toMatch(/^20261130-130512-[0-9a-f]{4}$/);
    const ids = [0, 1, 2, 999, 1000].map((ms) => newRunId(now + ms));
    expect([...ids].sort()).toEqual(ids);
    const { run, folder } = await createRunFolder(root, '{"a": 1}\n', now);
    expect(folder).toBe(join(root, '.converge/runs', run));
    expect(readFileSync(join(folder, 'flow.json'), 'utf8')).toBe('{"a": 1}\n');
    expect(readdirSync(folder).sort()).toEqual(['artifacts', 'flow.json', 'logs']);
  });

  it('SH-25 two runs that start at once are both in the list, the newest first', async () => {
    const root = scratch();
    const made = await Promise.all([1, 2, 3].map((n) => createRunFolder(root, '{}', now + n * 1000)));
    mkdirSync(join(root, '.converge/runs/.hidden'));
    symlinkSync(root, join(root, '.converge/runs/link'));
    expect((await listRuns(root)).map(({ run }) => run)).toEqual(made.map(({ run }) => run).reverse());
    expect(await listRuns(scratch())).toEqual([]);
  });

  it("keeps runs out of the user's repository, and flows in it", async () => {
    const root = scratch();
    git(root, 'init');
    await createRunFolder(root, '{}', now);
    expect(git(root, 'status', '--porcelain')).toBe('');
    mkdirSync(join(root, '.converge/flows'));
    writeFileSync(join(root, '.converge/flows/f.converge.json'), '{}');
    expect(git(root, 'status', '--porcelain', '-uall')).toBe('?? .converge/flows/f.converge.json\n');
  });

  it('writes projections and artifacts whole, under names that are checked', async () => {
    const { folder } = await createRunFolder(scratch(), '{}', now);
    const port = openRunFolder(folder);
    await port.project('result.json', { outcome: 'complete' });
    await port.project('result.json', { outcome: 'stopped' });
    expect(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'))).toEqual({ outcome: 'stopped' });
    expect(await port.artifact('fix', 2, [1])).toBe('artifacts/fix/2.json');
    expect(JSON.parse(readFileSync(join(folder, 'artifacts/fix/2.json'), 'utf8'))).toEqual([1]);
    for (const name of ['../x', 'a/b', '', '.hidden', 'con', 'NUL.json', 'x'.repeat(101), 'a\0', 'a.']) {
      await expect(port.project(name, {})).rejects.toMatchObject({ code: 'internal' });
      expect(() => checkedName(name)).toThrow();
    }
    expect(readdirSync(folder).sort()).toEqual(['artifacts', 'flow.json', 'logs', 'result.json']);
  });

  it('follows no link on its way', async () => {
    const [root, outside] = [scratch(), scratch()];
    const { folder } = await createRunFolder(root, '{}', now);
    symlinkSync(outside, join(folder, 'artifacts/fix'));
    await expect(openRunFolder(folder).artifact('fix', 1, {})).rejects.toMatchObject({ code: 'folder-unwritable' });
    rmSync(join(root, '.converge/runs'), { recursive: true });
    symlinkSync(outside, join(root, '.converge/runs'));
    await expect(createRunFolder(root, '{}', now)).rejects.toMatchObject({ code: 'folder-unwritable' });
    expect(await listRuns(root)).toEqual([]);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('SH-25 is read with who holds it, and changed by nothing in reading', async () => {
    const { folder } = await createRunFolder(scratch(), '{"id":"f"}', now);
    const control = { seq: 0, at: '2026-11-30T13:05:12.000Z', type: 'control', act: { do: 'stop' }, by: 'a' };
    writeFileSync(join(folder, 'trace.ndjson'), `${JSON.stringify(control)}\n{"torn`);
    const lease = await acquireLease(folder, RUN_LOCK);
    if (lease.kind === 'held') throw new Error('held');
    expect(await readRun(folder)).toMatchObject({
      ...{ flowText: '{"id":"f"}', holder: { pid: process.pid, fence: 1 }, damaged: [], tornBytes: 6 },
      entries: [{ line: 1, entry: control }],
    });
    await lease.release();
    expect((await readRun(folder)).holder).toBeUndefined();
    await expect(readRun(join(folder, 'none'))).rejects.toMatchObject({ code: 'run-unknown' });
  });

  it('says where it cannot write', async () => {
    const root = scratch();
    writeFileSync(join(root, 'file'), '');
    const writing = writeWhole(join(root, 'file/x'), '');
    await expect(writing).rejects.toMatchObject({
      code: 'folder-unwritable',
      message: expect.stringContaining('file/x'),
    });
    mkdirSync(join(root, 'folder/in'), { recursive: true });
    await expect(writeWhole(join(root, 'folder'), '')).rejects.toMatchObject({ code: 'folder-unwritable' });
    expect(readdirSync(root).sort()).toEqual(['file', 'folder']);
  });
});
