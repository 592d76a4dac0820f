import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileStore } from '../../engine/node/store/file';
import { effectsInDoubt, settleEffect } from '../../engine/steps/effectMarker';
import type { WorkResult } from '../../engine/steps/work';
import { bundled } from '../node/bundled';
import { scratch } from '../node/scratch';
import { crash, done, place } from './effectPlace';

describe('settling an effect in doubt', () => {
  const space = ['effects', 'fix', 'notify'];

  it('done: it comes back empty and is not run; undone: it is claimed anew', async () => {
    const { visit, store, keys } = place();
    await crash(visit);
    const key = keys[0] ?? '';
    expect(await settleEffect(store, space, key, 'done', 'ada')).toBe(true);
    expect(await effectsInDoubt(store)).toEqual([]);
    expect((await visit({})).result).toMatchObject({ ok: true, output: null });
    const other = place();
    await crash(other.visit);
    expect(await settleEffect(other.store, space, key, 'undone', 'ada')).toBe(true);
    expect((await other.visit({})).result).toEqual(done('sent'));
    expect([keys.length, other.keys.length]).toEqual([1, 2]);
  });

  it('says so where none is in doubt, and changes nothing', async () => {
    const { visit, store, keys } = place();
    expect(await settleEffect(store, space, 'k', 'done', 'ada')).toBe(false);
    await visit({});
    expect(await settleEffect(store, space, keys[0] ?? '', 'undone', 'ada')).toBe(false);
    expect((await visit({})).result).toEqual(done('sent'));
  });

  it('lists those of one flow, or of all, whatever else is in the store', async () => {
    const { visit, store } = place();
    await crash(visit);
    await store.put(['cache', 'fix', 'act', 'd'], 'k', 1);
    await store.put(['effects', 'other', 'act'], 'k', {
      state: 'in-flight',
      label: 'l',
      owner: 'o',
      at: 'a',
      beat: 'b',
    });
    expect((await effectsInDoubt(store)).map(({ flow, step }) => `${flow}/${step}`)).toEqual([
      'fix/notify',
      'other/act',
    ]);
    expect((await effectsInDoubt(store, 'other')).map(({ owner }) => owner)).toEqual(['o']);
    expect(await effectsInDoubt(store, 'none')).toEqual([]);
  });
});

describe('SH-21 with real processes and a store of files', () => {
  /** A run that appends one line under key m1 and, when told so, dies before the effect is committed. */
  const runs = () =>
    bundled(`
    import { appendFileSync } from 'node:fs';
    import { createFileStore } from './engine/node/store/file';
    import { systemClock } from './engine/node/clock';
    import { sha256 } from './engine/node/digest';
    import { withEffect } from './engine/steps/effect';
    const [, , folder, run, effect, how] = process.argv;
    const ports = {
      clock: systemClock, digest: sha256, store: createFileStore(folder + '/store', systemClock),
      workspace: { snapshot: async () => ({ ok: false, why: 'none' }) },
    };
    const context = {
      run, within: '', scope: { step: 'notify', visit: 1, pass: 0 }, doing: null, owner: { run, fence: 1 },
      ports, stop: { wanted: () => 'no' }, record: () => undefined, flush: async () => undefined,
    };
    const guarded = { effect: JSON.parse(effect), key: 'm1', flow: 'fix', attempts: 1, context };
    const go = () => withEffect(guarded, async () => {
      appendFileSync(folder + '/out.txt', 'sent\\n');
      if (how === 'die') process.kill(process.pid, 'SIGKILL');
      return { kind: 'work', ok: true, output: run, changed: [], attempts: 1 };
    }).then((result) => console.log(JSON.stringify(result)));
    if (how === 'race') { console.log('"ready"'); process.stdin.once('data', go); } else await go();
  `);
  const lines = (folder: string) =>
    existsSync(join(folder, 'out.txt')) ? readFileSync(join(folder, 'out.txt'), 'utf8').split('\n').length - 1 : 0;

  it('a process that dies between the effect and its mark: error leaves one line, skip one, rerun makes two', async () => {
    const start = runs();
    const wanted = {
      error: [1, { ok: false }],
      skip: [1, { ok: true, output: null }],
      rerun: [2, { ok: true, output: 'r2' }],
    };
    for (const [onIncomplete, [count, result]] of Object.entries(wanted)) {
      const folder = scratch();
      const first = start(folder, 'r1', '{}', 'die');
      await new Promise((resolve) => first.child.once('close', resolve));
      expect(lines(folder)).toBe(1);
      const second = start(folder, 'r2', JSON.stringify({ onIncomplete }), 'live');
      expect(await second.line()).toMatchObject(result as object);
      expect(lines(folder), onIncomplete).toBe(count);
      const doubt = await effectsInDoubt(createFileStore(join(folder, 'store'), { now: () => Date.now() }));
      expect(doubt.map(({ owner }) => owner)).toEqual(onIncomplete === 'rerun' ? [] : ['r1#1/notify.1']);
    }
  });

  it('AF-84 four runs with the same key at once: one line; the others defer or get the result that is stored', async () => {
    const start = runs();
    const folder = scratch();
    const all = Array.from({ length: 4 }, (_, n) => start(folder, `r${n}`, '{}', 'race'));
    for (const one of all) expect(await one.line()).toBe('ready');
    for (const one of all) one.child.stdin?.write('go\n');
    const results = (await Promise.all(all.map((one) => one.line()))) as WorkResult[];
    expect(lines(folder)).toBe(1);
    const winners = new Set(results.flatMap((result) => (result.ok ? [result.output] : [])));
    expect(winners.size).toBe(1);
    for (const result of results) expect(result.ok || result.incomplete !== undefined).toBe(true);
  });
});
