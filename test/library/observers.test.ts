import { describe, expect, it } from 'vitest';
import type { Entry, Flow } from '../../engine/index';
import { AUTONOMOUS, askFlow, embedded, entriesOf, twoSteps } from './library';

describe('observers', () => {
  it('AF-91 one that throws, at once or later, keeps neither the run nor the others from going on', async () => {
    const seen: Entry[] = [];
    let called = 0;
    const errors: unknown[] = [];
    const onObserverError = (error: unknown) => {
      errors.push(error);
      throw error;
    };
    const throws = () => {
      called++;
      throw new Error('no');
    };
    const rejects = async () => {
      called++;
      throw new Error('not later either');
    };
    const { engine, ports } = embedded(
      { work: { a: () => 1, b: () => 2 } },
      { observers: [throws, rejects, (entry) => void seen.push(entry)], onObserverError },
    );
    expect((await engine.run(twoSteps, AUTONOMOUS).done).outcome).toBe('complete');
    expect(seen).toEqual(entriesOf(ports));
    expect(called).toBe(2 * seen.length);
    expect(errors).toHaveLength(called);
  });

  it('see what is durable, and change nothing by changing what they see', async () => {
    let durable = true;
    const spoil = (entry: Entry) => {
      durable &&= entriesOf(ports).some(({ seq }) => seq === entry.seq);
      for (const key of Object.keys(entry)) Object.assign(entry, { [key]: null });
      if ('result' in entry) throw new Error('spoilt');
    };
    const { engine, ports } = embedded({ work: { a: () => ({ deep: [1] }), b: () => 2 } }, { observers: [spoil] });
    const run = engine.run(twoSteps, AUTONOMOUS);
    expect((await run.done).outcome).toBe('complete');
    expect(durable).toBe(true);
    expect(run.snapshot().state.steps.first?.result).toMatchObject({ output: { deep: [1] } });
  });
});

describe('a snapshot', () => {
  const refining: Flow = {
    converge: 1,
    id: 'refining',
    start: 'main',
    main: 'main',
    steps: {
      main: { kind: 'router', cases: [{ when: 'loops.refine.batch == 0', to: 'draft' }], else: '@handoff' },
      draft: { kind: 'work', worker: 'a', prompt: 'Draft.', next: 'review' },
      review: { kind: 'work', worker: 'b', prompt: 'Review.', next: 'draft' },
    },
    loops: { refine: { type: 'group', from: 'review', to: 'draft', maxIterations: 2, exitTo: 'main' } },
  };

  it('SE-16 counts nothing for a run that has just started, and each iteration and batch of a group after that', async () => {
    const during: unknown[] = [];
    const { engine } = embedded({
      work: {
        a: () => {
          const { loopIterations, loopBatches, loopTotalIterations } = run.snapshot();
          during.push([loopIterations.refine, loopBatches.refine, loopTotalIterations.refine]);
          return 1;
        },
        b: () => 2,
      },
    });
    const run = engine.run(refining, AUTONOMOUS);
    const fresh = run.snapshot();
    for (const counter of [fresh.loopIterations, fresh.loopBatches, fresh.loopTotalIterations])
      expect(counter.refine ?? 0).toBe(0);
    expect([fresh.outcome, fresh.spend.turns]).toEqual(['running', 0]);
    const ended = await run.done;
    expect(during).toEqual([
      [1, 1, 1],
      [2, 1, 2],
    ]);
    expect([ended.loopBatches.refine, ended.loopTotalIterations.refine]).toEqual([1, 2]);
    expect(run.snapshot()).toMatchObject({ ...ended, wakeAt: null });
  });

  it('of a run that waits says until when, and of one that is over what result.json says', async () => {
    const steps: Flow['steps'] = {
      ...askFlow.steps,
      ok: {
        ...{ kind: 'ask', question: 'Shall we?', choices: ['yes', 'no'], deadline: '1h', default: 'no' },
        routes: { yes: 'act', no: '@handoff' },
      },
    };
    const clock = { now: () => Date.UTC(2026, 0, 1), every: () => () => {} };
    const { engine, ports } = embedded({ work: { a: () => 1 } }, { memory: { clock } });
    const run = engine.run({ ...askFlow, steps }, AUTONOMOUS);
    expect((await run.done).outcome).toBe('waiting');
    expect(run.snapshot().wakeAt).toBe('2026-01-01T01:00:00.000Z');
    expect(ports.kept.get('result.json')).toEqual(await run.done);
  });
});
