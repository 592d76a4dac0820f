import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileStore } from '../../engine/node/store/file';
import { converge, place, withProgram } from './program';
import { story } from './story';

withProgram();

const KEY = 'ab12cd34'.repeat(8);
const OLD = '2026-01-01T00:00:00.000Z';

/** A workspace whose store has these effects in flight: `<flow>/<step>/<key>`. */
async function doubtful(...names: readonly string[]) {
  const where = place(story());
  const store = createFileStore(join(where.root, '.converge', 'store'), { now: () => Date.now() });
  const claim = async (name: string, beat = OLD) => {
    const [flow = '', step = '', key = ''] = name.split('/');
    const marker = { state: 'in-flight', label: `mail ${step}`, owner: 'r1#1/notify.1', at: OLD, beat };
    await store.put(['effects', flow, step], key, marker);
  };
  for (const name of names) await claim(name);
  return { where, store, claim };
}

describe('converge effects', () => {
  it('SH-21 lists what is in doubt, by its name, with who claimed it and when', async () => {
    const { where, store } = await doubtful(`fix/notify/${KEY}`, `other/post/${KEY}`);
    const done = { state: 'done', label: 'x', owner: 'r', at: OLD, beat: OLD, result: { kind: 'work', ok: true } };
    await store.put(['effects', 'fix', 'notify'], 'done', done);
    const { code, stdout } = await converge(where, 'effects');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^fix\/notify\/ab12cd34ab12 {2}"mail notify" {2}claimed by r1#1\/notify\.1 at 2026-01-01/),
      expect.stringMatching(/^other\/post\/ab12cd34ab12 /),
      '',
    ]);
    const json = JSON.parse((await converge(where, 'effects', '--json', '--flow', 'other')).stdout);
    expect(json).toMatchObject([{ flow: 'other', step: 'post', key: KEY, state: 'in-flight' }]);
    const none = await converge(place(story()), 'effects');
    expect([none.code, none.stdout]).toEqual([0, expect.stringContaining('No effect')]);
  });

  it('SH-21 settles one as done or undone, by its label or the beginning of its key', async () => {
    const { where, store } = await doubtful(`fix/notify/${KEY}`, `fix/post/${KEY}`);
    const first = await converge(where, 'effects', '--settle', 'notify/ab12cd=done');
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('not run again')]);
    const marker = await store.get(['effects', 'fix', 'notify'], KEY);
    expect(marker?.value).toMatchObject({
      state: 'done',
      settledBy: expect.any(String),
      result: { ok: true, output: null },
    });
    const second = await converge(where, 'effects', '--settle', 'fix/post/mail post=undone', '--json');
    expect(JSON.parse(second.stdout)).toMatchObject({ step: 'post', settled: 'undone' });
    expect(await store.get(['effects', 'fix', 'post'], KEY)).toBeUndefined();
    const again = await converge(where, 'effects', '--settle', 'notify/ab12cd=undone');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('None is')]);
  });

  it('settles nothing that is not clear or still at work, and says what to do', async () => {
    const { where, store, claim } = await doubtful(`fix/notify/${KEY}`, `other/notify/${KEY}`);
    await claim(`fix/busy/${KEY}`, new Date().toISOString());
    const wrong = [
      ['notify/ab12cd=done', 'say more'],
      ['fix/notify/ab12=done', 'In doubt: fix/busy/ab12cd34ab12, fix/notify/'],
      ['fix/notify/ab12cd', '=undone'],
      ['busy/ab12cd=undone', 'still at'],
    ] as const;
    for (const [given, says] of wrong) {
      const { code, stderr } = await converge(where, 'effects', '--settle', given);
      expect([given, code, stderr]).toEqual([given, 2, expect.stringContaining(says)]);
    }
    expect(await store.search(['effects'])).toHaveLength(3);
    expect((await converge(where, 'effects')).stdout).toContain('is at it since');
    expect((await converge(where, 'effects', '--settle', 'fix/notify/ab12cd=undone')).code).toBe(0);
    expect(await store.search(['effects'])).toHaveLength(2);
  });
});
