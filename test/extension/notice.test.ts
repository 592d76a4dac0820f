import { describe, expect, it } from 'vitest';
import { limitsLeft } from '../../extension/rows/limitsLeft';
import { NOTICE_KINDS, noticeOf } from '../../extension/rows/notice';
import { boundsToRaise } from '../../extension/rows/raise';
import { actionsOf, endingsOf } from '../../extension/rows/runActions';
import { runMarks } from '../../extension/rows/runMarks';
import { isResumable, statusOf } from '../../extension/rows/runView';
import { statusText } from '../../extension/rows/statusText';
import { duration } from '../../extension/rows/words';
import { trace } from '../fakes/trace';
import { ended, entered, LATCH, opened, pass, start, viewOf } from './traces';

const said = { usd: 0.4, clean: true, met: true, marker: '1' } as const;
const running = viewOf(trace(start, entered, ...pass(1, { ...said, decision: 'again' })), { held: true });
const complete = viewOf(
  trace(start, entered, ...pass(1, { ...said, decision: 'confirmed', last: [ended('complete', null)] })),
);
const stopped = viewOf(
  trace(start, entered, ...pass(1, { ...said, usd: null, decision: 'pass-cap', last: [ended('stopped', 'pass-cap')] })),
);
const asking = viewOf(
  trace(start, {
    type: 'commit',
    events: [{ type: 'ask.opened', ask: 'q1', step: 'ask', visit: 1, question: 'Ship it?', choices: ['yes', 'no'] }],
  }),
  { held: true },
);

describe('what a person is told', () => {
  const here = { focused: true, setting: 'whenNeeded', silenced: ['progress'] } as const;

  it('a bad end and a question always, a good end only where the window was away', () => {
    expect(noticeOf(stopped, 'running', here)?.message).toBe(
      'fix-until-green: stopped: pass-cap · both passes were used up · spend unknown',
    );
    expect(noticeOf(asking, 'running', here)).toMatchObject({
      action: 'answer',
      message: 'fix-until-green asks: Ship it?',
    });
    expect(noticeOf(complete, 'running', here)).toBeNull();
    expect(noticeOf(complete, 'running', { ...here, focused: false })?.kind).toBe('information');
    expect(noticeOf(complete, 'running', { ...here, setting: 'always' })?.kind).toBe('information');
  });

  it('what only an opinion confirmed is always said, and a pause that a person made never', () => {
    const { end } = complete.state;
    if (!end) throw new Error('the trace has no end');
    const opinion = { ...complete, state: { ...complete.state, end: { ...end, confirmed: 'opinion' as const } } };
    expect(noticeOf(opinion, 'running', here)).toMatchObject({
      kind: 'information',
      message: expect.stringContaining('complete (opinion)'),
    });
    const paused = { ...running, held: false, state: { ...running.state, paused: true } };
    expect(noticeOf(paused, 'running', here)).toBeNull();
    expect(noticeOf({ ...paused, state: running.state }, 'running', here)?.kind).toBe('warning');
  });

  it('nothing about a run that was not seen running, goes on, or was silenced', () => {
    expect(noticeOf(stopped, undefined, here)).toBeNull();
    expect(noticeOf(stopped, 'stopped', here)).toBeNull();
    expect(noticeOf(running, 'running', here)).toBeNull();
    expect(noticeOf(stopped, 'running', { ...here, setting: 'never' })).toBeNull();
  });

  it('each kind is silenced by itself', () => {
    const situation = { ...here, focused: false };
    const cases = [
      [asking, 'question'],
      [stopped, 'badEnd'],
      [complete, 'goodEnd'],
      [{ ...running, held: false }, 'badEnd'],
    ] as const;
    for (const [run, what] of cases) {
      expect(noticeOf(run, 'running', situation)?.what).toBe(what);
      expect(noticeOf(run, 'running', { ...situation, silenced: [what] })).toBeNull();
      const others = NOTICE_KINDS.filter((kind) => kind !== what);
      expect(noticeOf(run, 'running', { ...situation, silenced: others })?.what).toBe(what);
    }
  });

  it('a run whose holder is gone is interrupted, never failed', () => {
    const gone = { ...running, held: false };
    expect(statusOf(gone)).toBe('interrupted');
    expect(noticeOf(gone, 'running', here)).toMatchObject({ kind: 'warning' });
  });
});

describe('the status bar', () => {
  it('says run, pass and spend; nothing where nothing moves', () => {
    expect(statusText([running])?.text).toBe('$(loading~spin) fix-until-green · pass 2 · $0.40');
    expect(statusText([asking])?.text).toBe('$(question) fix-until-green · waits for you');
    expect(statusText([running, { ...asking, folder: '/ws/b' }])?.text).toContain('+1');
    expect(statusText([complete, stopped])).toBeNull();
  });

  it('says where it is held, and what still bounds the run', () => {
    const flow = {
      converge: 1 as const,
      id: 'f',
      start: 'act',
      budget: { minutes: 30 },
      steps: {},
      loops: { fix: { type: 'until' as const, head: 'act', tail: 'judge', maxPasses: 5, spendCap: { usd: 2 } } },
    };
    expect(
      statusText([{ ...running, flow }])
        ?.tooltip.split('\n')
        .slice(1),
    ).toEqual([
      'pass 2 of 5',
      '$0.40 of $2.00',
      'budget: at most 30 minutes',
      'implementer: 1 turn · $0.40 (act: no token counts)',
    ]);
    const spend = { ...running.state.spend, unknownUsd: 1 };
    expect(limitsLeft({ ...running, flow, state: { ...running.state, spend } })).toContain(
      'spend unknown, at most $2.00',
    );
    const { head } = running.state;
    const raised = head && { ...head, raised: { fix: { maxPasses: 9, noProgressCeiling: 2 } } };
    expect(limitsLeft({ ...running, flow, state: { ...running.state, head: raised } })).toEqual(
      expect.arrayContaining(['pass 2 of 9', '0 of 2 passes without progress']),
    );
    expect(limitsLeft(running)).toEqual([]);
    const heldAt = { count: 1, text: 'breakpoint on act', said: [], within: '', due: [{ step: 'act' }] };
    expect(statusText([{ ...running, heldAt }])).toMatchObject({
      text: expect.stringMatching(/^\$\(debug-pause\) .* · held · /),
      tooltip: expect.stringContaining('breakpoint on act'),
    });
  });

  it('says unknown spend as unknown', () => {
    const unknown = viewOf(trace(start, entered, ...pass(1, { ...said, usd: null, decision: 'again' })), {
      held: true,
    });
    expect(statusText([unknown])?.text).toBe('$(loading~spin) fix-until-green · pass 2 · spend unknown');
  });
});

describe('what can be done to a run', () => {
  it('is what fits it as it is', () => {
    expect(actionsOf(running)).toEqual([
      'show',
      'stop',
      'stopAfterPass',
      'stopNow',
      'pause',
      'addNote',
      'changeCaps',
      'report',
    ]);
    expect(actionsOf(asking)[0]).toBe('answer');
    expect(actionsOf(complete)).toEqual(['show', 'report']);
    expect(actionsOf(stopped)).toEqual(['show', 'resume', 'report']);
  });

  it('a wish to end it is asked what it means, and of a run that is over nothing can end', () => {
    expect(endingsOf(running)).toEqual(['stop', 'stopAfterPass', 'stopNow']);
    expect(endingsOf(asking)).toEqual(['stop', 'stopNow']);
    expect(endingsOf(complete)).toEqual([]);
  });
});

describe('the canvas', () => {
  it('is told which steps ran, which are due and which have an open latch', () => {
    const latched = viewOf(
      trace(start, entered, ...pass(1, { ...said, clean: false, decision: 'again', more: [opened(1)] })),
      {
        held: true,
      },
    );
    expect(runMarks(latched)).toMatchObject({
      status: 'running',
      pass: 'pass 2',
      steps: { act: 'due', verify: 'failed', judge: 'done' },
      latches: { act: LATCH.reason },
    });
    expect(runMarks(stopped)).toMatchObject({ status: 'stopped: pass-cap', steps: { act: 'done' }, latches: {} });
  });
});

describe('what can be resumed', () => {
  const withEnd = (outcome: 'stopped' | 'failed' | 'complete', reason: 'route' | 'pass-cap' | null) => {
    const { end } = stopped.state;
    if (!end) throw new Error('the trace has no end');
    return { ...stopped, state: { ...stopped.state, end: { ...end, outcome, reason } } };
  };

  it('is what ended by a bound that can be raised, failed, or was interrupted', () => {
    expect(isResumable(stopped)).toBe(true);
    expect(isResumable(withEnd('failed', null))).toBe(true);
    expect(isResumable({ ...running, held: false })).toBe(true);
  });

  it('is not what is over, is carried, or waits for an answer', () => {
    expect(isResumable(complete)).toBe(false);
    expect(isResumable(withEnd('stopped', 'route'))).toBe(false);
    expect(isResumable(running)).toBe(false);
    expect(isResumable({ ...asking, held: false })).toBe(false);
  });
});

describe('the bounds to raise before a resume', () => {
  const flow = (more: object) => ({
    converge: 1 as const,
    id: 'f',
    start: 'act',
    steps: {},
    loops: { fix: { type: 'until' as const, head: 'act', tail: 'judge', maxPasses: 2, ...more } },
  });
  const by = (exit: 'pass-cap' | 'spend-cap' | 'not-met') => {
    const fix = stopped.state.loops.fix;
    if (!fix || !stopped.state.end) throw new Error('the trace has no loop or no end');
    return { ...stopped.state, end: { ...stopped.state.end, reason: exit }, loops: { fix: { ...fix, exit } } };
  };

  it('are those that ended it, with what is in force', () => {
    expect(boundsToRaise(flow({}), by('pass-cap'))).toEqual([
      { loop: 'fix', bound: 'maxPasses', inForce: 2, suggested: 5 },
    ]);
    const caps = boundsToRaise(flow({ spendCap: { usd: 2, tokens: 100 } }), by('spend-cap'));
    expect(caps.map(({ bound, suggested }) => [bound, suggested])).toEqual([
      ['usd', 4],
      ['tokens', 200],
    ]);
  });

  it('are none where nothing can be raised or nothing has to be', () => {
    expect(boundsToRaise(flow({}), by('not-met'))).toEqual([]);
    expect(boundsToRaise(flow({}), complete.state)).toEqual([]);
    expect(boundsToRaise(flow({}), running.state)).toEqual([]);
  });
});

it('durations are said in units that fit them', () => {
  const after = (seconds: number) =>
    duration('2026-03-01T10:00:00Z', new Date(Date.UTC(2026, 2, 1, 10) + seconds * 1000).toISOString());
  expect([0.4, 12, 60, 125, 3600, 7800].map(after)).toEqual([
    '0.4 s',
    '12 s',
    '1 min',
    '2 min 5 s',
    '1 h',
    '2 h 10 min',
  ]);
  expect(duration('2026-03-01T10:00:00Z', null)).toBe('');
});
