import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import type { Clock } from '../../engine/ports';
import type { Store } from '../../engine/store';

/** A clock that is turned by hand. */
export function turned(): Pick<Clock, 'now'> & { readonly turn: (ms: number) => void } {
  let now = Date.parse('2026-01-01T00:00:00Z');
  return {
    now: () => now,
    turn: (ms) => {
      now += ms;
    },
  };
}

/** What every store promises, whatever it keeps its items in. `open` gives an empty one, for the test that calls it. */
export function storeContract(name: string, open: (clock: Pick<Clock, 'now'>) => Store | Promise<Store>): void {
  describe(`the store contract: ${name}`, () => {
    const made = async () => {
      const clock = turned();
      return { clock, store: await open(clock) };
    };
    const space = ['effects', 'fix', 'notify'];

    it('gives back what was put, with its names and time, and nothing of what was not', async () => {
      const { clock, store } = await made();
      expect(await store.get(space, 'm1')).toBeUndefined();
      expect(await store.search([])).toEqual([]);
      expect(await store.delete(space, 'm1')).toBe(false);
      const value = { text: 'ä\n"\\', list: [1, 2.5, null, true, { deep: [] }], '': 0 };
      expect(await store.put(space, 'm1', value)).toBe(true);
      clock.turn(1000);
      expect(await store.get(space, 'm1')).toEqual({
        namespace: space,
        key: 'm1',
        value,
        at: '2026-01-01T00:00:00.000Z',
      });
      expect(await store.get(space, 'm')).toBeUndefined();
      expect(await store.get(['effects', 'fix'], 'm1')).toBeUndefined();
      expect(await store.get(['effects', 'fix', 'notify', 'x'], 'm1')).toBeUndefined();
    });

    it('AF-77 a null, a false and an empty text are items like any other', async () => {
      const { store } = await made();
      for (const value of [null, false, '', 0, []] satisfies Json[]) {
        expect(await store.put(space, 'k', value)).toBe(true);
        expect((await store.get(space, 'k'))?.value).toEqual(value);
        expect(await store.put(space, 'k', 'other', { ifAbsent: true })).toBe(false);
      }
    });

    it('replaces without a condition, deletes once, and can put again afterwards', async () => {
      const { clock, store } = await made();
      await store.put(space, 'k', 1);
      clock.turn(5);
      expect(await store.put(space, 'k', 2)).toBe(true);
      expect(await store.get(space, 'k')).toMatchObject({ value: 2, at: '2026-01-01T00:00:00.005Z' });
      expect(await store.delete(space, 'k')).toBe(true);
      expect(await store.get(space, 'k')).toBeUndefined();
      expect(await store.search(space)).toEqual([]);
      expect(await store.delete(space, 'k')).toBe(false);
      expect(await store.put(space, 'k', 3, { ifAbsent: true })).toBe(true);
      expect((await store.get(space, 'k'))?.value).toBe(3);
    });

    it('AF-86 a claim meets a live item and is refused; past its time to live it succeeds', async () => {
      const { clock, store } = await made();
      expect(await store.put(space, 'k', 'a', { ifAbsent: true, ttlMs: 1000 })).toBe(true);
      clock.turn(999);
      expect(await store.put(space, 'k', 'b', { ifAbsent: true })).toBe(false);
      expect((await store.get(space, 'k'))?.value).toBe('a');
      clock.turn(1);
      expect(await store.get(space, 'k')).toBeUndefined();
      expect(await store.search(space)).toEqual([]);
      expect(await store.delete(space, 'k')).toBe(false);
      expect(await store.put(space, 'k', 'b', { ifAbsent: true })).toBe(true);
      clock.turn(365 * 24 * 3_600_000);
      expect((await store.get(space, 'k'))?.value).toBe('b');
    });

    it('a replacement has its own time to live, or none', async () => {
      const { clock, store } = await made();
      await store.put(space, 'k', 1, { ttlMs: 10 });
      await store.put(space, 'k', 2);
      await store.put(space, 'l', 1);
      await store.put(space, 'l', 2, { ttlMs: 10 });
      clock.turn(10);
      expect((await store.get(space, 'k'))?.value).toBe(2);
      expect(await store.get(space, 'l')).toBeUndefined();
    });

    it('AF-84 AF-86 of many claims at once exactly one gives true, of a free item and of an expired one', async () => {
      const { clock, store } = await made();
      for (let round = 0; round < 3; round++) {
        const claims = Array.from({ length: 20 }, (_, claimer) =>
          store.put(space, 'k', claimer, { ifAbsent: true, ttlMs: 100 }),
        );
        const won = (await Promise.all(claims)).flatMap((yes, claimer) => (yes ? [claimer] : []));
        expect(won).toHaveLength(1);
        expect((await store.get(space, 'k'))?.value).toBe(won[0]);
        clock.turn(100);
      }
    });

    it('after many writes at once one of them is what is there', async () => {
      const { store } = await made();
      await Promise.all(Array.from({ length: 20 }, (_, writer) => store.put(space, 'k', { writer })));
      const left = (await store.get(space, 'k'))?.value;
      expect(Array.from({ length: 20 }, (_, writer) => ({ writer }))).toContainEqual(left);
      expect(await store.search(space)).toHaveLength(1);
    });

    it('searches a namespace and those below it, in order, up to a limit', async () => {
      const { store } = await made();
      const put = (namespace: string[], key: string) => store.put(namespace, key, `${namespace.join('/')} ${key}`);
      await put(['a', 'b'], '2');
      await put(['a', 'b'], '10');
      await put(['a', 'B'], 'x');
      await put(['a'], 'z');
      await put(['a', 'b', 'c'], '1');
      await put(['ab'], 'y');
      const found = async (...args: Parameters<Store['search']>) =>
        (await store.search(...args)).map((item) => `${item.namespace.join('/')} ${item.key}`);
      expect(await found(['a'])).toEqual(['a z', 'a/B x', 'a/b 10', 'a/b 2', 'a/b/c 1']);
      expect(await found(['a', 'b'])).toEqual(['a/b 10', 'a/b 2', 'a/b/c 1']);
      expect(await found([])).toEqual(['a z', 'a/B x', 'a/b 10', 'a/b 2', 'a/b/c 1', 'ab y']);
      expect(await found(['a'], 2)).toEqual(['a z', 'a/B x']);
      expect(await found(['none'])).toEqual([]);
      expect((await store.search(['a', 'B']))[0]?.value).toBe('a/B x');
    });

    it('keeps names apart that differ only in case, and takes the oddest that are allowed', async () => {
      const { store } = await made();
      const long = 'L'.repeat(199);
      const names = ['a', 'A', 'con', 'CON', 'nul.item', 'a.item', 'a:b', '1.json', 'x.', `${long}1`, `${long}2`];
      for (const name of names) {
        expect(await store.put(['odd', name], 'k', name)).toBe(true);
        expect(await store.put(['odd'], name, name, { ifAbsent: true })).toBe(true);
      }
      for (const name of names) {
        expect((await store.get(['odd', name], 'k'))?.value).toBe(name);
        expect((await store.get(['odd'], name))?.value).toBe(name);
      }
      expect(await store.search(['odd'])).toHaveLength(2 * names.length);
    });

    it('refuses names that are not allowed, and keeps nothing under them', async () => {
      const { store } = await made();
      for (const name of ['', '..', '.x', 'a/b', 'a b', 'ü', 'L'.repeat(201)]) {
        await expect(store.put(['odd'], name, 1), name).rejects.toMatchObject({ code: 'internal' });
        await expect(store.put(['odd', name], 'k', 1), name).rejects.toMatchObject({ code: 'internal' });
        await expect(store.get(['odd'], name), name).rejects.toMatchObject({ code: 'internal' });
        await expect(store.delete(['odd'], name), name).rejects.toMatchObject({ code: 'internal' });
        await expect(store.search([name]), name).rejects.toMatchObject({ code: 'internal' });
      }
      expect(await store.search([])).toEqual([]);
    });

    it('what is kept does not change with what was put or given', async () => {
      const { store } = await made();
      const value = { list: [1] };
      await store.put(space, 'k', value);
      value.list.push(2);
      const given = (await store.get(space, 'k'))?.value;
      expect(given).toEqual({ list: [1] });
      expect((await store.search(space))[0]?.value).not.toBe(given);
      expect((await store.get(space, 'k'))?.value).not.toBe(given);
    });
  });
}
