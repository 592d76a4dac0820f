import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import { personWorker } from '../../engine/node/workers/person';
import { drive } from '../../engine/run/run';
import { openAsks } from '../../engine/run/state';
import type { Control } from '../../engine/trace/control';
import { green, idle, met, usd } from '../fakes/plays';
import { events, fixFlow, flowOf, opening, readState } from '../fakes/runs';
import type { Play, World } from '../fakes/world';
import { world } from '../fakes/world';
import { aHost } from '../workers/turns';

const person = personWorker({ use: 'person' }, aHost());

/** Carries the run until it parks, a person being the worker of that name; then goes on with these answers. */
async function carried(flow: Flow, made: World, name: string, answers: readonly (readonly [string, string?])[]) {
  const ports = () => {
    const given = made.ports();
    return { ...given, worker: (worker: string) => (worker === name ? person : given.worker(worker)) };
  };
  let state = await drive(flow, opening(flow), ports()).parked;
  for (const [choice, text] of answers) {
    const [ask] = openAsks(state);
    if (ask === undefined) throw new Error('nobody is asked');
    const fence = (state.head?.fence ?? 0) + 1;
    const going = {
      kind: 'resume',
      state: readState(made),
      damaged: [],
      tornBytes: 0,
      unwritten: [],
      fence,
      program: 't',
    } as const;
    const driving = drive(flow, going, ports());
    const act: Control = { do: 'answer', ask: ask.id, choice, ...(text === undefined ? {} : { text }) };
    driving.send(act, 'ann');
    state = await driving.parked;
  }
  return state;
}

const scene = (workers: Readonly<Record<string, Play>>) => world({ workers, check: green });

describe('a step whose worker is a person', () => {
  it('waits with its task as a question, costs nothing, and goes on once it is done', async () => {
    const made = scene({ reviewer: met });
    const parked = await carried(fixFlow(), made, 'implementer', []);
    expect(parked.end).toBe(null);
    expect(openAsks(parked)).toMatchObject([{ step: 'act', question: 'Repair it.', choices: ['done', 'failed'] }]);
    expect(turnsOf(made)).toEqual([]);

    const again = scene({ reviewer: met });
    const state = await carried(fixFlow(), again, 'implementer', [['done', 'I repaired a.js']]);
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
    const [turn] = turnsOf(again);
    expect(turn).toMatchObject({
      worker: 'implementer',
      use: 'person',
      status: 'ok',
      text: 'I repaired a.js',
      usage: { state: 'free' },
    });
    expect(state.spend).toMatchObject({ unknownUsd: 0 });
  });

  it('has failed where the person says so, in their words', async () => {
    const flow = fixFlow({ act: { routes: { failed: '@stop' } } });
    const made = scene({ reviewer: met });
    const state = await carried(flow, made, 'implementer', [['failed', 'no access']]);
    expect(turnsOf(made)[0]).toMatchObject({ status: 'failed', why: 'no access' });
    expect(state.end?.outcome).not.toBe('complete');
  });

  it('as a judge proposes like any other: the engine still wants evidence', async () => {
    const flow = fixFlow({ loop: { maxPasses: 1 } });
    const state = await carried(flow, scene({ implementer: idle }), 'reviewer', [['met']]);
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
    const red = world({ workers: { implementer: idle }, check: () => ({ exit: 1, output: 'boom' }) });
    expect((await carried(flow, red, 'reviewer', [['met']])).end).toMatchObject({
      outcome: 'stopped',
      reason: 'pass-cap',
    });
  });

  it('as a judge who says no is asked again in the next pass', async () => {
    const made = scene({ implementer: idle });
    const state = await carried(fixFlow(), made, 'reviewer', [['not-met', 'the colour is wrong'], ['met']]);
    expect(state.end).toMatchObject({ outcome: 'complete' });
    expect(made.requests.find(({ step, pass }) => step === 'act' && pass === 2)?.notes.join()).toContain(
      'the colour is wrong',
    );
  });

  it('as a gate’s evaluator and as a router decides among what the step has', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'way',
      start: 'pick',
      steps: {
        pick: { kind: 'router', worker: 'boss', prompt: 'Where to?', branches: { left: 'check', right: '@stop' } },
        check: {
          kind: 'gate',
          evaluator: { worker: 'boss' },
          next: '@stop',
          routes: { revise: 'pick', escalate: '@escalate' },
        },
      },
    });
    const made = scene({});
    const state = await carried(flow, made, 'boss', [['left'], ['revise', 'again'], ['left'], ['passed']]);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'route' });
    expect(events(made, 'ask.opened').map(({ choices }) => choices.join())).toEqual([
      'left,right',
      'passed,revise',
      'left,right',
      'passed,revise',
    ]);
  });

  it('is not asked once a bound keeps every turn from starting', async () => {
    const flow = fixFlow({ loop: { spendCap: { usd: 1 }, maxPasses: 3 } });
    const made = scene({ implementer: () => ({ usage: usd(2) }) });
    const state = await carried(flow, made, 'reviewer', []);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'spend-cap' });
    expect(events(made, 'ask.opened')).toEqual([]);
  });

  it('cannot be one of several evaluators: nobody is asked, and that is said', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'two',
      start: 'check',
      steps: {
        check: {
          kind: 'gate',
          evaluator: { all: [{ worker: 'boss' }, { worker: 'other' }] },
          maxAttempts: 1,
          next: '@stop',
          routes: { revise: '@stop', escalate: '@escalate' },
        },
      },
    });
    const made = scene({ other: () => ({ structured: { passed: true, reasons: [] } }) });
    const state = await carried(flow, made, 'boss', []);
    expect(state.end?.outcome).toBe('escalated');
    expect(turnsOf(made)[0]).toMatchObject({ status: 'refused', why: expect.stringContaining('several evaluators') });
  });
});

describe('a worker that is not ready', () => {
  const waits = (why: string | null) => ({
    ...personWorker({ use: 'person' }, aHost()),
    use: 'waits',
    person: false,
    ready: async () => why,
  });
  const carry = async (made: World, why: string | null, answer?: string) => {
    const flow = fixFlow();
    const ports = () => {
      const given = made.ports();
      const doer = { ...waits(why), run: given.worker('implementer')?.run ?? waits(why).run };
      return { ...given, worker: (name: string) => (name === 'implementer' ? doer : given.worker(name)) };
    };
    let state = await drive(flow, opening(flow), ports()).parked;
    if (answer === undefined) return state;
    const going = {
      kind: 'resume',
      state: readState(made),
      damaged: [],
      tornBytes: 0,
      unwritten: [],
      fence: 2,
      program: 't',
    } as const;
    const driving = drive(flow, going, ports());
    driving.send({ do: 'answer', ask: openAsks(state)[0]?.id ?? '', choice: answer }, 'ann');
    state = await driving.parked;
    return state;
  };
  it('parks the run with its reason as the question, and is tried once a person says so', async () => {
    const made = scene({ implementer: idle, reviewer: met });
    const parked = await carry(made, 'No window is there.');
    expect(openAsks(parked)).toMatchObject([{ question: 'No window is there.', choices: ['again'] }]);
    expect(made.requests).toEqual([]);
    const again = scene({ implementer: idle, reviewer: met });
    const state = await carry(again, 'No window is there.', 'again');
    expect(state.end).toMatchObject({ outcome: 'complete' });
    expect(again.requests.map(({ step }) => step)).toEqual(['act', 'judge']);
  });
  it('takes its turn at once where it is', async () => {
    const made = scene({ implementer: idle, reviewer: met });
    expect((await carry(made, null)).end).toMatchObject({ outcome: 'complete' });
    expect(events(made, 'ask.opened')).toEqual([]);
  });
});

const turnsOf = (made: World) =>
  made.lines.map((line) => JSON.parse(line)).filter(({ type, use }) => type === 'worker.turn' && use === 'person');
