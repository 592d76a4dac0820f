import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import { resultOf } from '../../engine/run/result';
import { openAsks } from '../../engine/run/state';
import { green, red } from '../fakes/plays';
import { events, facts, flowOf, readState, run } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { world } from '../fakes/world';
import { counted, groupEvents, heard, refineFlow, refining, says, snapshot, standing, work } from './refining';

const RESULT = { startedAt: '', endedAt: '', trace: '', holding: 'free' } as const;

describe('loop groups in a run', () => {
  it('SE-14 without groups there is no counter, no event and no inbox', async () => {
    const flow = flowOf({ converge: 1, id: 'f', start: 'a', steps: { a: work('b'), b: work('@complete') } });
    const made = refining(says());
    const state = await run(flow, made);
    expect(state.end?.outcome).toBe('complete');
    expect(groupEvents(made)).toEqual([]);
    expect(snapshot(state)).toEqual({ loopIterations: {}, loopBatches: {}, loopTotalIterations: {} });
    expect(made.requests.map(({ loops }) => Object.keys(loops ?? {}))).toEqual([[], []]);
  });

  it('SE-16 before Main has routed anywhere nothing is counted, and Main hears zeros', async () => {
    const made = refining(says('stop'));
    const state = await run(refineFlow(), made);
    expect(standing(state)).toBe('none 0.0.0, due ');
    expect(heard(made, 'main')).toEqual(['0.0.0']);
    expect(resultOf(state, RESULT)).toMatchObject({ loopIterations: {}, loopBatches: {}, loopTotalIterations: {} });
  });

  it('SE-17 to SE-21 a batch of three, the hand-off, and another batch, as the turns hear of it', async () => {
    const made = refining(says('again', 'again'));
    const state = await run(refineFlow(), made);
    expect(state.end?.outcome).toBe('complete');
    expect(heard(made, 'revise')).toEqual(['1.1.1', '1.2.2', '1.3.3', '2.1.4', '2.2.5', '2.3.6']);
    expect(heard(made, 'assess')).toEqual(heard(made, 'revise'));
    expect(heard(made, 'main')).toEqual(['0.0.0', '1.3.3 loop-limit', '2.3.6 loop-limit']);
    expect(resultOf(state, RESULT)).toMatchObject({
      loopIterations: { refine: 3 },
      loopBatches: { refine: 2 },
      loopTotalIterations: { refine: 6 },
    });
  });

  it('SE-22 and EN-21 a run that starts at measure: a baseline, number 0, then batch 1', async () => {
    const made = refining(says());
    await run(refineFlow(), made, { start: ['measure'] });
    expect(heard(made, 'measure')).toEqual(['0.0.0', '1.1.1', '1.2.2', '1.3.3']);
    expect(heard(made, 'revise')).toEqual(['1.1.1', '1.2.2', '1.3.3']);
    const scopes = facts(made, 'step.started').filter(({ step }) => step === 'measure');
    expect(scopes.map(({ inner }) => inner?.batch)).toEqual([0, 1, 1, 1]);
  });

  it('a run that starts at the entry counts it, before any worker starts', async () => {
    const made = refining(says());
    await run(refineFlow(), made, { start: ['revise'] });
    expect(heard(made, 'revise')).toEqual(['1.1.1', '1.2.2', '1.3.3']);
    expect(counted(made)).toEqual(['batch 1', '1.1.1', '1.2.2', '1.3.3', 'exhausted 1.3.3']);
  });

  it('SE-26 a worker as exit runs next and hears why; Main is not called in between', async () => {
    const made = refining(says('again'));
    await run(refineFlow({ group: { exitTo: 'report' }, steps: { report: work('@complete') } }), made);
    expect(heard(made, 'report')).toEqual(['1.3.3 loop-limit']);
    expect(made.requests.filter(({ step }) => step === 'main')).toHaveLength(1);
  });

  it('SE-29 Main routes to measure behind a used-up batch: one extra pass, again loop-limit, nothing counted', async () => {
    const made = refining(says('again', 'look'));
    await run(refineFlow({ group: { maxIterations: 1 } }), made);
    expect(heard(made, 'measure')).toEqual(['1.1.1', '1.1.1']);
    expect(heard(made, 'main')).toEqual(['0.0.0', '1.1.1 loop-limit', '1.1.1 loop-limit']);
    expect(counted(made)).toEqual(['batch 1', '1.1.1', 'exhausted 1.1.1']);
  });

  it('SE-32 a member that fails in iteration 2 leaves a batch that stands at 2', async () => {
    const failing: Play = ({ step, visit }) =>
      step === 'measure' && visit === 2 ? { status: 'failed', why: 'x' } : {};
    const made = refining(says('again'), failing);
    const state = await run(refineFlow(), made);
    expect(state.end?.outcome).toBe('failed');
    expect(standing(state)).toBe('running 1.2.2, due measure');
  });

  it('SE-33 a member hears its numbers and the group as it is in force', async () => {
    const made = refining(says('again'));
    await run(refineFlow({ group: { maxIterations: 2 } }), made);
    expect(made.requests.find(({ step }) => step === 'assess')?.loops?.refine).toEqual({
      batch: 1,
      iteration: 1,
      total: 1,
      remaining: 1,
      members: ['revise', 'measure', 'assess'],
      entry: 'revise',
      tail: 'assess',
      exitTo: 'main',
      maxIterations: 2,
    });
  });

  it('SE-33 members are named in the order of their routes, whatever their order in the file', async () => {
    const flow = refineFlow({ flow: { start: 'assess' }, steps: {} });
    const { main, revise, measure, assess } = flow.steps;
    const made = refining(says());
    await run({ ...flow, steps: { assess, measure, revise, main } as Flow['steps'] }, made);
    expect(made.requests[0]?.loops?.refine?.members).toEqual(['revise', 'measure', 'assess']);
  });

  it('two steps that lead to one entry in a super-step start one batch; the entry runs once', async () => {
    const flow = refineFlow({
      flow: { start: ['a', 'b'] },
      group: { maxIterations: 1 },
      steps: { a: work('revise'), b: work('revise') },
    });
    const made = refining(says());
    await run(flow, made);
    expect(heard(made, 'revise')).toEqual(['1.1.1']);
    expect(counted(made)).toEqual(['batch 1', '1.1.1', 'exhausted 1.1.1']);
  });

  it('a run that starts at the entries of two groups counts each by a hop of its own', async () => {
    const flow = refineFlow({
      flow: { start: ['draft', 'revise'] },
      steps: { draft: work('proof'), proof: work('draft') },
      loops: { polish: { type: 'group', to: 'draft', from: 'proof', maxIterations: 2, exitTo: 'main' } },
    });
    const made = refining(says('done', 'done'));
    await run(flow, made);
    const starts = groupEvents(made).flatMap((event) =>
      event.type === 'workflow.loop.batch.started' ? [event.hop] : [],
    );
    expect(starts).toHaveLength(2);
    expect(new Set(starts).size).toBe(2);
  });

  it('SE-34 evidence that is named by the total: batch 2 begins with number 4 and overwrites nothing', async () => {
    const keeps: Play = ({ step, loops }, files) => {
      const name = `evidence/${loops?.refine?.total}.json`;
      if (step === 'measure') files.set(name, `${files.get(name) ?? ''}batch ${loops?.refine?.batch}`);
      return {};
    };
    const made = refining(says('again', 'again'), keeps);
    await run(refineFlow(), made);
    expect([...made.files].sort()).toEqual([
      ['evidence/1.json', 'batch 1'],
      ['evidence/2.json', 'batch 1'],
      ['evidence/3.json', 'batch 1'],
      ['evidence/4.json', 'batch 2'],
      ['evidence/5.json', 'batch 2'],
      ['evidence/6.json', 'batch 2'],
    ]);
  });

  it('SE-35 where one group exits to the entry of another, its batch starts with that hop', async () => {
    const flow = refineFlow({
      group: { maxIterations: 1, exitTo: 'draft' },
      steps: { draft: work('proof'), proof: work('draft') },
      loops: { polish: { type: 'group', to: 'draft', from: 'proof', maxIterations: 2, exitTo: 'main' } },
    });
    const made = refining(says('again'));
    await run(flow, made);
    expect(groupEvents(made).map(({ loop, type }) => `${loop} ${type.slice(14)}`)).toEqual([
      'refine batch.started',
      'refine iteration',
      'refine exhausted',
      'polish batch.started',
      'polish iteration',
      'polish iteration',
      'polish exhausted',
    ]);
    expect(heard(made, 'draft', 'refine')).toEqual(['1.1.1 loop-limit', '1.1.1']);
    expect(heard(made, 'draft', 'polish')).toEqual(['1.1.1', '1.2.2']);
  });

  it('SE-36 a used-up batch is no end: who is handed control still decides, and may not find it complete', async () => {
    const asking = { kind: 'ask', question: 'Enough?', choices: ['yes'], routes: { yes: '@complete' } };
    const parked = refining(says('again'));
    const waiting = await run(refineFlow({ group: { exitTo: 'person' }, steps: { person: asking } }), parked);
    expect(waiting.end).toBeNull();
    expect(openAsks(waiting)).toHaveLength(1);
    const stopped = await run(refineFlow(), refining(says('again', 'stop')));
    expect(stopped.end?.outcome).toBe('stopped');
  });

  it('SE-37 behind loop-limit Main can only lead to the terminal step, whose evaluation decides', async () => {
    const flow = refineFlow({
      flow: { terminal: 'accept' },
      steps: {
        main: { kind: 'router', worker: 'main', branches: { again: 'revise', finish: 'accept' } },
        accept: {
          kind: 'gate',
          evaluator: { commands: [{ run: ['npm', 'test'] }] },
          maxAttempts: 1,
          next: '@complete',
          routes: { revise: 'main', escalate: '@stop' },
        },
      },
    });
    const workers = { main: says('again', 'finish'), w: () => ({}) };
    expect((await run(flow, world({ workers, check: red }))).end?.outcome).toBe('stopped');
    expect((await run(flow, world({ workers, check: green }))).end?.outcome).toBe('complete');
  });

  it('SE-38 a run that a person or a member ends inside a batch has no exhausted event', async () => {
    const leading: Play = ({ step }) => (step === 'measure' ? { status: 'failed', why: 'enough' } : {});
    const out = refining(says('again'), leading);
    const flow = refineFlow({ steps: { measure: work('assess', { routes: { failed: '@handoff' } }) } });
    expect((await run(flow, out)).end?.outcome).toBe('handoff');
    expect(counted(out)).toEqual(['batch 1', '1.1.1', 'abandoned 1 by measure']);

    let stop = () => {};
    const stopped = refining(says('again'), ({ step }) => {
      if (step === 'measure') stop();
      return {};
    });
    const state = await run(refineFlow(), stopped, {
      onStart: (driving) => {
        stop = () => driving.send({ do: 'stop' }, 'ada');
      },
    });
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'by-person' });
    expect(counted(stopped)).toEqual(['batch 1', '1.1.1']);
  });

  it('the condition leads out with its own reason; until it is true, iterations go on', async () => {
    const scoring: Play = ({ step, visit }) => (step === 'assess' ? { structured: { good: visit === 2 } } : {});
    const made = refining(says('again'), scoring);
    await run(refineFlow({ group: { exitWhen: 'steps.assess.output.good' } }), made);
    expect(heard(made, 'main')).toEqual(['0.0.0', '1.2.2 condition']);
    expect(counted(made)).toEqual(['batch 1', '1.1.1', '1.2.2', 'left 1']);
    const done = events(made, 'step.done').filter(({ step }) => step === 'assess');
    expect(done.map(({ to }) => to)).toEqual([['revise'], ['main']]);
  });

  it('a condition that cannot be told counts as false, and the trace says why', async () => {
    const untold = async (exitWhen: string) => {
      const made = refining(says('again'));
      await run(refineFlow({ group: { exitWhen } }), made);
      expect(counted(made)).toEqual(['batch 1', '1.1.1', '1.2.2', '1.3.3', 'exhausted 1.3.3']);
      const done = events(made, 'step.done').filter((event) => event.untold !== undefined);
      expect(readState(made).end?.outcome).toBe('complete');
      return done.map(({ step, untold: why }) => `${step}: ${why}`);
    };
    expect(await untold('steps.assess.output.good')).toEqual(Array(3).fill(expect.stringMatching(/^assess: ./)));
    expect(await untold('steps.assess.visits > 99')).toEqual([]);
  });

  it('SE-41 a turn that is tried again is no new iteration', async () => {
    const flaky: Play = ({ step, attempt }) =>
      step === 'revise' && attempt < 3 ? { status: 'failed', why: 'the model was busy' } : {};
    const made = refining(says('again'), flaky);
    await run(refineFlow({ steps: { revise: work('measure', { attempts: 3 }) } }), made);
    expect(heard(made, 'revise').slice(0, 4)).toEqual(['1.1.1', '1.1.1', '1.1.1', '1.2.2']);
    expect(counted(made)).toEqual(['batch 1', '1.1.1', '1.2.2', '1.3.3', 'exhausted 1.3.3']);
  });

  it('hops have ids that are unique in the run', async () => {
    const made = refining(says('again', 'again'));
    await run(refineFlow(), made);
    const ids = groupEvents(made).flatMap((event) =>
      'hop' in event && event.type !== 'workflow.loop.batch.started' ? [event.hop] : [],
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(8);
  });

  it('a batch longer than the super-steps of the budget is run to its end: its own cap bounds it', async () => {
    const made = refining(says('again'));
    const state = await run(refineFlow({ flow: { budget: { superSteps: 5 } }, group: { maxIterations: 4 } }), made);
    expect(state.end?.outcome).toBe('complete');
    expect(snapshot(state).loopIterations).toEqual({ refine: 4 });
  });

  it('a circle inside one iteration is bounded by nothing but the budget, and so are extra passes', async () => {
    const budget = { budget: { superSteps: 6 } };
    const circle = refineFlow({ flow: budget, steps: { measure: work('assess', { routes: { failed: 'measure' } }) } });
    const failing = refining(says('again'), ({ step }) => (step === 'measure' ? { status: 'failed', why: 'x' } : {}));
    expect((await run(circle, failing)).end).toMatchObject({ reason: 'super-step-limit' });
    expect(counted(failing)).toEqual(['batch 1', '1.1.1']);
    const looking = refining(({ visit }) => ({ branch: visit === 1 ? 'again' : 'look' }));
    const state = await run(refineFlow({ flow: budget, group: { maxIterations: 1 } }), looking);
    expect(state.end).toMatchObject({ reason: 'super-step-limit' });
  });

  it('the trace alone has the counters: a state folded from it is the one that ran', async () => {
    const made = refining(says('again', 'look', 'again'));
    const state = await run(refineFlow(), made);
    expect(readState(made).groups).toEqual(state.groups);
  });
});
