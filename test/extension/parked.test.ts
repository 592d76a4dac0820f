import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { noticeOf } from '../../extension/rows/notice';
import { runsRows } from '../../extension/rows/runsRows';
import { dueOf, isResumable, statusOf } from '../../extension/rows/runView';
import { statusText } from '../../extension/rows/statusText';
import { instant } from '../../extension/rows/words';
import { flowOf } from '../fakes/runs';
import type { Given } from '../fakes/trace';
import { trace } from '../fakes/trace';
import { start, viewOf } from './traces';

const DUE = '2026-03-01T12:04:00.000Z';
const wait = { wait: 'wait.1', step: 'wait' };
const poll = (due: string | null): Given => ({
  type: 'commit',
  events: [
    { type: 'wait.started', ...wait, visit: 1, deadline: null },
    { type: 'poll', ...wait, poll: 1, outcome: 'idle', cursor: null, failures: 0, due },
  ],
});
const ask: Given = {
  type: 'commit',
  events: [{ type: 'ask.opened', ask: 'ok.1', step: 'ok', visit: 1, question: 'Ship it?', choices: ['yes'] }],
};
const STOPPED = { type: 'run.ended', outcome: 'stopped', reason: 'by-person', confirmed: 'none' } as const;
const parked = viewOf(trace(start, poll(DUE)));
const polling = { ...parked, held: true };
const asking = viewOf(trace(start, ask));
const stopped = viewOf(trace(start, poll(DUE), { type: 'commit', events: [STOPPED] }));
const here = { focused: true, setting: 'whenNeeded', silenced: [] } as const;

describe('a run that is parked until a time', () => {
  it('waits, is due at its instant, and can be resumed before', () => {
    expect([statusOf(parked), dueOf(parked), isResumable(parked)]).toEqual(['waiting', DUE, true]);
    expect([statusOf(asking), dueOf(asking), isResumable(asking)]).toEqual(['waiting', null, false]);
  });

  it('is due for nobody while somebody carries it, and once it has ended', () => {
    expect([statusOf(polling), dueOf(polling), isResumable(polling)]).toEqual(['waiting', null, false]);
    expect([statusOf(stopped), dueOf(stopped)]).toEqual(['stopped', null]);
  });

  it('is interrupted and not due where a turn beside it was cut off', () => {
    const cut = viewOf(trace(start, poll(DUE), ...turnStarted()));
    expect([statusOf(cut), dueOf(cut), isResumable(cut)]).toEqual(['interrupted', null, true]);
    expect(statusOf({ ...cut, held: true })).toBe('running');
  });

  it('asks nobody for anything, and its end is told', () => {
    expect(noticeOf(parked, 'running', here)).toBeNull();
    expect(noticeOf(asking, 'running', here)).toMatchObject({ action: 'answer' });
    expect(noticeOf(stopped, 'waiting', here)).toMatchObject({ kind: 'warning' });
    expect(noticeOf(asking, 'waiting', here)).toBeNull();
  });

  it('says until when, in the status bar and in the tree', () => {
    expect(statusText([parked])).toMatchObject({
      text: `$(watch) fix-until-green · parked until ${instant(DUE)}`,
      waiting: false,
    });
    expect(statusText([polling])?.text).toBe('$(loading~spin) fix-until-green · running');
    expect(statusText([asking])).toMatchObject({ text: '$(question) fix-until-green · waits for you', waiting: true });
    expect(runsRows([parked])[0]).toMatchObject({ icon: 'watch', contextValue: 'run.waiting.resumable' });
    expect(runsRows([parked])[0]?.description).toContain(`parked until ${instant(DUE)}`);
    expect(runsRows([asking])[0]).toMatchObject({ icon: 'question', contextValue: 'run.waiting.asks' });
  });

  it('names the step of a person by its own kind, and a question by its', () => {
    const said = (ok: JsonObject) => {
      const flow = flowOf({ converge: 1, id: 'f', start: 'ok', steps: { ok }, workers: { me: { use: 'person' } } });
      return JSON.stringify(runsRows([{ ...asking, flow }]));
    };
    const work = { kind: 'work', worker: 'me', prompt: 'Do it', next: '@complete' };
    const question = { kind: 'ask', question: 'Ship it?', choices: ['yes'], routes: { yes: '@complete' } };
    expect(said(work)).toContain('work · waits for an answer');
    expect(said(question)).toContain('ask · waits for an answer');
    expect(JSON.stringify(runsRows([{ ...asking, flow: null }]))).toContain('ask · waits for an answer');
  });

  it('says an instant in the time of the machine', () => {
    const local = new Date(2026, 2, 1, 9, 5);
    expect(instant(local.toISOString())).toBe('2026-03-01 09:05');
  });
});

function turnStarted(): readonly Given[] {
  const scope = { step: 'act', visit: 1, pass: 0 };
  return [{ type: 'step.started', ...scope, kind: 'work', attempt: 1, inputs: 'i', worker: 'doer' }];
}
