import { describe, expect, it } from 'vitest';
import { fold } from '../../engine/run/fold';
import { foldHistory } from '../../engine/run/foldHistory';
import { EMPTY_HISTORY } from '../../engine/run/history';
import { historyFrom } from '../../engine/run/history/fromState';
import { EMPTY_STATE } from '../../engine/run/state';
import type { Entry } from '../../engine/trace/entry';
import { linesOf, lives } from '../fakes/recorded';
import { trace } from '../fakes/trace';
import { fc } from '../fc';
import { began, commit, done, inside, textOf, turn } from './histories';

const scope = { step: 'act', visit: 3, loop: 'fix', pass: 3 };

describe('a history that begins in the middle of a run', () => {
  it('takes every entry of every run from any place on', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        const entries = (await linesOf(life)).map((line): Entry => JSON.parse(line));
        const whole = entries.reduce(foldHistory, EMPTY_HISTORY);
        let state = EMPTY_STATE;
        for (const [index, entry] of entries.entries()) {
          const rest = entries.slice(index);
          const { acts, lastAt } = rest.reduce(foldHistory, historyFrom(state, entry.at));
          expect(lastAt).toBe(whole.lastAt);
          expect(whole.acts.slice(whole.acts.length - acts.length)).toEqual(acts);
          rest.reduce(foldHistory, EMPTY_HISTORY);
          state = fold(state, entry);
        }
      }),
      { seed: 3, numRuns: 15, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: false },
    );
  });

  it('has the pass that was open there, and the step that had called what goes on', () => {
    const before = trace(
      { type: 'commit', events: [{ type: 'loop.entered', loop: 'fix', baseline: BASELINE }] },
      commit({ type: 'pass.started', loop: 'fix', pass: 3, total: 3 }),
      { ...began(scope, undefined, 'call') },
      { ...scope, type: 'call.started', path: 'act.3', flow: { id: 'inner', hash: 'h' }, ...CALLED },
    );
    const after = trace(
      began({ step: 'look', visit: 1, pass: 0 }, 'act.3'),
      turn({ step: 'look', visit: 1, pass: 0 }, 1, 'act.3'),
      inside('act.3', done({ step: 'look', visit: 1, pass: 0 })),
      commit(done(scope)),
    );
    const state = before.reduce(fold, EMPTY_STATE);
    const history = after.reduce(foldHistory, historyFrom(state, '2026-03-01T10:00:00.000Z'));
    expect(textOf(history)).toMatchInlineSnapshot(`
      "fix 3:
        act.3 work done
          inner
            flow 0:
              look.1 work done"
    `);
    expect(history.stretches[0]?.spend.usd).toBe(1);
  });

  it('knows when the run began and how it is carried, and is empty before anything happened', () => {
    expect(historyFrom(EMPTY_STATE, '')).toEqual({ ...EMPTY_HISTORY, lastAt: '' });
    const given = { type: 'run.started', format: 1, run: 'r', flow: { id: 'f', hash: 'h', path: 'p' } } as const;
    const [entry] = trace({ ...given, mode: 'autonomous', ...CALLED, fence: 1, program: 'p' });
    const state = entry === undefined ? EMPTY_STATE : fold(EMPTY_STATE, entry);
    expect(historyFrom(state, 'now')).toMatchObject({ startedAt: entry?.at, lastAt: 'now', mode: 'autonomous' });
  });
});

const CALLED = { goal: '', start: ['look'], inputs: {}, channels: {} };
const BASELINE = { tree: null, frozen: {}, definitions: {}, verifications: {} };
