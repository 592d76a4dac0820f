import { describe, expect, it } from 'vitest';
import type { EventBreakpoint, StepBreakpoint } from '../../engine/runner/debugWish';
import { EVENT_BREAKPOINTS } from '../../engine/runner/debugWish';
import { at, breakpoints, debugged, mapped, one, placeOf, row, settled, simple } from '../fakes/debugged';
import { byStep, flowWith, work } from '../fakes/flows';
import { events, fixFlow, flowOf } from '../fakes/runs';
import type { Check } from '../fakes/world';
import { world } from '../fakes/world';

describe('breakpoints', () => {
  const counting = flowWith(
    'a',
    {
      a: work('b', { writes: { seen: 'output' } }),
      b: { kind: 'router', cases: [{ when: 'steps.a.visits < 4', to: 'a' }], else: '@complete' },
    },
    { channels: { seen: { reducer: 'append' } } },
  );
  const stops = async (...steps: readonly StepBreakpoint[]) => {
    const run1 = debugged(counting, simple(), [breakpoints(...steps)]);
    const seen: string[] = [];
    for (let held = await run1.held(); held !== null; held = await run1.go('continue')) seen.push(placeOf(held));
    return { seen, logs: run1.logs.map(({ text }) => text) };
  };

  it('hold before each visit, where the condition holds', async () => {
    expect((await stops(at('a'))).seen).toEqual([
      'breakpoint a.1',
      'breakpoint a.2',
      'breakpoint a.3',
      'breakpoint a.4',
    ]);
    expect((await stops(at('a', { condition: 'size(state.seen) == 2' }))).seen).toEqual(['breakpoint a.3']);
    expect((await stops(at('a', { condition: 'false' }))).seen).toEqual([]);
    expect((await stops(at('a', { flow: 'other' }))).seen).toEqual([]);
  });

  it('hold from a number of hits on; only visits with the condition count', async () => {
    expect((await stops(at('a', { hits: 3 }))).seen).toEqual(['breakpoint a.3', 'breakpoint a.4']);
    const odd = at('a', { condition: 'steps.a.visits % 2 == 0', hits: 2 });
    expect((await stops(odd)).seen).toEqual(['breakpoint a.3']);
  });

  it('whose condition cannot be told hold, and say why', async () => {
    const run1 = debugged(counting, simple(), [breakpoints(at('a', { condition: 'steps.a.output.none.more > 1' }))]);
    const held = await run1.held();
    expect(held?.text).toMatch(/^Breakpoint at "a"; its condition cannot be told: /);
    run1.wish(breakpoints(at('a', { condition: '"text"' })));
    expect((await run1.go('continue'))?.text).toContain('gives neither true nor false');
    run1.wish({ do: 'detach' });
    await run1.parked;
  });

  it('of the log kind say what they are to say and hold nothing', async () => {
    const log = 'visit {steps.a.visits + 1}: {state.seen}, {{"a": "}"}["a"]}, {none';
    const { seen, logs } = await stops(at('a', { log, hits: 3 }), at('b', { log: '{nothing}' }));
    expect(seen).toEqual([]);
    expect(logs.filter((text) => text.startsWith('visit'))).toEqual([
      'visit 3: ["a","a"], }, {none',
      'visit 4: ["a","a","a"], }, {none',
    ]);
    expect(logs.find((text) => text.startsWith('<'))).toMatch(/nothing/);
  });

  it('that are set again as they were keep their hits', async () => {
    const run1 = debugged(counting, simple(), [breakpoints(at('a', { hits: 3 }), at('b'))]);
    await run1.held();
    run1.wish(breakpoints(at('a', { hits: 3 })));
    expect(placeOf(await run1.go('continue'))).toBe('breakpoint a.3');
    run1.wish(breakpoints(at('a', { hits: 2 })));
    expect(placeOf(await run1.go('continue'))).toBe('ended');
  });
});

describe('steps of a debugger', () => {
  const child = flowOf({ converge: 1, id: 'child', start: 'x', steps: { x: work('y'), y: work('@complete') } });
  const calling = flowWith('a', {
    a: work('go'),
    go: { kind: 'call', flow: 'child', next: 'z' },
    z: work('@complete'),
  });
  const called = () => world({ workers: { w: byStep() }, flows: { child: { flow: child, hash: 'h' } } });
  const inputs = { files: ['x', 'y'] };
  const walk = async (run1: ReturnType<typeof debugged>, ...how: readonly ('over' | 'into' | 'out')[]) => {
    const seen = [placeOf(await run1.held())];
    for (const each of how) seen.push(placeOf(await run1.go(each)));
    run1.wish({ do: 'detach' });
    await run1.parked;
    return seen;
  };

  it('over a call comes to what follows it', async () => {
    const seen = await walk(debugged(calling, called(), [breakpoints(at('go'))]), 'over', 'over');
    expect(seen).toEqual(['breakpoint go.1', 'step z.1', 'ended']);
  });

  it('into a call come to its first step; over there to the next one, and then to what follows', async () => {
    const seen = await walk(debugged(calling, called(), [breakpoints(at('go'))]), 'into', 'over', 'over');
    expect(seen).toEqual(['breakpoint go.1', 'step go.1 x.1', 'step go.1 y.1', 'step z.1']);
  });

  it('out of a call come to what follows it, and out of the run’s own flow nowhere', async () => {
    const seen = await walk(debugged(calling, called(), [breakpoints(at('x', { flow: 'child' }))]), 'out', 'out');
    expect(seen).toEqual(['breakpoint go.1 x.1', 'step z.1', 'ended']);
  });

  it('over a map come to what follows it; into it to an item, over that to the next, out of it behind the map', async () => {
    const start = () => debugged(one(mapped), simple(), [breakpoints(at('each'))], { inputs });
    expect(await walk(start(), 'over')).toEqual(['breakpoint each.1', 'step last.1']);
    const items = ['breakpoint each.1', 'step each.1#0 one.1', 'step each.1#1 one.1', 'step last.1'];
    expect(await walk(start(), 'into', 'over', 'over')).toEqual(items);
    expect(await walk(start(), 'into', 'out')).toEqual(['breakpoint each.1', 'step each.1#0 one.1', 'step last.1']);
  });

  it('lets items that come meanwhile wait behind the one that is held', async () => {
    const made = simple();
    const run1 = debugged(mapped, made, [breakpoints(at('one'))], { inputs: { files: ['x', 'y', 'z'] } });
    const seen: string[] = [];
    for (let held = await run1.held(); held?.due[0]?.step === 'one'; held = await run1.go('continue')) {
      await settled();
      seen.push(`${held.within} after ${made.requests.length}`);
    }
    expect(seen).toEqual(['each.1#0 after 0', 'each.1#1 after 1', 'each.1#2 after 2']);
  });
});

describe('event breakpoints', () => {
  const only = (...which: readonly EventBreakpoint[]) => [{ do: 'breakpoints' as const, steps: [], events: which }];
  const stopsAt = async (event: EventBreakpoint, flow = fixFlow(MEASURED), made = stubborn()) => {
    const run1 = debugged(flow, made, only(event));
    const seen: string[] = [];
    for (let held = await run1.held(); held !== null; held = await run1.go('continue')) {
      expect(held.why).toBe(event);
      seen.push(held.text);
    }
    return seen;
  };

  it('each hold a run to which it happens, and none where it does not', async () => {
    expect(await stopsAt('met-claim')).toEqual(['Pass 3 of "fix" claims its goal met: not confirmed']);
    expect((await stopsAt('latch-opened'))[0]).toMatch(/^Latch step:act was opened: /);
    expect(await stopsAt('spend-80')).toEqual(['"fix" has spent 80 % of its cap']);
    expect((await stopsAt('stalled'))[0]).toMatch(/left the progress marker unchanged$/);
    expect((await stopsAt('pass-ended')).map((text) => text.slice(0, 6))).toEqual(['Pass 1', 'Pass 2', 'Pass 3']);
    expect((await stopsAt('failure')).join('\n')).toMatch(/"verify" failed: /);
    for (const event of EVENT_BREAKPOINTS) expect(await stopsAt(event, row, simple())).toEqual([]);
  });

  it('hold a run that is about to fail before it does', async () => {
    const made = world({ workers: { w: () => ({ status: 'failed', why: 'no bread' }) } });
    const run1 = debugged(row, made, only('failure'));
    const held = await run1.held();
    expect(held).toMatchObject({ why: 'failure', due: [] });
    expect(held?.text).toContain('it is about to end as failed');
    expect(events(made, 'run.ended')).toEqual([]);
    expect(await run1.go('continue')).toBeNull();
    expect(events(made, 'run.ended')).toMatchObject([{ outcome: 'failed' }]);
  });

  it('that were set behind what happened do not hold for it', async () => {
    const run1 = debugged(fixFlow(MEASURED), stubborn(), [breakpoints(at('act', { flow: 'fix', hits: 2 }))]);
    await run1.held();
    run1.wish({ do: 'breakpoints', steps: [], events: ['pass-ended'] });
    expect((await run1.go('continue'))?.text).toMatch(/^Pass 2/);
    run1.wish({ do: 'detach' });
    await run1.parked;
  });
});

const MEASURED = { act: { check: { changedOnDisk: 'claimed' } }, loop: { maxPasses: 3, spendCap: { usd: 10 } } };

const CHECK: Check = (files) => ({ exit: files.get('state') === 'good' ? 0 : 1 });

/** Changes nothing, says in its second pass that it did, and in its third that the goal is met; spends much. */
function stubborn() {
  const usage = { state: 'reported', tokens: null, usd: 4, basis: 'worker-estimate' } as const;
  return world({
    files: { state: 'bad' },
    workers: {
      implementer: ({ pass }) => ({
        ...(pass === 2 ? { claims: ['state'] } : {}),
        usage: { ...usage, usd: pass < 3 ? 4 : 1 },
      }),
      reviewer: ({ pass }) => ({ structured: { goalMet: pass === 3, lesson: 'go on' } }),
    },
    check: CHECK,
  });
}
