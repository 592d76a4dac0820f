import { describe, expect, it } from 'vitest';
import { ConvergeError } from '../../engine/failure';
import { isObject } from '../../engine/json';
import { createMemoryStore } from '../../engine/memoryStore';
import { createStop } from '../../engine/node/stop';
import { CANCELLED } from '../../engine/steps/context';
import { effectsInDoubt, settleEffect } from '../../engine/steps/effectMarker';
import type { WorkResult } from '../../engine/steps/work';
import type { Store } from '../../engine/store';
import { until } from '../node/scratch';
import type { Fn, Policy } from './effectPlace';
import { crash, done, failed, place } from './effectPlace';
import { handClock } from './stepContext';

describe('an effect', () => {
  it('AF-81 that is done is not done again: its stored result comes back, in any run, under every policy', async () => {
    const { visit, keys, marker, store } = place();
    const first = await visit({});
    expect([first.result, first.types]).toEqual([done('sent'), ['effect.claimed', 'effect.committed']]);
    expect(await marker()).toMatchObject({ state: 'done', label: 'm1', owner: 'r1#1/notify.1', result: done('sent') });
    for (const onIncomplete of ['error', 'skip', 'rerun'] as const) {
      const again = await visit({ onIncomplete }, () => done('never'), { owner: { run: 'r2', fence: 9 } });
      expect([again.result, again.types]).toEqual([done('sent'), ['effect.committed']]);
    }
    expect(keys).toHaveLength(1);
    expect(await effectsInDoubt(store)).toEqual([]);
  });

  it('is another one under another key, and its key is the same in every try', async () => {
    const { visit, keys } = place();
    await visit({});
    await visit({}, undefined, { key: 'm2' });
    await visit({}, undefined, { scope: { step: 'other', visit: 1, pass: 0 } });
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
    const twice = place();
    await crash(twice.visit);
    await twice.visit({ onIncomplete: 'rerun' }, undefined, { owner: { run: 'r2', fence: 2 } });
    expect(twice.keys).toEqual([keys[0], keys[0]]);
  });

  it('AF-82 EN-20 in doubt with "error" it is not run, and the result says which effect, whose, and what to do', async () => {
    const { visit, keys, store, clock } = place();
    await crash(visit);
    clock.turn(60_000);
    const { result, types, facts } = await visit({});
    const key = keys[0] ?? '';
    expect(result).toMatchObject({ ok: false, output: null, incomplete: key });
    const { reason = '' } = result as WorkResult;
    for (const part of [
      key,
      'effects/fix/notify',
      'dead#4/notify.1',
      '2026-01-01T00:00:00',
      `fix/notify/${key.slice(0, 12)}`,
    ]) {
      expect(reason).toContain(part);
    }
    expect(types).toEqual(['effect.incomplete']);
    expect(facts[0]).toMatchObject({ key, owner: 'dead#4/notify.1', policy: 'error' });
    expect(keys).toHaveLength(1);
    expect(await effectsInDoubt(store)).toMatchObject([{ key, flow: 'fix', step: 'notify', label: 'm1' }]);
  });

  it('AF-82 EN-20 in doubt with "skip" it is not run, and comes to an empty result', async () => {
    const { visit, keys, store } = place();
    await crash(visit);
    const { result, types } = await visit({ onIncomplete: 'skip' });
    expect([result, types]).toEqual([
      { kind: 'work', ok: true, output: null, changed: [], attempts: 0 },
      ['effect.incomplete'],
    ]);
    expect(keys).toHaveLength(1);
    expect(await effectsInDoubt(store)).toHaveLength(1);
  });

  it('AF-82 EN-20 in doubt with "rerun" it is run once more and committed', async () => {
    const { visit, keys, marker } = place();
    await crash(visit);
    const { result, types } = await visit({ onIncomplete: 'rerun' });
    expect([result, types]).toEqual([done('sent'), ['effect.incomplete', 'effect.claimed', 'effect.committed']]);
    expect(keys).toHaveLength(2);
    expect(await marker()).toMatchObject({ state: 'done', owner: 'r1#1/notify.1' });
  });

  it('AF-83 a failure leaves the claim with "keep" and takes it away with "release"; the failure is what comes back', async () => {
    const kept = place();
    expect((await kept.visit({}, () => failed)).result).toEqual(failed);
    expect(await effectsInDoubt(kept.store)).toHaveLength(1);
    expect((await kept.visit({ onError: 'keep' })).result).toMatchObject({ ok: false, incomplete: kept.keys[0] });
    const released = place();
    expect((await released.visit({ onError: 'release' }, () => failed)).result).toEqual(failed);
    expect(await released.store.search([])).toEqual([]);
    expect((await released.visit({})).result).toEqual(done('sent'));
  });

  it('AF-83 what is thrown goes on to whoever called, with "keep" and with "release"', async () => {
    const broken = () => Promise.reject(new Error('no line'));
    const kept = place();
    await expect(kept.visit({}, broken)).rejects.toThrow('no line');
    expect(await effectsInDoubt(kept.store)).toHaveLength(1);
    const released = place();
    await expect(released.visit({ onError: 'release' }, broken)).rejects.toThrow('no line');
    expect(await released.store.search([])).toEqual([]);
  });

  it('SH-21 with several attempts the next one meets the rule: not run, skipped, or run again', async () => {
    const tries = async (effect: Policy) => {
      const { visit, keys } = place();
      let calls = 0;
      const { result } = await visit(effect, () => (++calls === 1 ? failed : done('second')), { attempts: 3 });
      return [result, keys.length] as const;
    };
    const [error, once] = await tries({});
    expect(error).toMatchObject({ ok: false, incomplete: expect.any(String), changed: ['f'] });
    expect((error as WorkResult).reason).toContain('the answer never came; nobody knows');
    expect(once).toBe(1);
    expect(await tries({ onIncomplete: 'skip' })).toMatchObject([{ ok: true, output: null }, 1]);
    expect(await tries({ onIncomplete: 'rerun' })).toMatchObject([{ ok: true, output: 'second' }, 2]);
    expect(await tries({ onError: 'release' })).toMatchObject([{ ok: true, output: 'second' }, 2]);
  });

  it('each attempt is one of the step, is told what failed before, and sees the files from before the first', async () => {
    const { visit } = place();
    const seen: unknown[] = [];
    const fn: Fn = ({ doing }, attempts) => {
      seen.push([attempts, doing?.failures, typeof doing?.before]);
      return { ...failed, reason: `no ${attempts}` };
    };
    const { result } = await visit({ onError: 'release' }, fn, { attempts: 2 });
    expect(seen).toEqual([
      [1, [], 'string'],
      [2, ['no 1'], 'string'],
    ]);
    expect((result as WorkResult).reason).toBe('no 2');
  });

  it('SH-21 attempts of before an interruption count; where none is left nothing is claimed', async () => {
    const { visit, store } = place();
    const doing = {
      ...{ visit: 1, pass: 0, inputs: '', attempt: 2, open: false, reserved: null, worker: null },
      ...{ failures: ['one', 'two'], changed: [], before: 't', result: null },
    };
    const seen: unknown[] = [];
    const fn: Fn = (inside, attempts) => {
      seen.push([attempts, inside.doing?.failures]);
      return failed;
    };
    await visit({ onError: 'release' }, fn, { attempts: 3, doing });
    await visit({}, fn, { attempts: 2, doing });
    expect(seen).toEqual([
      [3, ['one', 'two']],
      [2, ['one', 'two']],
    ]);
    expect(await store.search([])).toEqual([]);
  });

  it('a stop in the middle is a crash, whatever the policy; a stop before it claims nothing', async () => {
    const { visit, store, keys } = place();
    expect((await visit({ onError: 'release' }, () => CANCELLED)).result).toBe(CANCELLED);
    expect(await effectsInDoubt(store)).toHaveLength(1);
    const { signal, stop } = createStop();
    stop('now');
    expect((await visit({}, undefined, { stop: signal, key: 'other' })).result).toBe(CANCELLED);
    expect(await store.search([])).toHaveLength(1);
    expect(keys).toHaveLength(1);
  });

  it('where no turn was started nothing is in doubt, unless it was before', async () => {
    const withheld: Fn = () => ({ ...failed, withheld: true });
    const missing: Fn = () => Promise.reject(new ConvergeError('program-missing', 'no such program'));
    const { visit, store } = place();
    expect((await visit({}, withheld, { attempts: 3 })).result).toMatchObject({ withheld: true });
    await expect(visit({}, missing)).rejects.toThrow('no such program');
    const noDisk = { flush: () => Promise.reject(new ConvergeError('disk-full', 'no room')) };
    await expect(visit({}, undefined, noDisk)).rejects.toThrow('no room');
    expect(await store.search([])).toEqual([]);
    await crash(visit);
    await visit({ onIncomplete: 'rerun' }, withheld);
    await expect(visit({ onIncomplete: 'rerun' }, missing)).rejects.toThrow('no such program');
    expect(await effectsInDoubt(store)).toHaveLength(1);
  });

  it('the claim is in the store and in the trace before it begins', async () => {
    const { visit, store } = place();
    const order: string[] = [];
    await visit(
      {},
      async () => {
        order.push(`run, ${(await effectsInDoubt(store)).length} claimed`);
        return done('sent');
      },
      { flush: async () => void order.push('flush') },
    );
    expect(order).toEqual(['flush', 'run, 1 claimed']);
  });

  it('AF-84 of two that claim at once one runs, and the other meets the policy', async () => {
    for (const onIncomplete of ['error', 'skip'] as const) {
      const { visit, keys } = place();
      const both = await Promise.all([
        visit({ onIncomplete }),
        visit({ onIncomplete }, undefined, { owner: { run: 'r2', fence: 1 } }),
      ]);
      expect(keys).toHaveLength(1);
      const [sent, other] = both
        .map(({ result }) => result as WorkResult)
        .sort((a, b) => Number(b.output === 'sent') - Number(a.output === 'sent'));
      expect(sent).toEqual(done('sent'));
      expect(other).toMatchObject(
        onIncomplete === 'skip' ? { ok: true, output: null } : { ok: false, incomplete: keys[0] },
      );
    }
  });

  it('AF-85 where the other claim is gone before it can be read, skip and rerun hold all the same, and error claims again', async () => {
    const vanishing = () => {
      const store = createMemoryStore(handClock());
      let refuse = 1;
      const put: Store['put'] = async (namespace, key, value, how) =>
        how?.ifAbsent === true && refuse-- > 0 ? false : store.put(namespace, key, value, how);
      return place({ ...store, put });
    };
    const skip = vanishing();
    expect((await skip.visit({ onIncomplete: 'skip' })).result).toMatchObject({ ok: true, output: null });
    expect(skip.keys).toEqual([]);
    const rerun = vanishing();
    const { result, types } = await rerun.visit({ onIncomplete: 'rerun' });
    expect([result, types]).toEqual([done('sent'), ['effect.incomplete', 'effect.claimed', 'effect.committed']]);
    const error = vanishing();
    const again = await error.visit({});
    expect([again.result, again.types, error.keys.length]).toEqual([
      done('sent'),
      ['effect.claimed', 'effect.committed'],
      1,
    ]);
  });

  it('AF-85 a claim that is refused for ever ends in doubt and is never run', async () => {
    const store = { ...createMemoryStore(handClock()), put: async () => false };
    const { visit, keys } = place(store);
    expect((await visit({})).result).toMatchObject({ ok: false, incomplete: expect.any(String) });
    expect(keys).toEqual([]);
  });

  it('its owner says every ten seconds that it lives, and no more when it has ended', async () => {
    const { visit, marker, clock, store } = place();
    const beats: unknown[] = [];
    await visit({}, async () => {
      for (let n = 0; n < 3; n++) {
        clock.turn(10_000);
        await new Promise((resolve) => setImmediate(resolve));
        beats.push((await effectsInDoubt(store))[0]?.beat);
      }
      return failed;
    });
    expect(beats).toEqual(['2026-01-01T00:00:10.000Z', '2026-01-01T00:00:20.000Z', '2026-01-01T00:00:30.000Z']);
    clock.turn(10_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await marker()).toMatchObject({ at: '2026-01-01T00:00:00.000Z', beat: '2026-01-01T00:00:30.000Z' });
  });

  it('a beat that is under way when it ends does not undo the end', async () => {
    const made = createMemoryStore(handClock());
    const late: (() => void)[] = [];
    // The beat's write arrives late, when it can.
    const put: Store['put'] = async (namespace, key, value, how) => {
      if (isObject(value) && value.state === 'in-flight' && how === undefined) {
        await new Promise<void>((resolve) => late.push(resolve));
      }
      return made.put(namespace, key, value, how);
    };
    const { visit, marker, clock } = place({ ...made, put });
    const ended = visit({}, async () => {
      clock.turn(10_000);
      await new Promise((resolve) => setImmediate(resolve));
      return done('sent');
    });
    await until(() => late[0]);
    await new Promise((resolve) => setImmediate(resolve));
    late[0]?.();
    await ended;
    await new Promise((resolve) => setImmediate(resolve));
    expect(await marker()).toMatchObject({ state: 'done', beat: '2026-01-01T00:00:10.000Z' });
  });

  it("no beat and no release undoes another's marker or a person's word", async () => {
    const { visit, marker, clock, store, keys } = place();
    const space = ['effects', 'fix', 'notify'];
    await visit({ onError: 'release' }, async () => {
      await settleEffect(store, space, keys[0] ?? '', 'done', 'ada');
      clock.turn(10_000);
      await new Promise((resolve) => setImmediate(resolve));
      return failed;
    });
    expect(await marker()).toMatchObject({ state: 'done', settledBy: 'ada' });
    expect((await visit({})).result).toMatchObject({ ok: true, output: null });
  });

  it('a marker that cannot be read is in doubt, not absent', async () => {
    const { visit, store, keys } = place();
    await visit({});
    await store.put(['effects', 'fix', 'notify'], keys[0] ?? '', { state: 'done' });
    expect((await visit({})).result).toMatchObject({ ok: false, incomplete: keys[0] });
    expect(keys).toHaveLength(1);
  });
});
