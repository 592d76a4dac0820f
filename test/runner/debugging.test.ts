import { describe, expect, it } from 'vitest';
import type { Entry } from '../../engine/trace/entry';
import { at, breakpoints, debugged, mapped, one, placeOf, row, settled, simple } from '../fakes/debugged';
import { byStep } from '../fakes/flows';
import { entries, events, fixFlow, readState, resume, run } from '../fakes/runs';
import type { Check, WorldSpec } from '../fakes/world';
import { world } from '../fakes/world';

/** An entry without what differs between two runs of the same: hold time passes, nothing else. */
const content = (entry: Entry): object => ({ ...entry, at: '' });

describe('a run that is held', () => {
  it('starts no worker and appends nothing until it goes on; then it is the run that was never held', async () => {
    const plain = simple();
    await run(row, plain);
    const made = simple();
    const run1 = debugged(row, made, [breakpoints(at('b'))]);
    expect(placeOf(await run1.held())).toBe('breakpoint b.1');
    const [lines, turns] = [made.lines.length, made.requests.length];
    expect(run1.now()).toMatchObject({ count: 1, entries: lines, hit: ['b'], text: 'Breakpoint at "b"' });
    await settled();
    expect([made.lines.length, made.requests.length]).toEqual([lines, turns]);
    expect(turns).toBe(1);
    expect(await run1.go('continue')).toBeNull();
    expect(entries(made).map(content)).toEqual(entries(plain).map(content));
    expect(entries(made).at(-1)).toMatchObject({ events: [{ type: 'run.ended', outcome: 'complete' }] });
  });

  it('without a debugger has the same trace and the same flushes, whether or not one could come', async () => {
    const flows = [row, fixFlow(), mapped];
    for (const flow of flows) {
      const [alone, watched] = [fixing(), fixing()];
      await run(flow, alone, { inputs: flow === mapped ? { files: ['x', 'y'] } : {} });
      const idle = debugged(flow, watched, [], { inputs: flow === mapped ? { files: ['x', 'y'] } : {} });
      await idle.parked;
      expect(watched.lines).toEqual(alone.lines);
      expect(watched.appends.count).toBe(alone.appends.count);
    }
  });

  it('is durable behind what is held: a crash there is resumed where it stood', async () => {
    const made = simple();
    const held = await debugged(row, made, [breakpoints(at('b'))]).held();
    // Nobody lets it go any more: a new process finds the trace as it is.
    expect(readState(made).frontier).toEqual(held?.due);
    const state = await resume(row, made);
    expect(state.end).toMatchObject({ outcome: 'complete' });
    expect(made.requests.map(({ step }) => step)).toEqual(['a', 'b', 'c']);
  });

  it('is held at a wish before whatever comes next, once', async () => {
    const made = simple();
    const run1 = debugged(row, made, [{ do: 'hold' }]);
    expect(placeOf(await run1.held())).toBe('pause a.1');
    expect(placeOf(await run1.go('continue'))).toBe('ended');
  });

  it('goes over, into and out only where it is held', async () => {
    const run1 = debugged(row, simple(), [breakpoints(at('c'))]);
    expect(run1.wish({ do: 'go', how: 'over' })).toMatchObject({ code: 'not-waiting' });
    expect(run1.wish({ do: 'go', how: 'continue' })).toBeNull();
    expect(placeOf(await run1.held())).toBe('breakpoint c.1');
    await run1.go('into');
  });

  it('lets go where the debugger takes its leave, and forgets what it wanted', async () => {
    const run1 = debugged(row, simple(), [breakpoints(at('a'), at('b'), at('c'))]);
    await run1.held();
    expect(run1.wish({ do: 'detach' })).toBeNull();
    expect(run1.now()).toBeNull();
    expect((await run1.parked).end).toMatchObject({ outcome: 'complete' });
  });

  it('takes a note that came meanwhile when it goes on, and is not held for the same visit again', async () => {
    const made = fixing();
    const run1 = debugged(fixFlow(), made, [breakpoints(at('act', { flow: 'fix' }))]);
    await run1.held();
    const lines = made.lines.length;
    expect(run1.send({ do: 'note', loop: 'fix', text: 'Look twice.' })).toBe(true);
    await settled();
    expect(made.lines.length).toBe(lines);
    expect(await run1.go('continue')).toBeNull();
    expect(events(made, 'note.added').map(({ note }) => note.text)).toContain('Look twice.');
    expect(made.requests.find(({ step }) => step === 'act')?.notes.join()).toContain('Look twice.');
  });
});

describe('what ends a held run', () => {
  it.each([
    ['stop', { do: 'stop' }, { outcome: 'stopped', reason: 'by-person' }],
    ['cancel', { do: 'cancel' }, { outcome: 'cancelled' }],
    ['pause', { do: 'pause' }, null],
  ] as const)('a %s lets go at once and is carried out', async (_, act, end) => {
    const made = simple();
    const run1 = debugged(row, made, [breakpoints(at('b'))]);
    await run1.held();
    run1.send(act);
    const state = await run1.parked;
    if (end === null) expect(state).toMatchObject({ end: null, paused: true });
    else expect(state.end).toMatchObject(end);
    expect(made.requests.map(({ step }) => step)).toEqual(['a']);
    expect(run1.now()).toBeNull();
    expect(run1.wish({ do: 'hold' })).toMatchObject({ code: 'not-waiting' });
  });

  it('a stop at the end of the pass waits until it may go on', async () => {
    const made = fixing({ met: false });
    const run1 = debugged(fixFlow(), made, [breakpoints(at('verify', { flow: 'fix', hits: 1 }))]);
    await run1.held();
    run1.send({ do: 'stop', when: 'pass' });
    await settled();
    expect(placeOf(run1.now())).toBe('breakpoint verify.1');
    expect(await run1.go('continue')).toBeNull();
    expect((await run1.parked).end).toMatchObject({ outcome: 'stopped', reason: 'by-person' });
  });

  it('is held once what runs beside it is done: then nothing is at work and nothing is appended', async () => {
    let finish = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const made = world({
      workers: {
        w: async ({ step, item }) => {
          if (item === 'x') await slow;
          return { structured: step };
        },
      },
    });
    const run1 = debugged(mapped, made, [breakpoints(at('one', { hits: 2 }))], { inputs: { files: ['x', 'y', 'z'] } });
    await settled();
    expect(made.requests.map(({ item }) => item)).toEqual(['x']);
    expect(run1.now()).toBeNull();
    expect(run1.wish({ do: 'go', how: 'over' })).toMatchObject({ code: 'not-waiting' });
    finish();
    const held = await run1.held();
    expect(placeOf(held)).toBe('breakpoint each.1#1 one.1');
    expect(entries(made).filter(({ type }) => type === 'step.finished')).toHaveLength(1);
    const lines = made.lines.length;
    expect(held?.entries).toBe(lines);
    await settled();
    expect(made.requests.map(({ item }) => item)).toEqual(['x']);
    expect(made.lines).toHaveLength(lines);
    // The item that waited behind it comes to its own place only when it may.
    expect(placeOf(await run1.go('over'))).toBe('breakpoint each.1#2 one.1');
    expect(await run1.go('continue')).toBeNull();
    expect((await run1.parked).end).toMatchObject({ outcome: 'complete' });
  });

  it('a stop before an item starts none of those that have not begun; a resume does the rest', async () => {
    const made = simple();
    const run1 = debugged(one(mapped), made, [breakpoints(at('one', { hits: 2 }))], {
      inputs: { files: ['x', 'y', 'z'] },
    });
    expect(placeOf(await run1.held())).toBe('breakpoint each.1#1 one.1');
    run1.send({ do: 'stop' });
    expect((await run1.parked).end).toMatchObject({ outcome: 'stopped', reason: 'by-person' });
    expect(made.requests.map(({ item }) => item)).toEqual(['x']);
    expect((await resume(one(mapped), made)).end).toMatchObject({ outcome: 'complete' });
    expect(made.requests.map(({ item }) => item)).toEqual(['x', 'y', 'z', undefined]);
  });
});

const CHECK: Check = (files) => ({ exit: files.get('state') === 'good' ? 0 : 1 });

function fixing({ met = true } = {}) {
  const workers: WorldSpec['workers'] = {
    implementer: (_, files) => {
      files.set('state', 'good');
      return {};
    },
    reviewer: () => ({ structured: { goalMet: met, lesson: 'go on' } }),
    w: byStep(),
  };
  return world({ files: { state: 'bad' }, workers, check: CHECK });
}
