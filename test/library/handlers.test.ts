import { describe, expect, it } from 'vitest';
import type { Flow, StopSignal, WorkHandler } from '../../engine/index';
import { createEngine } from '../../engine/index';
import { memoryPorts } from '../../engine/node/memoryPorts';
import { AUTONOMOUS, clockByHand, commitsOf, embedded, entriesOf, thrownBy, twoSteps } from './library';

const both: Flow = { ...twoSteps, start: ['first', 'second'], steps: { ...twoSteps.steps } };
const beside: Flow = {
  ...both,
  steps: {
    first: { kind: 'work', worker: 'a', prompt: 'Do it.', next: 'all' },
    second: { kind: 'work', worker: 'b', prompt: 'Do it.', next: 'all' },
    all: { kind: 'join', next: '@complete' },
  },
};

describe('a handler that throws', () => {
  it('discards its super-step and names the step; the sibling’s result is kept for the resume', async () => {
    const ran: string[] = [];
    let broken = true;
    const { engine, ports } = embedded({
      work: {
        a: () => {
          ran.push('a');
          return 'a';
        },
        b: () => {
          ran.push('b');
          if (broken) throw new Error('no');
          return 'b';
        },
      },
    });
    const first = await engine.run(beside, AUTONOMOUS).done;
    expect(first).toMatchObject({ outcome: 'failed', why: 'Step "second": the handler "b" threw: no' });
    expect(commitsOf(ports).flatMap(({ events }) => events.map(({ type }) => type))).toEqual(['run.ended']);
    expect(commitsOf(ports)[0]?.events[0]).toMatchObject({ failure: 'handler-failed' });
    broken = false;
    expect((await engine.resume(beside, ports.lines()).done).outcome).toBe('complete');
    expect(ran.sort()).toEqual(['a', 'b', 'b']);
  });

  it('costs nothing: under a cap the run can go on', async () => {
    let broken = true;
    const a: WorkHandler = () => {
      if (broken) throw new Error('no');
      return 1;
    };
    const { engine, ports } = embedded({ work: { a, b: () => 2 } });
    const flow = { ...twoSteps, budget: { usd: 1 } };
    expect((await engine.run(flow, AUTONOMOUS).done).spend).toMatchObject({ turns: 1, unknownUsd: 0 });
    broken = false;
    expect((await engine.resume(flow, ports.lines()).done).outcome).toBe('complete');
  });

  it('is told apart from a turn that failed, which has its route', async () => {
    const worker = {
      use: 'mine',
      probe: async () => ({ available: true, meters: 'free', safeInUntrustedRepo: true }) as const,
      run: async () =>
        ({
          status: 'failed',
          why: 'no',
          exit: 1,
          text: '',
          denials: [],
          usage: { state: 'free' },
          log: null,
          durationMs: 1,
        }) as const,
    };
    const { engine } = embedded({ work: { b: () => 2 } }, { workers: { a: worker } });
    const steps: Flow['steps'] = {
      ...twoSteps.steps,
      first: { kind: 'work', worker: 'a', prompt: 'Do it.', next: 'second', routes: { failed: '@escalate' } },
    };
    expect((await engine.run({ ...twoSteps, steps }, AUTONOMOUS).done).outcome).toBe('escalated');
  });
});

describe('what a handler gives back', () => {
  const because = async (value: unknown): Promise<string> => {
    const { engine } = embedded({ work: { a: (() => value) as WorkHandler, b: () => 2 } });
    const { outcome, why } = await engine.run(twoSteps, AUTONOMOUS).done;
    return outcome === 'complete' ? 'taken' : why;
  };

  it('must be JSON: anything else is refused, naming the step and the place', async () => {
    const around: Record<string, unknown> = {};
    around.self = { around };
    const wrong: readonly (readonly [unknown, string])[] = [
      [undefined, 'output is undefined'],
      [() => 1, 'output is a function'],
      [10n, 'output is a bigint'],
      [{ list: [1, { when: new Date(0) }] }, 'output.list[1].when is a Date'],
      [{ map: new Map() }, 'output.map is a Map'],
      [[1, undefined], 'output[1] is undefined'],
      [{ rate: 0 / 0 }, 'output.rate is NaN'],
      [around, 'output.self.around contains itself'],
      [{ output: 1, branch: Symbol('x') }, 'branch is a symbol'],
    ];
    for (const [value, fault] of wrong) {
      expect(await because(value)).toBe(`Step "first": the handler "a" gave back what is no JSON: ${fault}`);
    }
    const shared = { n: 1 };
    for (const value of [null, 0, '', [], { a: [{ b: null }], left: undefined }, { twice: [shared, shared] }])
      expect(await because(value)).toBe('taken');
  });

  it('is its output, or says more where it has an "output" and nothing unknown', async () => {
    const outputOf = async (value: ReturnType<WorkHandler>) => {
      const { engine } = embedded({ work: { a: () => value, b: () => 2 } });
      const run = engine.run(twoSteps, AUTONOMOUS);
      await run.done;
      const result = run.snapshot().state.steps.first?.result;
      return result?.kind === 'work' ? result.output : 'none';
    };
    expect(await outputOf({ output: 1, usage: { state: 'free' } })).toBe(1);
    expect(await outputOf({ output: 1, of: 'mine' })).toEqual({ output: 1, of: 'mine' });
    expect(await outputOf({ branch: 'x' })).toEqual({ branch: 'x' });
  });

  it('is its own: what it changes of what it was given changes nothing', async () => {
    const steps: Flow['steps'] = {
      first: { kind: 'work', worker: 'a', prompt: 'Do it.', next: 'second' },
      second: { kind: 'work', worker: 'b', prompt: 'Do it.', reads: ['first'], next: '@complete' },
    };
    const kept = { list: [1] };
    const { engine, ports } = embedded({
      work: {
        a: () => kept,
        b: ({ reads }) => {
          (reads.first as { list: number[] }).list.push(2);
          return null;
        },
      },
    });
    const run = engine.run({ ...twoSteps, steps }, AUTONOMOUS);
    await run.done;
    kept.list.push(3);
    expect(run.snapshot().state.steps.first?.result).toMatchObject({ output: { list: [1] } });
    expect(entriesOf(ports).some((entry) => JSON.stringify(entry).includes('[1,2'))).toBe(false);
  });

  it('chooses a branch of a step, and of a router', async () => {
    const flow: Flow = {
      converge: 1,
      id: 'branching',
      start: 'first',
      steps: {
        first: { kind: 'work', worker: 'a', prompt: 'Do it.', branches: { odd: 'route' }, next: '@stop' },
        route: { kind: 'router', worker: 'b', branches: { up: '@handoff', on: '@complete' } },
      },
    };
    const work = { a: () => ({ output: null, branch: 'odd' }), b: () => ({ output: null, branch: 'up' }) };
    expect((await embedded({ work }).engine.run(flow, AUTONOMOUS).done).outcome).toBe('handoff');
    const straight = { ...work, a: () => null };
    expect((await embedded({ work: straight }).engine.run(flow, AUTONOMOUS).done).outcome).toBe('stopped');
  });
});

describe('a handler that takes too long', () => {
  it('is not waited for once the run is stopped now; it sees the stop', async () => {
    let seen: StopSignal | undefined;
    let started = () => {};
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    const { engine } = embedded({
      work: {
        a: (_request, { stop }) => {
          seen = stop;
          started();
          return new Promise(() => {});
        },
        b: () => 2,
      },
    });
    const run = engine.run(twoSteps, AUTONOMOUS);
    await running;
    run.send({ do: 'cancel' }, 'ada');
    expect((await run.done).outcome).toBe('cancelled');
    expect(seen?.wanted()).toBe('now');
  });

  it('is not waited for beyond its step’s timeout, by the ports’ clock', async () => {
    const clock = clockByHand();
    let started = () => {};
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    const a: WorkHandler = () => {
      started();
      return new Promise(() => {});
    };
    const flow: Flow = {
      converge: 1,
      id: 'slow',
      start: 'first',
      steps: {
        first: {
          ...{ kind: 'work', worker: 'a', prompt: 'Do it.', timeout: '5s' },
          ...{ next: '@complete', routes: { failed: '@escalate' } },
        },
      },
    };
    const { engine, ports } = embedded({ work: { a } }, { memory: { clock } });
    const run = engine.run(flow, AUTONOMOUS);
    await running;
    clock.turn(4999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(entriesOf(ports).some(({ type }) => type === 'worker.turn')).toBe(false);
    clock.turn(1);
    expect((await run.done).outcome).toBe('escalated');
  });
});

describe('before anything is started', () => {
  const work = { a: () => 1, b: () => 2 };

  it('every worker must be known: a handler, a worker, or one of the ports', async () => {
    const { engine, ports } = embedded({ work: { a: () => 1 } });
    expect(await thrownBy(() => engine.run(twoSteps, AUTONOMOUS))).toEqual({
      code: 'worker-unknown',
      message: 'Nobody knows these workers: "b" (step "second" of "two").',
    });
    expect(ports.lines()).toEqual([]);
    const twice = () =>
      createEngine({ ports: memoryPorts(), handlers: { work, gate: { a: () => ({ passed: true }) } } });
    expect(await thrownBy(twice)).toMatchObject({ code: 'worker-unknown' });
  });

  it('the flow and those that it calls must be in order', async () => {
    const { engine, ports } = embedded({ work }, { flows: { two: twoSteps } });
    const bad: Flow = { ...twoSteps, start: 'nowhere' };
    expect((await thrownBy(() => engine.run(bad, AUTONOMOUS))).message).toContain('nowhere');
    const calling = (flow: string): Flow => {
      return { ...twoSteps, id: 'top', start: 'in', steps: { in: { kind: 'call', flow, next: '@complete' } } };
    };
    expect((await thrownBy(() => engine.run(calling('three'), AUTONOMOUS))).message).toContain('calls "three"');
    const round = embedded({ work }, { flows: { top: calling('top') } }).engine;
    expect((await thrownBy(() => round.run(calling('top'), AUTONOMOUS))).message).toContain('top calls top');
    expect(await thrownBy(() => engine.run(twoSteps, { ...AUTONOMOUS, inputs: { a: 1 } }))).toMatchObject({
      code: 'flow-unreadable',
    });
    expect(await thrownBy(() => engine.run(twoSteps, { ...AUTONOMOUS, start: ['third'] }))).toMatchObject({
      code: 'flow-unreadable',
    });
    expect(ports.lines()).toEqual([]);
    expect((await engine.run(calling('two'), AUTONOMOUS).done).outcome).toBe('complete');
  });
});
