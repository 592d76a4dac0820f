import { describe, expect, it } from 'vitest';
import { gathered, projector } from '../../engine/run/projections';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import { fixFlow, flowOf, run, runCut } from '../fakes/runs';
import type { World } from '../fakes/world';
import { world } from '../fakes/world';

const loop = flowOf({
  converge: 1,
  id: 'f',
  start: 'a',
  steps: {
    a: { kind: 'work', worker: 'w', prompt: 'Do it.', next: 'b' },
    b: { kind: 'work', worker: 'w', prompt: 'Do it.', next: 'a' },
    end: { kind: 'join', next: '@complete' },
  },
  loops: { again: { type: 'group', from: 'b', to: 'a', maxIterations: 20, exitTo: 'end' } },
});

/** A world in which each turn takes so long. */
function quick(msEach: number, text: string): World {
  const made: World = world({
    workers: {
      w: () => {
        made.turn(msEach);
        return { text };
      },
    },
  });
  return made;
}

/** Names of the artifacts that were written, in order, each as often as it was. */
async function written(msEach: number, text = 'done'): Promise<readonly string[]> {
  const names: string[] = [];
  const made = quick(msEach, text);
  made.projections.set = (name, value) => {
    names.push(name);
    return Map.prototype.set.call(made.projections, name, value) as typeof made.projections;
  };
  const state = await run(loop, made);
  expect(state.end).toMatchObject({ outcome: 'complete' });
  return names.filter((name) => name.startsWith('artifacts/'));
}

describe('artifacts', () => {
  it('are there for every visit, each written once, however quick the steps are', async () => {
    for (const msEach of [1000, 1]) {
      const names = await written(msEach);
      for (let visit = 1; visit <= 20; visit++) expect(names).toContain(`artifacts/a/${visit}.json`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('are all there after a crash at any append, however quick the steps were', async () => {
    const whole = new Set(await written(1));
    const all = quick(1, 'done');
    await run(loop, all);
    // Behind its last word nobody carries it again: `restoreProjections` is for those.
    const last = all.appends.count - 1;
    for (const when of ['before', 'after'] as const)
      for (let append = 1; append <= last; append++) {
        const made = quick(1, 'done');
        await runCut(loop, made, append, when);
        const names = [...made.projections.keys()].filter((name) => name.startsWith('artifacts/'));
        expect(new Set(names), `${when} append ${append}`).toEqual(whole);
      }
  });

  it('are not there where a visit left nothing', async () => {
    expect(await written(1, '')).toEqual([]);
  });

  it('are there where a run parks', async () => {
    const asks = fixFlow({
      judge: { next: 'ask' },
      steps: { ask: { kind: 'ask', question: 'Ship it?', choices: ['yes'], routes: { yes: '@complete' } } },
    });
    const made = world({
      workers: {
        implementer: () => ({ text: 'done' }),
        reviewer: () => ({ structured: { goalMet: true, lesson: '', marker: 1 } }),
      },
    });
    const state = await run(asks, made);
    expect(Object.keys(state.asks)).toEqual(['ask.1']);
    expect([...made.projections.keys()]).toEqual(
      expect.arrayContaining(['artifacts/act/1.json', 'artifacts/judge/1.json']),
    );
  });

  it('wait for no clock that was set back', async () => {
    let now = 1_000_000;
    const asked: boolean[] = [];
    const project = gathered(
      { now: () => now, every: () => () => {} },
      async (artifacts) => void asked.push(artifacts),
    );
    for (const at of [1_000_000, 1_000_010, 1_000_200, 500_000, 500_010]) {
      now = at;
      await project();
    }
    expect(asked).toEqual([true, false, true, true, false]);
  });
});

describe('the ledger and the notes', () => {
  it('are written at the start, and again only when they have changed', async () => {
    const names: string[] = [];
    let state: RunState = { ...EMPTY_STATE };
    const project = projector({
      ports: { folder: { project: async (name) => void names.push(name), artifact: async () => '' } },
      state: () => state,
      flush: async () => void names.push('flush'),
    });
    await project();
    state = { ...state, superStep: 1 };
    await project();
    state = { ...state, ledger: [] };
    await project(false);
    expect(names).toEqual(['honesty-ledger.json', 'notes.json', 'flush', 'honesty-ledger.json']);
  });
});
