import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { byFile, met } from '../fakes/plays';
import { events, facts, fixFlow, flowOf, readState, resume, run } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { world } from '../fakes/world';

type Steps = { readonly [id: string]: Json };

const flow = (start: Json, steps: Steps, more: { readonly [key: string]: Json } = {}) =>
  flowOf({ converge: 1, id: 'f', start, ...more, steps });
const work = (next: Json, more: { readonly [key: string]: Json } = {}): Json => ({
  kind: 'work',
  worker: 'w',
  prompt: 'Do it.',
  next,
  ...more,
});
const byStep =
  (plays: Readonly<Record<string, Play>>): Play =>
  (request, files) =>
    (plays[request.step] ?? (() => ({ structured: request.step })))(request, files);

describe('super-steps and channels', () => {
  const fan = flow(
    ['a', 'b', 'c'],
    {
      a: work('merge', { writes: 'list' }),
      b: work('merge', { writes: 'list' }),
      c: work('merge', { writes: 'list' }),
      merge: { kind: 'join', next: 'end' },
      end: work('@complete', { reads: ['channel:list'] }),
    },
    { channels: { list: { reducer: 'append' } } },
  );

  it('SH-15 one branch that throws discards the step; on resume only it runs again', async () => {
    let broken = true;
    const made = world({
      workers: {
        w: byStep({
          b: () => {
            if (broken) throw new Error('boom');
            return { structured: 'b' };
          },
        }),
      },
    });
    const first = await run(fan, made);
    expect(first.end).toMatchObject({ outcome: 'failed', failure: 'handler-failed' });
    expect(first.end?.why).toContain('"b"');
    expect(first.channels).toEqual({});
    broken = false;
    const second = await resume(fan, made);
    expect(second.end).toMatchObject({ outcome: 'complete' });
    expect(second.channels).toEqual({ list: ['a', 'b', 'c'] });
    expect(made.requests.map(({ step }) => step)).toEqual(['a', 'b', 'c', 'b', 'end']);
    expect(made.requests.at(-1)?.reads).toEqual({ 'channel:list': ['a', 'b', 'c'] });
  });

  it('AF-15 branches of one super-step do not see each other', async () => {
    const made = world({ workers: { w: byStep({}) } });
    const one = flow(
      ['a', 'b'],
      {
        a: work('j', { writes: 'list', reads: ['channel:list'] }),
        b: work('j', { writes: 'list', reads: ['channel:list'] }),
        j: { kind: 'join', next: '@complete' },
      },
      { channels: { list: { reducer: 'append' } } },
    );
    await run(one, made);
    expect(made.requests.map(({ reads }) => reads['channel:list'])).toEqual([[], []]);
  });
});

describe('gates', () => {
  const gated = flow('draft', {
    draft: work('gate'),
    gate: {
      kind: 'gate',
      evaluator: { worker: 'critic' },
      maxAttempts: 2,
      next: '@complete',
      routes: { revise: 'draft', escalate: '@escalate' },
    },
  });
  const critic = (answers: readonly boolean[]) => {
    let at = 0;
    return world({
      workers: {
        w: () => ({}),
        critic: () => ({ structured: { passed: answers[at++] ?? false, reasons: ['r'], feedback: 'f' } }),
      },
    });
  };
  it('AF-52 failing verdicts: visit 1 takes revise, visit 2 escalates', async () => {
    const made = critic([false, false]);
    const state = await run(gated, made);
    expect(state.end).toMatchObject({ outcome: 'escalated' });
    expect(events(made, 'gate.decided').map(({ attempt, decision }) => [attempt, decision])).toEqual([
      [1, 'failed'],
      [2, 'escalated'],
    ]);
  });
  it('AF-53 a pass on the last allowed attempt wins over escalation', async () => {
    const state = await run(gated, critic([false, true]));
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'opinion' });
  });
});

describe('called flows', () => {
  const child = flowOf({
    converge: 1,
    id: 'child',
    start: 'ask',
    inputs: { name: { type: 'string' } },
    channels: { out: {} },
    steps: {
      ask: { kind: 'ask', question: 'Go?', choices: ['yes', 'no'], routes: { yes: 'do', no: '@stop' } },
      do: { kind: 'work', worker: 'w', prompt: 'Do.', reads: ['inputs.name'], writes: 'out', next: '@complete' },
    },
  });
  const parent = flow(
    'call',
    {
      call: {
        kind: 'call',
        flow: 'child',
        input: { name: '"n"' },
        output: 'state.out',
        writes: 'got',
        next: '@complete',
      },
    },
    { channels: { got: {} } },
  );
  it('AF-36 a called flow that waits lets its caller wait, and goes on with the answer', async () => {
    const made = world({
      workers: { w: (request) => ({ structured: request.reads['inputs.name'] ?? null }) },
      flows: { child: { flow: child, hash: 'c' } },
    });
    const state = await run(parent, made);
    expect(state.end).toBeNull();
    expect(Object.keys(state.asks)).toEqual(['call.1/ask.1']);
    const after = await resume(parent, made, {
      onStart: (driving) => driving.send({ do: 'answer', ask: 'call.1/ask.1', choice: 'yes' }, 'me'),
    });
    expect(after.end).toMatchObject({ outcome: 'complete' });
    expect(after.channels).toEqual({ got: 'n' });
    expect(facts(made, 'call.started')).toHaveLength(1);
    expect(readState(made)).toEqual(after);
  });
});

describe('improve loops and groups', () => {
  const improving = (scores: readonly Json[], more: { readonly [key: string]: Json } = {}) => {
    let at = 0;
    const made = world({ workers: { w: () => ({ structured: { score: scores[at++] ?? 0 } }) } });
    const one = flow(
      'draft',
      { draft: work('@complete') },
      { loops: { up: { type: 'improve', head: 'draft', tail: 'draft', ...more } } },
    );
    return { made, one };
  };
  it('AF-59 six rounds, converged, best 60', async () => {
    const { made, one } = improving([50, 60, 60, 60, 60, 60]);
    const state = await run(one, made);
    expect(made.requests).toHaveLength(6);
    expect(events(made, 'improve.ended')).toMatchObject([{ reason: 'converged', round: 6 }]);
    expect(state.improves.up?.best).toMatchObject({ score: 60, round: 2 });
    expect(state.end).toMatchObject({ outcome: 'complete' });
  });
  it('EN-02 rounds used up cannot end complete', async () => {
    const { made, one } = improving([1, 2, 3, 4], { maxIterations: 3 });
    const state = await run(one, made);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
    const more = await resume(one, made, { raised: { up: { maxIterations: 4 } } });
    expect(made.requests).toHaveLength(4);
    expect(more.end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
  });

  const group = (max: number) =>
    flowOf({
      converge: 1,
      id: 'g',
      start: 'main',
      main: 'main',
      steps: {
        main: {
          kind: 'router',
          worker: 'main',
          branches: { refine: 'revise', measure: 'measure', end: '@complete' },
          else: '@stop',
        },
        revise: work('measure'),
        measure: work('assess'),
        assess: work('revise'),
      },
      loops: { refinement: { type: 'group', from: 'assess', to: 'revise', maxIterations: max, exitTo: 'main' } },
    });
  it('SE-19 SE-20 SE-21 used up, Main hears of it once, and a new batch starts at one', async () => {
    let turn = 0;
    const made = world({
      workers: { w: () => ({}), main: () => ({ branch: ['refine', 'refine', 'end'][turn++] ?? 'end' }) },
    });
    const state = await run(group(3), made);
    expect(state.end).toMatchObject({ outcome: 'complete' });
    expect(
      events(made, 'workflow.loop.iteration').map(({ batch, iteration, total }) => [batch, iteration, total]),
    ).toEqual([
      [1, 1, 1],
      [1, 2, 2],
      [1, 3, 3],
      [2, 1, 4],
      [2, 2, 5],
      [2, 3, 6],
    ]);
    expect(events(made, 'workflow.loop.exhausted')).toHaveLength(2);
    const mains = made.requests.filter(({ step }) => step === 'main');
    expect(mains.map(({ loops }) => loops?.refinement?.reason)).toEqual([undefined, 'loop-limit', 'loop-limit']);
  });
  it('SE-22 SE-24 a baseline start: measure and assess four times, revise three times', async () => {
    const made = world({ workers: { w: () => ({}), main: () => ({ branch: 'end' }) } });
    await run(group(3), made, { start: ['measure'] });
    const count = (step: string) => made.requests.filter((request) => request.step === step).length;
    expect([count('revise'), count('measure'), count('assess'), count('main')]).toEqual([3, 4, 4, 1]);
  });
});

describe('what confirms a flow that only calls another', () => {
  const calling = flow('call', { call: { kind: 'call', flow: 'fix', next: '@complete' } });
  const child = (worker: Play) => ({
    workers: { implementer: worker, reviewer: met },
    check: byFile,
    flows: { fix: { flow: fixFlow(), hash: 'h' } },
  });
  it('is what confirmed the called one; where that one stopped, it stops too and its latches stay', async () => {
    const good: Play = (_, files) => {
      files.set('a.js', 'good');
      return { claims: ['a.js'] };
    };
    const state = await run(calling, world(child(good)));
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });

    const claims: Play = () => ({ claims: ['a.js'] });
    const parts = child(claims);
    const checked = fixFlow({ act: { check: { changedOnDisk: 'claimed' } }, loop: { maxPasses: 2 } });
    const stopped = await run(calling, world({ ...parts, flows: { fix: { flow: checked, hash: 'h' } } }));
    expect(stopped.end).toMatchObject({ outcome: 'stopped' });
    expect(stopped.ledger).toMatchObject([{ id: 'step:call/act', place: 'call', state: 'open' }]);
  });
});
