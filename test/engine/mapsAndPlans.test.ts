import { describe, expect, it } from 'vitest';
import { flowWith as flow, planFlow, task } from '../fakes/flows';
import { events, run, runCut } from '../fakes/runs';
import { world } from '../fakes/world';

describe('maps and plans', () => {
  it('results of a map stand in the order of the items', async () => {
    const mapped = flow(
      'each',
      {
        each: { kind: 'map', over: 'inputs.files', step: 'one', writes: 'done', next: '@complete' },
        one: { kind: 'work', worker: 'w', prompt: 'One.', reads: ['item'] },
      },
      { inputs: { files: { type: 'array' } }, channels: { done: {} } },
    );
    const made = world({
      workers: { w: (request) => ({ structured: [request.item ?? null, request.reads.item ?? null] }) },
    });
    const state = await run(mapped, made, { inputs: { files: ['x', 'y', 'z'] } });
    expect(state.end).toMatchObject({ outcome: 'complete' });
    expect(state.channels.done).toEqual([
      ['x', 'x'],
      ['y', 'y'],
      ['z', 'z'],
    ]);
    expect(state.children).toEqual({});
  });

  const tasks = [
    task('fetch'),
    task('compile', 'fetch'),
    task('test', 'compile'),
    task('lint', 'compile'),
    task('package', 'test', 'lint'),
  ];

  it('AF-66 test and lint run in the same round, package after both', async () => {
    const made = world({
      workers: { w: () => ({ structured: tasks }), do: (request) => ({ structured: request.task ?? null }) },
    });
    const state = await run(planFlow, made);
    expect(state.end).toMatchObject({ outcome: 'complete' });
    expect(
      events(made, 'step.done')
        .filter(({ step }) => step === 'build')
        .map(({ result }) => result.kind === 'plan' && result.results.map(({ id }) => id)),
    ).toEqual([['fetch'], ['compile'], ['test', 'lint'], ['package']]);
  });

  it('SH-18 a plan that cannot go on says what is in the way', async () => {
    const made = world({
      workers: {
        w: () => ({ structured: tasks }),
        do: (request) =>
          JSON.stringify(request.task).includes('"compile"') && request.key.includes('#1')
            ? { status: 'failed', why: 'no' }
            : {},
      },
    });
    const state = await run(planFlow, made);
    expect(state.end).toMatchObject({ outcome: 'handoff' });
    const last = state.steps.build?.result;
    expect(last?.kind === 'plan' && last.blocked.map(({ id, by }) => [id, by])).toEqual([
      ['test', 'compile'],
      ['lint', 'compile'],
      ['package', 'compile'],
    ]);
  });

  it('AF-68 a crash at any append: the task in flight is dispatched again, finished ones are not counted twice', async () => {
    const clean = world({
      workers: { w: () => ({ structured: tasks }), do: (request) => ({ structured: request.task ?? null }) },
    });
    const want = await run(planFlow, clean);
    for (let at = 1; at <= clean.appends.count; at++) {
      for (const when of ['before', 'after'] as const) {
        const made = world({
          workers: { w: () => ({ structured: tasks }), do: (request) => ({ structured: request.task ?? null }) },
        });
        const state = await runCut(planFlow, made, at, when);
        expect(state.channels, `${when} ${at}`).toEqual(want.channels);
        expect(state.end).toEqual(want.end);
      }
    }
  });
});
