import { describe, expect, it } from 'vitest';
import { ConvergeError } from '../../engine/failure';
import { EMPTY_HISTORY } from '../../engine/run/history';
import { resultOf } from '../../engine/run/result';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import type { Carried } from '../../engine/runner/carry';
import type { CarrySpec } from '../../engine/runner/startSpec';
import { carryThrough } from '../../engine/runner/waiting';
import { turnedClock } from '../fakes/turnedClock';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const START = '2026-03-01T12:00:00Z';
const iso = (away: number) => new Date(Date.parse(START) + away).toISOString();

const WAIT = { within: '', step: 'wait', visit: 1, polls: 1, failures: 0, deadline: null };
const parkedUntil = (due: string): RunState => ({ ...EMPTY_STATE, waits: { 'wait.1': { ...WAIT, due } } });
const END = { outcome: 'complete', reason: null, confirmed: 'none', why: '', failure: null } as const;
const ENDED: RunState = { ...EMPTY_STATE, end: END };
const ASKING: RunState = {
  ...EMPTY_STATE,
  asks: {
    'ok.1': {
      ...{ within: '', step: 'ok', visit: 1, question: '?', choices: ['yes'], due: null, default: null, answer: null },
    },
  },
};

const SPEC: CarrySpec = {
  ...{ kind: 'start', flowPath: '/ws/a.converge.json', mode: 'autonomous', overrides: {}, goal: 'g' },
  ...{ workers: { doer: { use: 'scripted' } }, executables: {}, approve: 'h', trusted: true, program: 'test' },
};

/** A run that is, stretch by stretch, in one of these states when it parks. An error: the stretch cannot begin. */
function setUp(stretches: readonly (RunState | ConvergeError)[]) {
  const clock = turnedClock(START);
  const carried: { readonly spec: CarrySpec; readonly at: string }[] = [];
  const said: string[] = [];
  let state: RunState = EMPTY_STATE;
  let size = 0;
  let holder: number | null = null;
  let left = false;
  const listeners = new Set<() => void>();
  const facts = { startedAt: START, endedAt: null, trace: 'trace.ndjson' };
  const reading = () => ({ state, result: resultOf(state, { ...facts, holding: holder === null ? 'free' : 'held' }) });
  const through = carryThrough(SPEC, {
    clock,
    carry: async (spec): Promise<Carried> => {
      const next = stretches[carried.length] ?? ENDED;
      carried.push({ spec, at: new Date(clock.now()).toISOString() });
      if (next instanceof ConvergeError) throw next;
      state = next;
      size++;
      return { run: 'r1', folder: '/ws/.converge/runs/r1', root: '/ws', ...reading() };
    },
    look: async (folder) => ({
      ...{ run: 'r1', folder, ...reading(), history: EMPTY_HISTORY, earlier: false, damaged: [], tornBytes: 0 },
      holder: holder === null ? null : { pid: holder, startedAt: START, address: '', token: '', fence: 1 },
    }),
    size: async () => size,
    leave: {
      wanted: () => left,
      onWanted: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    onParked: (due) => said.push(`parked ${due}`),
    onHeld: (why) => said.push(why),
  });
  const elsewhere = (now: RunState, by: number | null) => {
    [state, holder] = [now, by];
    size++;
  };
  const leave = () => {
    left = true;
    for (const listener of [...listeners]) listener();
  };
  return { clock, carried, said, through, elsewhere, leave, listening: () => listeners.size };
}

describe('carrying a run over the times at which it is parked', () => {
  it('AF-37 sleeps until the instant and goes on by a resume with what it was begun with', async () => {
    const { clock, carried, through, said, listening } = setUp([parkedUntil(iso(90 * SECOND)), ENDED]);
    await clock.pass(89 * SECOND);
    expect(carried).toHaveLength(1);
    await clock.pass(2 * SECOND);
    expect((await through).result.outcome).toBe('complete');
    expect(carried[1]?.at).toBe(iso(90 * SECOND));
    expect(carried[1]?.spec).toEqual({
      ...{ kind: 'resume', folder: '/ws/.converge/runs/r1', workers: { doer: { use: 'scripted' } }, executables: {} },
      ...{ approve: 'h', trusted: true, program: 'test' },
    });
    expect(said).toEqual([`parked ${iso(90 * SECOND)}`]);
    expect([clock.armed(), listening()]).toEqual([0, 0]);
  });

  it('SH-23 (a) nothing goes on before an instant 40 days ahead', async () => {
    const { clock, carried, through } = setUp([parkedUntil(iso(40 * DAY)), ENDED]);
    await clock.pass(40 * DAY - SECOND);
    expect(carried).toHaveLength(1);
    await clock.pass(SECOND);
    await through;
    expect(carried.map(({ at }) => at)).toEqual([iso(0), iso(40 * DAY)]);
  });

  it('SH-23 (b) after three hours of sleep it goes on once, and then an interval later', async () => {
    const { clock, carried, through } = setUp([
      parkedUntil(iso(MINUTE)),
      parkedUntil(iso(3 * HOUR + 2 * MINUTE)),
      ENDED,
    ]);
    await clock.pass(SECOND);
    clock.sleep(3 * HOUR);
    await clock.pass(MINUTE);
    expect(carried).toHaveLength(2);
    await clock.pass(2 * MINUTE);
    await through;
    expect(carried).toHaveLength(3);
  });

  it('SH-23 (c) a clock that is set back only makes it later', async () => {
    const { clock, carried, through } = setUp([parkedUntil(iso(MINUTE)), ENDED]);
    await clock.pass(30 * SECOND);
    clock.set(-HOUR);
    await clock.pass(HOUR);
    expect(carried).toHaveLength(1);
    expect(clock.fired()).toBeLessThan(70);
    await clock.pass(31 * SECOND);
    await through;
    expect(carried[1]?.at).toBe(iso(MINUTE));
  });

  it('returns at once where only a person can let it go on, and where it has ended', async () => {
    const asking = setUp([ASKING]);
    expect((await asking.through).result.outcome).toBe('waiting');
    const ended = setUp([ENDED]);
    expect((await ended.through).result.outcome).toBe('complete');
    expect([...asking.said, ...ended.said]).toEqual([]);
  });

  it('a wish to leave ends the sleep, and the run is as it was: waiting', async () => {
    const { clock, carried, through, leave } = setUp([parkedUntil(iso(DAY)), ENDED]);
    await clock.pass(HOUR);
    leave();
    expect((await through).result.outcome).toBe('waiting');
    expect(carried).toHaveLength(1);
    expect(clock.armed()).toBe(0);
  });

  it('sees that another process answered and ended the run, long before its instant', async () => {
    const { clock, carried, through, elsewhere } = setUp([parkedUntil(iso(40 * DAY))]);
    await clock.pass(HOUR);
    elsewhere(ENDED, null);
    await clock.pass(2 * MINUTE);
    expect((await through).result.outcome).toBe('complete');
    expect(carried).toHaveLength(1);
  });

  it('waits for another process that carries the run, and sleeps again where that one parked it', async () => {
    const { clock, carried, through, elsewhere, said } = setUp([parkedUntil(iso(HOUR)), ENDED]);
    elsewhere(parkedUntil(iso(HOUR)), 77);
    await clock.pass(HOUR + 5 * MINUTE);
    expect(carried).toHaveLength(1);
    expect(said).toContain('Process 77 carries the run now.');
    elsewhere(parkedUntil(iso(3 * HOUR)), null);
    await clock.pass(3 * HOUR);
    await through;
    expect(carried.map(({ at }) => at)).toEqual([iso(0), iso(3 * HOUR)]);
  });

  it('SH-23 tries once a minute, and never in a spin, where a stretch leaves the instant as it was', async () => {
    const due = iso(MINUTE);
    const { clock, carried, through, said } = setUp([...Array(5).fill(parkedUntil(due)), ENDED]);
    await clock.pass(10 * MINUTE);
    expect((await through).result.outcome).toBe('complete');
    expect(carried.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5].map((minutes) => iso(minutes * MINUTE)));
    expect(said).toEqual([`parked ${due}`]);
  });

  it('SH-23 goes on at once where the next instant is over already', async () => {
    const { clock, carried, through } = setUp([parkedUntil(iso(SECOND)), parkedUntil(iso(SECOND + 1)), ENDED]);
    await clock.pass(2 * SECOND);
    await through;
    expect(carried).toHaveLength(3);
  });

  it('SH-25 waits for a workspace to which another run writes, and throws what else is in the way', async () => {
    const busy = new ConvergeError('workspace-held', 'r0 writes to /ws.');
    const held = setUp([parkedUntil(iso(MINUTE)), busy, busy, ENDED]);
    await held.clock.pass(5 * MINUTE);
    expect((await held.through).result.outcome).toBe('complete');
    expect(held.carried.map(({ at }) => at)).toEqual([iso(0), iso(MINUTE), iso(2 * MINUTE), iso(3 * MINUTE)]);
    expect(held.said).toContain('r0 writes to /ws.');
    const broken = setUp([parkedUntil(iso(MINUTE)), new ConvergeError('not-approved', 'Look at it first.')]);
    const thrown = expect(broken.through).rejects.toThrow('Look at it first.');
    await broken.clock.pass(2 * MINUTE);
    await thrown;
    expect(broken.clock.armed()).toBe(0);
  });
});
