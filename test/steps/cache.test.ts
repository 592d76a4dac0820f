import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Flow, Step } from '../../engine/flow/schema';
import type { Json } from '../../engine/json';
import { createMemoryStore } from '../../engine/memoryStore';
import { sha256 } from '../../engine/node/digest';
import { openWorkspace } from '../../engine/node/workspace/workspace';
import type { CacheContext } from '../../engine/steps/cache';
import { definitionDigest, withCache } from '../../engine/steps/cache';
import { CANCELLED } from '../../engine/steps/context';
import { keyOf } from '../../engine/steps/key';
import type { WorkResult } from '../../engine/steps/work';
import type { StepResult } from '../../engine/trace/result';
import { write } from '../node/repository';
import { scratch } from '../node/scratch';
import { handClock, stepContext } from './stepContext';

const done = (output: Json): WorkResult => ({ kind: 'work', ok: true, output, changed: [], attempts: 1 });
const step = { kind: 'work', cache: {} } as const;

/** Real files and a real store; each `visit` is one visit of the step, whose work is counted. */
async function place(files: Readonly<Record<string, string>> = {}) {
  const root = scratch();
  write(root, files);
  const [clock, workspace] = [handClock(), await openWorkspace(root)];
  const store = createMemoryStore(clock);
  const ran: Json[] = [];
  const visit = async (
    key: Json,
    work: () => WorkResult | typeof CANCELLED,
    more: Partial<CacheContext> = {},
    ttl?: string,
  ) => {
    const context = stepContext({ clock, store, workspace, digest: sha256 }, more);
    const end = await withCache({ kind: 'work', cache: { ttl } }, key, { ...context, ...more }, async () => {
      ran.push(key);
      return work();
    });
    return { ...end, facts: context.facts };
  };
  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  return { root, clock, store, workspace, ran, visit, text };
}

describe('cached work', () => {
  it('AF-77 is not done again under its key: its result comes back, and the trace says from where', async () => {
    const { visit, ran } = await place();
    const first = await visit({ a: 1, b: 2 }, () => done({ text: 'made' }));
    expect([first.cached, first.facts.some((fact) => fact.type === 'cache.hit')]).toEqual([undefined, false]);
    const again = await visit({ b: 2, a: 1 }, () => done('never'), {
      run: 'r2',
      scope: { step: 'act', visit: 7, pass: 2 },
    });
    expect(again.result).toEqual(done({ text: 'made' }));
    expect(again.cached).toBe(keyOf({ a: 1, b: 2 }, sha256));
    expect(again.facts).toEqual([
      { type: 'cache.hit', step: 'act', visit: 7, pass: 2, key: again.cached, from: 'r1/act/1' },
    ]);
    expect(ran).toHaveLength(1);
  });

  it('AF-77 a null result is kept too', async () => {
    const { visit, ran } = await place();
    await visit(null, () => done(null));
    expect((await visit(null, () => done('never'))).result).toEqual(done(null));
    expect(ran).toEqual([null]);
  });

  it('is done anew for another key, step, flow or definition', async () => {
    const { visit, ran } = await place();
    await visit('k', () => done(1));
    for (const more of [
      { flowId: 'other' },
      { definitionDigest: 'd2' },
      { scope: { step: 'other', visit: 1, pass: 0 } },
    ] satisfies Partial<CacheContext>[]) {
      expect((await visit('k', () => done(2), more)).cached).toBeUndefined();
    }
    expect((await visit('l', () => done(2))).cached).toBeUndefined();
    expect(ran).toHaveLength(5);
  });

  it('what failed, was cancelled or withheld is not kept', async () => {
    const { visit, ran } = await place();
    const failed: WorkResult = { ...done(1), ok: false, reason: 'no' };
    expect((await visit('k', () => failed)).result).toEqual(failed);
    expect((await visit('k', () => CANCELLED)).result).toBe(CANCELLED);
    expect((await visit('k', () => ({ ...failed, withheld: true }))).result).toMatchObject({ withheld: true });
    expect((await visit('k', () => done(2))).cached).toBeUndefined();
    expect(ran).toHaveLength(4);
  });

  it('of a map and a call only the whole success is kept', async () => {
    const { store, workspace } = await place();
    const outcome = async <R extends Extract<StepResult, { kind: 'map' | 'call' }>>(key: string, result: R) => {
      for (let visit = 0; visit < 2; visit++) {
        const end = await withCache(
          { kind: result.kind, cache: {} },
          key,
          stepContext({ store, workspace, digest: sha256 }),
          async () => result,
        );
        if (visit === 1) return end.cached !== undefined;
      }
    };
    const map = { kind: 'map', ok: true, output: [1], failures: [], changed: [] } as const;
    expect(await outcome('m1', map)).toBe(true);
    expect(await outcome('m2', { ...map, failures: [{ index: 0, reason: 'no' }] })).toBe(false);
    const call = { kind: 'call', outcome: 'complete', confirmed: 'none', output: null, why: '' } as const;
    expect(await outcome('c1', call)).toBe(true);
    expect(await outcome('c2', { ...call, outcome: 'stopped' })).toBe(false);
  });

  it('AF-86 is done anew when its time to live is over', async () => {
    const { visit, clock, ran } = await place();
    await visit('k', () => done(1), {}, '10m');
    clock.turn(600_000 - 1);
    expect((await visit('k', () => done(2), {}, '10m')).result).toEqual(done(1));
    clock.turn(1);
    expect((await visit('k', () => done(2), {}, '10m')).result).toEqual(done(2));
    expect(ran).toHaveLength(2);
  });

  it('a hit gives back the files that the work produced, changed and deleted, and no others', async () => {
    const { root, visit, text, ran } = await place({ 'src/a': '1', old: 'o', other: '1', 'b[1]': '1' });
    const work = () => {
      write(root, { 'src/a': '2', 'out/made': 'm', 'b[1]': '2' });
      chmodSync(join(root, 'out/made'), 0o755);
      rmSync(join(root, 'old'));
      return done(1);
    };
    await visit('k', work);
    const same = await visit('k', work);
    expect(same.facts.map(({ type }) => type)).toEqual(['cache.hit']);
    rmSync(join(root, 'out'), { recursive: true });
    write(root, { 'src/a': '1', old: 'back', other: '2', 'b[1]': '3' });
    const hit = await visit('k', work);
    expect([hit.result, ran]).toEqual([done(1), ['k']]);
    expect([text('src/a'), text('out/made'), text('other'), text('b[1]')]).toEqual(['2', 'm', '2', '2']);
    expect(existsSync(join(root, 'old'))).toBe(false);
    // What it did to the files is on record as this step's.
    expect(hit.facts.map(({ type }) => type)).toEqual(['workspace.snapshot', 'workspace.snapshot', 'cache.hit']);
    expect(hit.facts[1]).toMatchObject({ changed: expect.arrayContaining([{ path: 'old', change: 'deleted' }]) });
  });

  it('is no hit where the files cannot be had any more: the work is done and kept anew', async () => {
    const { root, visit, text, ran, workspace } = await place({ a: '1' });
    const work = (content: string) => () => {
      write(root, { a: content });
      return done(content);
    };
    await visit('k', work('made'));
    write(root, { a: 'lost' });
    const objects = join(root, '.converge/git/objects');
    for (const name of readdirSync(objects)) if (name.length === 2) rmSync(join(objects, name), { recursive: true });
    rmSync(join(root, '.converge/git/index'), { force: true });
    expect((await visit('k', work('again'))).result).toEqual(done('again'));
    expect([ran.length, text('a')]).toEqual([2, 'again']);
    write(root, { a: 'lost' });
    expect((await visit('k', work('never'))).result).toEqual(done('again'));
    expect(text('a')).toBe('again');
    expect((await workspace.snapshot()).ok).toBe(true);
  });

  it('is no hit where something stands in the way of its files', async () => {
    const { root, visit, ran } = await place({ '.gitignore': 'hidden\n' });
    const work = () => {
      rmSync(join(root, 'made'), { recursive: true, force: true });
      write(root, { made: 'm' });
      return done(1);
    };
    await visit('k', work);
    rmSync(join(root, 'made'));
    write(root, { 'made/hidden': 'h' });
    expect((await visit('k', work)).cached).toBeUndefined();
    expect(ran).toHaveLength(2);
  });

  it('where the files could not be recorded nothing is kept', async () => {
    const { store, root } = await place();
    const workspace = await openWorkspace(root, { snapshotLimitMs: 0 });
    let ran = 0;
    for (let visit = 0; visit < 2; visit++) {
      const end = await withCache(step, 'k', stepContext({ store, workspace, digest: sha256 }), async () => {
        ran += 1;
        return done(1);
      });
      expect(end.cached).toBeUndefined();
    }
    expect([ran, await store.search([])]).toEqual([2, []]);
  });

  it('after an interruption the files since the first start count, and nothing is kept where they are not known', async () => {
    const { root, visit, text, workspace } = await place({ a: '1' });
    const start = await workspace.snapshot();
    if (!start.ok) throw new Error(start.why);
    const doing = {
      ...{ visit: 1, pass: 0, inputs: '', attempt: 1, open: false, reserved: null, worker: null },
      ...{ failures: [], changed: [], result: null },
    };
    write(root, { half: 'of it' });
    const work = (content: string) => () => {
      write(root, { a: content });
      return done(content);
    };
    await visit('unknown', work('u'), { doing: { ...doing, before: null } });
    expect((await visit('unknown', work('v'))).cached).toBeUndefined();
    await visit('known', work('w'), { doing: { ...doing, before: start.tree } });
    rmSync(join(root, 'half'));
    write(root, { a: '1' });
    expect((await visit('known', work('never'))).cached).toBeDefined();
    expect([text('half'), text('a')]).toEqual(['of it', 'w']);
  });

  it('an entry that is no entry counts as none, and a store that cannot keep one does not undo the work', async () => {
    const { store, workspace, visit } = await place();
    const namespace = ['cache', 'fix', 'act', 'd1'];
    const strange: readonly Json[] = [null, {}, { result: { kind: 'verify' }, files: [], tree: '', from: '' }];
    for (const value of strange) {
      await store.put(namespace, keyOf('k', sha256), value);
      expect((await visit('k', () => done(1))).cached).toBeUndefined();
    }
    expect((await visit('k', () => done(2))).result).toEqual(done(1));
    const full = { ...store, put: () => Promise.reject(new Error('no room')) };
    const context = stepContext({ store: full, workspace, digest: sha256 });
    expect((await withCache(step, 'l', context, async () => done(3))).result).toEqual(done(3));
    const gone = { ...store, get: () => Promise.reject(new Error('nobody answers')) };
    const other = stepContext({ store: gone, workspace, digest: sha256 });
    await expect(withCache(step, 'l', other, async () => done(3))).rejects.toThrow('nobody answers');
  });
});

describe('the definition of cached work', () => {
  const act: Step = { kind: 'work', worker: 'w', prompt: 'p', cache: { key: '1' }, next: '@complete' };
  const map: Step = { kind: 'map', over: '[1]', step: 'each', cache: { key: '1' }, next: '@complete' };
  const call: Step = { kind: 'call', flow: 'other', cache: { key: '1' }, next: '@complete' };
  const each: Step = { kind: 'work', worker: 'w', prompt: 'each' };
  const flow: Flow = {
    ...{ converge: 1, id: 'fix', start: 'act', workers: { w: { use: 'scripted', turns: [] } } },
    steps: { act, map, call, each },
  };
  const of = (step: Step, changed: Flow = flow, hash = 'h') =>
    definitionDigest(changed, step, { digest: sha256, flow: () => ({ flow, hash }) });

  it('is another one when the step, its worker, the step that it calls or the flow that it calls is', () => {
    expect(of(act)).toMatch(/^[0-9a-f]{64}$/);
    expect(of({ ...act })).toBe(of(act));
    expect(of({ ...act, prompt: 'other' })).not.toBe(of(act));
    const modelled: Flow = { ...flow, workers: { w: { use: 'claude-code', model: 'm' } } };
    expect(of(act, modelled)).not.toBe(of(act));
    const others: Flow = { ...flow, steps: { ...flow.steps, each: { ...each, prompt: 'other' } } };
    expect([of(map, others) === of(map), of(act, others) === of(act)]).toEqual([false, true]);
    expect(of(map, modelled)).not.toBe(of(map));
    expect([of(call, flow, 'h2') === of(call), of(act, flow, 'h2') === of(act)]).toEqual([false, true]);
  });
});
