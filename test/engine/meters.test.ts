import { describe, expect, it } from 'vitest';
import { fold } from '../../engine/run/fold';
import { foldHistory } from '../../engine/run/foldHistory';
import type { RunHistory } from '../../engine/run/history';
import { EMPTY_HISTORY } from '../../engine/run/history';
import { spendByWorker } from '../../engine/run/history/byWorker';
import { meterTexts } from '../../engine/run/spendText';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import type { Entry } from '../../engine/trace/entry';
import { absent, idle, notMet, red, usd } from '../fakes/plays';
import { fixFlow, flowOf, resume, run, runCut } from '../fakes/runs';
import type { World } from '../fakes/world';
import { world } from '../fakes/world';

const paid = (reviewer = absent) =>
  world({
    workers: {
      implementer: () => ({ usage: usd(0.04) }),
      reviewer: async (request, files) => ({ ...(await notMet(request, files)), usage: reviewer }),
    },
    check: red,
  });

const sumOf = ({ meters }: RunState, key: 'usd' | 'turns' | 'unknownUsd' | 'tokens') =>
  Object.values(meters.workers).reduce((sum, spend) => sum + spend[key], 0);

describe('what a run spent, told apart', () => {
  it('is counted by worker and by loop, and unknown is said as unknown with its reason', async () => {
    const state = await run(fixFlow({ loop: { maxPasses: 3 } }), paid());
    expect(state.meters.workers).toMatchObject({
      implementer: { turns: 3, usd: 0.12, unknownUsd: 0 },
      reviewer: { turns: 3, usd: 0, unknownUsd: 3 },
    });
    expect(state.meters.loops).toMatchObject({ fix: { turns: 6, usd: 0.12, unknownUsd: 3 } });
    expect(meterTexts(state)).toEqual([
      'implementer: 3 turns, $0.12',
      'reviewer: 3 turns, spend unknown (judge: the worker reported no usage)',
      'in loop fix: 6 turns, spend unknown of 3 turns (judge: the worker reported no usage), proven $0.12',
    ]);
  });

  it('adds up to what the run spent, whatever append a crash cuts', async () => {
    const flow = fixFlow({ loop: { maxPasses: 2 } });
    const whole = paid(usd(0.01));
    await run(flow, whole);
    for (let at = 1; at <= whole.appends.count; at += 1) {
      for (const when of ['before', 'after'] as const) {
        const state = await runCut(flow, paid(usd(0.01)), at, when);
        for (const key of ['usd', 'turns', 'unknownUsd', 'tokens'] as const)
          expect(sumOf(state, key), `${key} ${when} ${at}`).toBeCloseTo(state.spend[key], 9);
        expect(state.meters.loops.fix?.turns, `${when} ${at}`).toBe(state.spend.turns);
      }
    }
  });

  it('counts a called flow’s turns in its own loops and in those around the call', async () => {
    const inner = fixFlow({ flow: { id: 'inner' }, loop: { maxPasses: 1, onExhausted: '@stop' } });
    const outer = flowOf({
      converge: 1,
      id: 'outer',
      start: 'go',
      steps: {
        go: { kind: 'call', flow: 'inner', routes: { stopped: 'judge' }, next: 'judge' },
        judge: { kind: 'judge', worker: 'reviewer', next: '@complete' },
      },
      loops: { round: { type: 'until', head: 'go', tail: 'judge', maxPasses: 1 } },
    });
    const made = world({
      workers: {
        implementer: () => ({ usage: usd(0.5) }),
        reviewer: async (request, files) => ({ ...(await notMet(request, files)), usage: usd(0.25) }),
      },
      check: red,
      flows: { inner: { flow: inner, hash: 'h' } },
    });
    const state = await run(outer, made);
    expect(state.meters.loops).toMatchObject({ 'go/fix': { turns: 2, usd: 0.75 }, round: { turns: 3, usd: 1 } });
    expect(state.meters.workers).toMatchObject({ implementer: { usd: 0.5 }, reviewer: { usd: 0.5 } });
  });

  it('stands in a snapshot; turns of before these were told apart are counted as such', async () => {
    const made = paid(usd(0.01));
    const state = await run(fixFlow({ loop: { maxPasses: 2 } }), made, { snapshotBytes: 200 });
    expect(entries(made).some(({ type }) => type === 'snapshot')).toBe(true);
    const again = await resume(fixFlow({ loop: { maxPasses: 2 } }), made, { raised: { fix: { maxPasses: 3 } } });
    expect(again.meters.workers.implementer?.turns).toBe(3);
    expect(meterTexts({ ...state, meters: { workers: {}, loops: {} } })).toEqual([
      '4 turns before: not told apart by worker',
    ]);
  });

  it('is told of a pass too', async () => {
    const made = paid();
    await run(fixFlow({ loop: { maxPasses: 2 } }), made);
    const history = entries(made).reduce<RunHistory>(foldHistory, EMPTY_HISTORY);
    const second = history.stretches.find(({ pass }) => pass === 2);
    expect([...spendByWorker(second?.steps ?? [])]).toMatchObject([
      ['implementer', { turns: 1, usd: 0.04 }],
      ['reviewer', { turns: 1, unknownUsd: 1 }],
    ]);
  });

  it('has nothing to tell of a run that took no turn', async () => {
    const made = world({ workers: { reviewer: idle }, check: red });
    const start = entries(made).reduce<RunState>(fold, EMPTY_STATE);
    expect(meterTexts(start)).toEqual([]);
  });
});

const entries = (made: World): readonly Entry[] => made.lines.map((line) => JSON.parse(line));
