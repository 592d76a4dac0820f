import { describe, expect, it } from 'vitest';
import type { Driving } from '../../engine/run/driving';
import { nextDue } from '../../engine/run/nextDue';
import { entries, events, facts, flowOf, readState, resume, run } from '../fakes/runs';
import type { Said } from '../fakes/watching';
import { inOrder, toEnd, watched, watchFlow } from '../fakes/watching';
import { Crash } from '../fakes/world';

const idle = (cursor: string): Said => ({ line: { outcome: 'idle', cursor } });
const activity = (payload: string, cursor: string): Said => ({ line: { outcome: 'activity', payload, cursor } });
const terminal: Said = { line: { outcome: 'terminal', payload: 'merged' } };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const polls = (made: ReturnType<typeof watched>) => events(made, 'poll').map(({ outcome }) => outcome);
const done = (made: ReturnType<typeof watched>) =>
  events(made, 'step.done').map(({ step, outcome, to }) => `${step} ${outcome} ${to.join(',')}`);

describe('watch and respond', () => {
  it('AF-87 idle, idle, activity, terminal: the responder runs once, and there are four polls', async () => {
    const made = watched(inOrder(idle('1'), idle('2'), activity('a comment', '3'), terminal));
    const state = await toEnd(watchFlow(), made);
    expect(state.end).toMatchObject({ outcome: 'complete' });
    expect(done(made)).toEqual(['wait activity respond', 'respond done wait', 'wait terminal @complete']);
    expect(polls(made)).toEqual(['idle', 'idle', 'activity', 'terminal']);
    expect(made.asked.map(({ cursor }) => cursor)).toEqual([null, '1', '2', '3']);
    expect(made.requests).toHaveLength(1);
    expect(JSON.stringify(made.requests[0]?.reads)).toContain('a comment');
  });

  it('AF-37 is parked between polls: one instant, the same frontier, nothing decided of the step', async () => {
    const made = watched(inOrder(idle('1')));
    const state = await run(watchFlow(), made);
    expect(state).toMatchObject({
      end: null,
      frontier: [{ step: 'wait', visit: 1 }],
      steps: {},
      cursors: { wait: '1' },
    });
    expect(nextDue(state)).toBe(new Date(made.clock.now() + MINUTE).toISOString());
    expect(readState(made)).toEqual(state);
    expect(made.requests).toHaveLength(0);
  });

  it('AF-37 a resume before its instant polls nothing and decides nothing', async () => {
    const made = watched(inOrder(idle('1')));
    await run(watchFlow(), made);
    const commits = events(made, 'poll').length;
    made.turn(MINUTE - 1);
    const state = await resume(watchFlow(), made);
    expect(made.asked).toHaveLength(1);
    expect(events(made, 'poll')).toHaveLength(commits);
    expect(entries(made).at(-1)?.type).toBe('run.resumed');
    expect(nextDue(state)).toBe(new Date(made.clock.now() + 1).toISOString());
  });

  it('AF-38 a wait with no trace to wait in is refused before anything is polled', async () => {
    const made = watched(inOrder(idle('1')));
    made.crash = () => {
      throw new Crash();
    };
    await expect(run(watchFlow(), made)).rejects.toThrow(Crash);
    expect(made.asked).toHaveLength(0);
  });

  it('AF-88 a failing poll is idle with its cursor kept; a strict one leaves by failed', async () => {
    const broken: Said = { exit: 1, output: 'rate limited' };
    const lax = watched(inOrder(idle('5'), broken, terminal));
    expect((await toEnd(watchFlow(), lax)).end?.outcome).toBe('complete');
    expect(lax.asked.map(({ cursor }) => cursor)).toEqual([null, '5', '5']);
    const strict = watched(inOrder(idle('5'), broken, terminal));
    const routes = { activity: 'respond', terminal: '@complete', failed: '@escalate' };
    expect((await toEnd(watchFlow({ strict: true, routes }), strict)).end?.outcome).toBe('escalated');
    expect(strict.asked).toHaveLength(2);
  });

  it('SH-22 only a clear terminal ends it: what is unclear is a failed poll, in the trace, and no worker is started', async () => {
    const made = watched(
      inOrder(
        ...[{ text: '' }, { text: '[]' }, { exit: 1 }, { line: { outcome: 'done' } }, { text: 'all is merged' }],
        ...[idle('7'), terminal],
      ),
    );
    const state = await toEnd(watchFlow(), made);
    expect(state.end?.outcome).toBe('complete');
    expect(polls(made)).toEqual(['failed', 'failed', 'failed', 'failed', 'failed', 'idle', 'terminal']);
    expect(events(made, 'poll').flatMap(({ why }) => (why === undefined ? [] : [why]))).toEqual([
      'it answered nothing',
      'its answer is no JSON object: []',
      'exit code 1',
      'its outcome is "done"; known are "idle", "activity" and "terminal"',
      'its answer is no JSON: all is merged',
    ]);
    expect(made.asked.at(-1)?.cursor).toBe('7');
    expect(made.requests).toHaveLength(0);
    expect(facts(made, 'run.resumed')).toHaveLength(6);
  });

  it('SH-23 (b) (e) after three hours of sleep there is one poll, and the next an interval later', async () => {
    const made = watched(inOrder(idle('1')));
    await run(watchFlow(), made);
    made.turn(3 * HOUR);
    const state = await resume(watchFlow(), made);
    expect(made.asked.map(({ at }) => at)).toEqual([0, 3 * HOUR]);
    expect(nextDue(state)).toBe(new Date(made.clock.now() + MINUTE).toISOString());
  });

  it('SH-23 (c) a clock that is set back polls nothing twice: the next poll comes at the stored instant', async () => {
    const made = watched(inOrder(idle('1')));
    const due = nextDue(await run(watchFlow(), made));
    made.turn(-HOUR);
    expect(nextDue(await resume(watchFlow(), made))).toBe(due);
    made.turn(HOUR);
    expect(nextDue(await resume(watchFlow(), made))).toBe(due);
    expect(made.asked).toHaveLength(1);
    made.turn(MINUTE);
    await resume(watchFlow(), made);
    expect(made.asked).toHaveLength(2);
  });

  it('AF-76 routes follow from what was said, whenever it was', async () => {
    const stories = await Promise.all(
      [0, 7 * HOUR, -30 * 24 * HOUR].map(async (shift) => {
        const made = watched(inOrder(idle('1'), activity('x', '2'), terminal));
        made.turn(shift);
        await toEnd(watchFlow(), made);
        return done(made);
      }),
    );
    expect(stories[1]).toEqual(stories[0]);
    expect(stories[2]).toEqual(stories[0]);
  });

  it('the deadline is met with a last poll, and leaves by its own route', async () => {
    const routes = { activity: 'respond', terminal: '@complete', deadline: '@handoff' };
    const made = watched(inOrder(idle('1')));
    const state = await toEnd(watchFlow({ interval: '25m', deadline: '1h', routes }), made);
    expect(state.end?.outcome).toBe('handoff');
    expect(made.asked.map(({ at }) => at / MINUTE)).toEqual([0, 25, 50, 60]);
    expect(events(made, 'wait.started')).toHaveLength(1);
  });
});

describe('a crash around polls', () => {
  /** A source that tells everything by the cursor alone, as a watcher must. */
  const source = (cursor: unknown): Said => {
    if (cursor === null) return idle('1');
    if (cursor === '1') return { exit: 1 };
    return cursor === '2' ? terminal : activity('a comment', '2');
  };
  const broken = (cursor: unknown, before: number): Said =>
    cursor === '1' && before > 1 ? activity('a comment', '2') : source(cursor);

  it('AF-89 wherever it comes, the cursor is that of the last poll that counts, and the responder is decided once', async () => {
    const whole = watched(broken);
    await toEnd(watchFlow(), whole);
    expect(polls(whole)).toEqual(['idle', 'failed', 'activity', 'terminal']);
    const appends = whole.appends.count;
    expect(appends).toBeGreaterThan(5);
    for (let at = 1; at <= appends; at++) {
      for (const when of ['before', 'after'] as const) {
        const made = watched(broken);
        made.crash = (moment, append) => {
          if (append === at && moment === when) throw new Crash();
        };
        const state = await toEnd(watchFlow(), made);
        const where = `${when} append ${at}`;
        expect(state.end?.outcome, where).toBe('complete');
        expect(done(made), where).toEqual(done(whole));
        expect(
          made.asked.map(({ cursor }) => cursor),
          where,
        ).toEqual(made.knownThen);
        expect(
          events(made, 'poll').filter(({ outcome }) => outcome === 'activity'),
          where,
        ).toHaveLength(1);
      }
    }
  });
});

const BESIDE = flowOf({
  converge: 1,
  id: 'beside',
  start: ['wait', 'ok'],
  steps: {
    wait: {
      kind: 'watch',
      poll: { run: ['poll'] },
      routes: { activity: 'both', terminal: '@stop' },
    },
    ok: { kind: 'ask', question: 'Shall we?', choices: ['yes'], routes: { yes: 'both' } },
    both: { kind: 'join', next: '@complete' },
  },
});
const ANSWER = { do: 'answer', ask: 'ok.1', choice: 'yes' } as const;

describe('a watch beside a question', () => {
  it('parks the whole super-step, polls on, and keeps what it found until the answer is there', async () => {
    const made = watched(inOrder(idle('1'), activity('news', '2'), terminal));
    const first = await run(BESIDE, made);
    expect(nextDue(first)).not.toBe(null);
    made.turn(MINUTE);
    const found = await resume(BESIDE, made);
    expect(polls(made)).toEqual(['idle', 'activity']);
    expect(found).toMatchObject({ end: null, cursors: { wait: '2' } });
    // Now only the person is waited for, however often somebody looks.
    expect(nextDue(found)).toBe(null);
    made.turn(HOUR);
    await resume(BESIDE, made);
    expect(made.asked).toHaveLength(2);
    const state = await resume(BESIDE, made, { onStart: (driving) => driving.send(ANSWER, 'ann') });
    expect(state.end?.outcome).toBe('complete');
    expect(made.asked).toHaveLength(2);
    const watch = events(made, 'step.done').find(({ step }) => step === 'wait');
    expect(watch?.result).toMatchObject({ kind: 'watch', payload: 'news' });
  });

  it('AF-89 a crash at any place loses no activity and counts none twice', async () => {
    const bySource = (cursor: unknown): Said => (cursor === null ? idle('1') : activity('news', `${cursor}+`));
    const story = async (cut: { at: number; when: string } | null) => {
      const made = watched(bySource);
      if (cut) {
        made.crash = (moment, append) => {
          if (append === cut.at && moment === cut.when) throw new Crash();
        };
      }
      await toEnd(BESIDE, made);
      made.crash = null;
      const state = await resume(BESIDE, made, { onStart: (driving) => driving.send(ANSWER, 'ann') });
      return { made, state };
    };
    const whole = await story(null);
    for (let at = 1; at <= whole.made.appends.count; at++) {
      for (const when of ['before', 'after']) {
        const { made, state } = await story({ at, when });
        expect(state.end?.outcome, `${when} ${at}`).toBe('complete');
        expect(state.cursors, `${when} ${at}`).toEqual({ wait: '1+' });
        expect(polls(made).filter((outcome) => outcome === 'activity')).toHaveLength(1);
      }
    }
  });
});

describe('a trace that ends behind any of its lines', () => {
  const bySource = (cursor: unknown): Said => (cursor === null ? idle('1') : activity('news', `${cursor}+`));

  it('AF-89 a poll whose commit is missing counts for nothing, though its result was kept as a fact', async () => {
    const whole = watched(bySource);
    await toEnd(BESIDE, whole);
    await resume(BESIDE, whole, { onStart: (driving) => driving.send(ANSWER, 'ann') });
    expect(facts(whole, 'step.finished').map(({ step }) => step)).toContain('wait');
    for (let lines = 1; lines < whole.lines.length; lines++) {
      const made = watched(bySource);
      made.lines.push(...whole.lines.slice(0, lines));
      const parked = await toEnd(BESIDE, made);
      const send = { onStart: (driving: Driving) => driving.send(ANSWER, 'ann') };
      const state = parked.end === null ? await resume(BESIDE, made, send) : parked;
      expect(state, `${lines} lines`).toMatchObject({ end: { outcome: 'complete' }, cursors: { wait: '1+' } });
      expect(polls(made), `${lines} lines`).toEqual(['idle', 'activity']);
    }
  });
});

describe('a watch in a called flow', () => {
  const inner = watchFlow({ routes: { activity: 'respond', terminal: '@complete' } });
  const flow = flowOf({
    converge: 1,
    id: 'outer',
    start: 'call',
    steps: { call: { kind: 'call', flow: 'watching', next: '@complete' } },
  });

  it('AF-36 parks its caller, under an id of its own, and goes on with its own cursor', async () => {
    const made = watched(inOrder(idle('1'), terminal), undefined, { flows: { watching: { flow: inner, hash: 'h' } } });
    const state = await run(flow, made);
    expect(Object.keys(state.waits)).toEqual(['call.1/wait.1']);
    expect(state.children['call.1']?.cursors).toEqual({ wait: '1' });
    expect((await toEnd(flow, made)).end?.outcome).toBe('complete');
    expect(made.asked.map(({ cursor }) => cursor)).toEqual([null, '1']);
  });
});
