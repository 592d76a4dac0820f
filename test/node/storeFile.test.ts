import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileStore } from '../../engine/node/store/file';
import { itemFolders } from '../../engine/node/store/fileNames';
import { linkNext, writeAside } from '../../engine/node/store/itemFile';
import { bundled } from './bundled';
import { scratch, until } from './scratch';
import { storeContract, turned } from './storeContract';

storeContract('files', (clock) => createFileStore(join(scratch(), '.converge', 'store'), clock));

const files = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

const SPACE = ['effects', 'fix', 'notify'];

/** Claims for each line on its standard input, all at once as far as the system lets them; says which it got. */
const claimer = () =>
  bundled(`
  import { createFileStore } from './engine/node/store/file';
  import { createInterface } from 'node:readline';
  const [, , folder, me] = process.argv;
  let now = 0;
  const store = createFileStore(folder, { now: () => now });
  console.log('"ready"');
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const order = JSON.parse(line);
    now = order.now;
    const won = await store.put(${JSON.stringify(SPACE)}, order.key, { me }, { ifAbsent: true, ttlMs: 1000 });
    console.log(JSON.stringify(won));
  });
`);

describe('a store of files', () => {
  it('AF-84 AF-86 of six processes that claim at once exactly one wins, of a free item and of an expired one', async () => {
    const folder = scratch();
    const start = claimer();
    const all = Array.from({ length: 6 }, (_, me) => start(folder, String(me)));
    for (const one of all) expect(await one.line()).toBe('ready');
    const store = createFileStore(folder, { now: () => 0 });
    const race = async (order: { readonly key: string; readonly now: number }) => {
      for (const one of all) one.child.stdin?.write(`${JSON.stringify(order)}\n`);
      const said = await Promise.all(all.map((one) => one.line()));
      return said.flatMap((won, me) => (won === true ? [me] : []));
    };
    for (let round = 0; round < 15; round++) {
      const key = `k${round}`;
      for (const now of [0, 1000, 2000]) {
        const won = await race({ key, now });
        expect(won, `${key} at ${now}`).toHaveLength(1);
        expect((await store.get(SPACE, key))?.value).toEqual({ me: String(won[0]) });
      }
    }
    expect(files(folder).filter((file) => file.endsWith('.json'))).toHaveLength(15);
  });

  it('SH-21 a process that is killed hard while it writes leaves whole items, and nothing that counts as one', async () => {
    const folder = scratch();
    const start = bundled(`
      import { createFileStore } from './engine/node/store/file';
      const store = createFileStore(process.argv[2], { now: () => Date.now() });
      const text = 'x'.repeat(200_000);
      for (let n = 1; ; n++) {
        await store.put(['s'], 'k', { n, text, end: n });
        if (n === 5) console.log('5');
      }
    `);
    const store = createFileStore(folder, { now: () => Date.now() });
    for (let round = 0; round < 4; round++) {
      const writer = start(folder);
      await writer.line();
      const gone = new Promise((resolve) => writer.child.once('close', resolve));
      writer.child.kill('SIGKILL');
      await gone;
      const value = (await store.get(['s'], 'k'))?.value;
      expect(value).toMatchObject({ text: 'x'.repeat(200_000) });
      const { n, end } = value as { n: number; end: number };
      expect([n >= 5, end]).toEqual([true, n]);
      expect(await store.search([])).toHaveLength(1);
      expect(await store.put(['s'], 'k', 'claimed', { ifAbsent: true })).toBe(false);
    }
    expect(await store.put(['s'], 'k', 'next')).toBe(true);
    expect((await store.get(['s'], 'k'))?.value).toBe('next');
  });

  it('what a kill left half written is no item, and goes away after an hour', async () => {
    const folder = scratch();
    const clock = turned();
    await createFileStore(folder, clock).put(SPACE, 'k', 1);
    const [old, fresh] = [join(folder, '.new', 'old'), join(folder, '.new', 'fresh')];
    for (const file of [old, fresh]) writeFileSync(file, '{"namespace":["eff');
    const before = Date.now() / 1000 - 3601;
    utimesSync(old, before, before);
    const store = createFileStore(folder, clock);
    expect(await store.search([])).toHaveLength(1);
    await store.put(SPACE, 'other', 1);
    expect(files(folder).includes(old)).toBe(false);
    expect(files(folder).includes(fresh)).toBe(true);
    expect((await store.search([])).map((item) => item.key)).toEqual(['k', 'other']);
  });

  it('reading makes no folder; one item is one file however often it is written', async () => {
    const folder = join(scratch(), 'store');
    const store = createFileStore(folder, turned());
    await store.get(SPACE, 'k');
    await store.delete(SPACE, 'k');
    await store.search([]);
    expect(readdirSync(dirname(folder))).toEqual([]);
    for (let n = 0; n < 10; n++) await store.put(SPACE, 'k', n);
    expect(files(folder).filter((file) => file.endsWith('.json'))).toHaveLength(1);
    expect(readdirSync(join(folder, '.new'))).toEqual([]);
  });

  it('a late writer does not win with a number that others have left behind', async () => {
    const folder = scratch();
    const store = createFileStore(folder, turned());
    await store.put(SPACE, 'k', 1);
    await store.put(SPACE, 'k', 2);
    const folders = itemFolders(folder, { namespace: SPACE, key: 'k' });
    const late = await writeAside(folder, { namespace: SPACE, key: 'k', at: '', value: 'late' });
    expect(await linkNext(late, folders, 2)).toBe('taken');
    expect(await linkNext(late, folders, 1)).toBe('superseded');
    expect((await store.get(SPACE, 'k'))?.value).toBe(2);
    expect(readdirSync(folders.at(-1) ?? '')).toEqual(['2.json']);
    expect(await linkNext(late, folders, 3)).toBe('written');
    expect((await store.get(SPACE, 'k'))?.value).toBe('late');
    expect(readdirSync(folders.at(-1) ?? '')).toEqual(['3.json']);
  });

  it('a damaged item is not an absent one: nothing is claimed over it', async () => {
    const folder = scratch();
    const store = createFileStore(folder, turned());
    await store.put(SPACE, 'k', 1);
    const [item = ''] = files(folder).filter((file) => file.endsWith('.json'));
    writeFileSync(item, '{"namespace":["eff');
    const broken = { code: 'store-unreachable', message: expect.stringContaining(item) };
    await expect(store.get(SPACE, 'k')).rejects.toMatchObject(broken);
    await expect(store.search([])).rejects.toMatchObject(broken);
    await expect(store.put(SPACE, 'k', 2, { ifAbsent: true })).rejects.toMatchObject(broken);
    expect(await store.put(SPACE, 'other', 2, { ifAbsent: true })).toBe(true);
  });

  it('writes into no folder that is a link, and says so', async () => {
    const [folder, elsewhere] = [scratch(), scratch()];
    const store = createFileStore(folder, turned());
    mkdirSync(join(folder, 'effects'));
    symlinkSync(elsewhere, join(folder, 'effects', 'fix'));
    await expect(store.put(SPACE, 'k', 1)).rejects.toMatchObject({ code: 'folder-unwritable' });
    expect(readdirSync(elsewhere)).toEqual([]);
    const file = join(scratch(), 'file');
    writeFileSync(file, '');
    await expect(createFileStore(file, turned()).put(SPACE, 'k', 1)).rejects.toMatchObject({
      code: 'folder-unwritable',
    });
  });

  it('two processes see what the other has put', async () => {
    const folder = scratch();
    const start = claimer();
    const other = start(folder, 'other');
    expect(await other.line()).toBe('ready');
    const store = createFileStore(folder, { now: () => 0 });
    expect(await store.put(SPACE, 'k', 'mine', { ifAbsent: true, ttlMs: 10 })).toBe(true);
    other.child.stdin?.write(`${JSON.stringify({ key: 'k', now: 9 })}\n`);
    expect(await other.line()).toBe(false);
    other.child.stdin?.write(`${JSON.stringify({ key: 'k', now: 10 })}\n`);
    expect(await other.line()).toBe(true);
    expect(await until(async () => (await store.get(SPACE, 'k')) ?? undefined)).toMatchObject({
      value: { me: 'other' },
    });
  });
});
