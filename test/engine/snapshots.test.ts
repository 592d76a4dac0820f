import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import { stateOf } from '../../engine/run/openRun';
import { isSnapshotDue, SNAPSHOT_BYTES } from '../../engine/run/snapshots';
import type { RunState } from '../../engine/run/state';
import type { Entry } from '../../engine/trace/entry';
import { byFile, passes } from '../fakes/plays';
import { entries, facts, fixFlow, flowOf, readState, resume, run, runCut } from '../fakes/runs';
import { inOrder, watched, watchFlow } from '../fakes/watching';
import type { World } from '../fakes/world';
import { world } from '../fakes/world';
import { fc } from '../fc';

const digest = world({ workers: {} }).ports().digest;
const numbered = (list: readonly Entry[]) => list.map((entry, index) => ({ line: index + 1, entry }));
const folded = (list: readonly Entry[]): RunState => stateOf(numbered(list), digest);
const without = (list: readonly Entry[]) => list.filter(({ type }) => type !== 'snapshot');
/** A state as a file holds it. */
const plain = (state: RunState): unknown => JSON.parse(JSON.stringify({ ...state, nextSeq: 0 }));

/** Lies, drifts and repairs over four passes: latches, notes, steers, stalls. */
const fixing = fixFlow({ loop: { maxPasses: 5, frozen: ['test'] }, act: { check: { changedOnDisk: 'claimed' } } });
const fix = (): World =>
  world({
    files: { 'a.js': 'bad', 'test/a': 'strict' },
    check: byFile,
    workers: {
      implementer: ({ pass }, files) => {
        if (pass === 2) files.set('test/a', 'weak');
        if (pass === 3) files.set('test/a', 'strict');
        if (pass === 4) files.set('a.js', 'good');
        return pass === 1 || pass === 4 ? { claims: ['a.js'] } : {};
      },
      reviewer: ({ pass }) => ({ structured: { goalMet: true, lesson: `L${pass}`, marker: pass } }),
    },
  });

const work = (next: string, more: object = {}) => ({ kind: 'work', worker: 'w', prompt: 'Do it.', next, ...more });

/** Branches, channels, a map, a called flow, a group: a bit of everything that a state holds. */
const broad = flowOf({
  converge: 1,
  id: 'broad',
  start: ['a', 'b'],
  channels: { list: { reducer: 'append' } },
  steps: {
    a: work('both', { writes: 'list' }),
    b: work('both', { writes: 'list' }),
    both: { kind: 'join', next: 'each' },
    each: { kind: 'map', over: 'state.list', step: 'one', next: 'other' },
    one: { kind: 'work', worker: 'w', prompt: 'Do one.' },
    other: { kind: 'call', flow: 'inner', next: 'try' },
    try: work('look'),
    look: work('try', { writes: 'list' }),
    end: work('@complete'),
  },
  loops: { again: { type: 'group', from: 'look', to: 'try', maxIterations: 3, exitTo: 'end' } },
});
const inner = flowOf({
  converge: 1,
  id: 'inner',
  start: 'x',
  steps: { x: work('y'), y: work('@complete') },
});
const wide = (): World =>
  world({
    workers: { w: ({ step, visit }) => ({ structured: `${step}${visit}` }) },
    flows: { inner: { flow: inner, hash: 'h' } },
  });

const STORIES: readonly (readonly [string, Flow, () => World])[] = [
  ['an until loop', fixing, fix],
  ['branches, a map, a call and a group', broad, wide],
  ['a watch', watchFlow(), () => watched(inOrder({ line: { outcome: 'idle', cursor: '1' } }))],
];

describe('a snapshot', () => {
  it.each(STORIES)(
    'UL-29 and what follows it make the same state as everything before, at every cut: %s',
    async (_, flow, make) => {
      const made = make();
      await run(flow, made, { snapshotBytes: 1 });
      const all = entries(made);
      const places = all.flatMap(({ type }, index) => (type === 'snapshot' ? [index] : []));
      expect(places.length).toBeGreaterThan(0);
      for (let cut = 1; cut <= all.length; cut++) {
        const whole = plain(folded(without(all.slice(0, cut))));
        expect(plain(folded(all.slice(0, cut))), `cut at ${cut}`).toEqual(whole);
        for (const at of places.filter((place) => place < cut)) {
          const state = folded(all.slice(at, cut));
          expect(plain(state), `from ${at} to ${cut}`).toEqual(whole);
          expect(state.nextSeq).toBe(cut);
        }
      }
    },
  );

  it.each(STORIES.slice(0, 2))(
    'UL-29 a crash at any append changes nothing of what comes out: %s',
    async (_, flow, make) => {
      const uncut = make();
      const whole = await run(flow, uncut);
      const outcome = (state: RunState, of: World) => ({
        end: state.end,
        ledger: state.ledger,
        files: [...of.files].sort(),
      });
      let snapshots = 0;
      for (let at = 1; at <= uncut.appends.count; at++) {
        for (const when of ['before', 'after'] as const) {
          const made = make();
          // Small enough that one stands behind every second commit.
          const state = await runCut(flow, made, at, when, { snapshotBytes: 1500 });
          expect(outcome(state, made), `cut ${when} append ${at}`).toEqual(outcome(whole, uncut));
          expect(passes(made)).toEqual(passes(uncut));
          expect(entries(made).map(({ seq }) => seq)).toEqual(entries(made).map((_one, index) => index));
          snapshots += facts(made, 'snapshot').length;
        }
      }
      expect(snapshots).toBeGreaterThan(uncut.appends.count);
    },
  );

  it('UL-29 makes a commit before it dispensable that is missing or was edited, and none behind it', async () => {
    const uncut = fix();
    const whole = await run(fixing, uncut, { snapshotBytes: 2500 });
    const all = entries(uncut);
    const last = all.map(({ type }) => type).lastIndexOf('snapshot');
    expect(last).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.nat(all.length - 2), fc.constantFrom('missing' as const, 'edited' as const), (at, how) => {
        const entry = all[at]!;
        fc.pre(entry.type === 'commit' && all.slice(at + 1).some(({ type }) => type === 'commit'));
        if (entry.type !== 'commit') return;
        const damaged = numbered(all).flatMap((line) =>
          line.line !== at + 1
            ? [line]
            : how === 'missing'
              ? []
              : [{ ...line, entry: { ...entry, frontier: [{ step: 'edited', visit: 9 }] } }],
        );
        if (at < last) expect(plain(stateOf(damaged, digest))).toEqual(plain(whole));
        else {
          const good = all.slice(0, at).filter(({ type }) => type === 'commit').length;
          expect(() => stateOf(damaged, digest)).toThrow(
            `Super-step ${good} is the last good commit. Go on from there with converge fork --at ${good}.`,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('UL-29 that was edited is gone over like a fact, and what it carried is not believed', async () => {
    const made = fix();
    const whole = await run(fixing, made, { snapshotBytes: 1 });
    const edited = made.lines.map((line) =>
      line.includes('"type":"snapshot"') ? line.replaceAll('"stalled":1', '"stalled":0') : line,
    );
    expect(edited).not.toEqual(made.lines);
    expect(plain(folded(edited.map((line) => JSON.parse(line))))).toEqual(plain(whole));
    const at = edited.findIndex((line, index) => line !== made.lines[index]);
    const next = edited.findIndex((line, index) => index > at && line.includes('"type":"snapshot"'));
    const beginning = edited.slice(at, next).map((line) => JSON.parse(line));
    expect(() => folded(beginning)).toThrow(/no readable beginning|missing/);
  });

  it('of a holder that had lost the run is void', async () => {
    const made = fix();
    await run(fixing, made, { snapshotBytes: 1 });
    const old = facts(made, 'snapshot').find(({ state }) => state.prev !== '')!;
    const cut = made.lines.slice(0, 40);
    const here = world({ workers: {} });
    here.lines.push(...cut);
    const state = readState(here);
    const resumed = { seq: state.nextSeq, at: old.at, type: 'run.resumed', fence: 2, program: 'test' };
    here.lines.push(JSON.stringify(resumed));
    const before = readState(here);
    here.lines.push(JSON.stringify({ ...old, seq: state.nextSeq + 1 }));
    expect(readState(here)).toEqual(before);
  });

  it('is written on, behind a resume too, so that no run has more to read than that', async () => {
    const made = fix();
    made.crash = (when, append) => {
      if (when === 'after' && append === 8) throw new Error('gone');
    };
    await run(fixing, made, { snapshotBytes: 1_000_000 }).catch(() => {});
    made.crash = null;
    const size = made.lines.join('\n').length;
    await resume(fixing, made, { snapshotBytes: size, sinceSnapshot: size });
    const all = entries(made);
    const resumedAt = all.findIndex(({ type }) => type === 'run.resumed');
    const first = all.findIndex(({ type }) => type === 'snapshot');
    expect(all.slice(resumedAt, first).filter(({ type }) => type === 'commit').length).toBeLessThanOrEqual(1);
    expect(first).toBeGreaterThan(resumedAt);
  });

  it('is due by what the trace has grown, and seldom where it is large itself', () => {
    expect(isSnapshotDue(SNAPSHOT_BYTES - 1, 0)).toBe(false);
    expect(isSnapshotDue(SNAPSHOT_BYTES, 0)).toBe(true);
    expect(isSnapshotDue(SNAPSHOT_BYTES, SNAPSHOT_BYTES)).toBe(false);
    expect(isSnapshotDue(4 * SNAPSHOT_BYTES, SNAPSHOT_BYTES)).toBe(true);
  });
});
