import { describe, expect, it } from 'vitest';
import { createEngine, stateOf } from '../../engine/index';
import { memoryPorts } from '../../engine/node/memoryPorts';
import { AUTONOMOUS, askFlow, commitsOf, embedded, entriesOf, thrownBy, twoSteps } from './library';

const yes = { act: { do: 'answer', ask: 'ok.1', choice: 'yes' }, by: 'ada' } as const;

describe('a trace is of one run', () => {
  it('AF-25 a start over a trace that has entries is refused, before anything is done; a resume goes on in it', async () => {
    let turns = 0;
    const count = () => ++turns;
    const { engine, ports } = embedded({ work: { a: count, b: count } });
    await engine.run(askFlow, AUTONOMOUS).done;
    const before = ports.lines();
    const refused = await thrownBy(() => engine.run(twoSteps, AUTONOMOUS).done);
    expect(refused).toEqual({
      code: 'trace-changed',
      message: `The trace is not as it was expected: entry 0 was to be appended, and entry ${before.length} is the next one. It is of a run already: resume that, or start with a new trace.`,
    });
    expect([turns, ports.lines()]).toEqual([0, before]);
    const other = createEngine({ ports: memoryPorts({ lines: before }), handlers: { work: { a: count, b: count } } });
    expect(await thrownBy(() => other.run(twoSteps, AUTONOMOUS).done)).toMatchObject({ code: 'trace-changed' });
    expect((await engine.resume(askFlow, before, { acts: [yes] }).done).outcome).toBe('complete');
    expect(entriesOf(ports).map(({ seq }) => seq)).toEqual(ports.lines().map((_, index) => index));
  });

  it('AF-26 who expects another end of the trace is told what was expected and what is, and changes nothing', async () => {
    const { engine, ports } = embedded({ work: { a: () => 1 } });
    await engine.run(askFlow, AUTONOMOUS).done;
    const stale = ports.lines();
    await engine.resume(askFlow, stale, { acts: [{ act: { do: 'pause' }, by: 'ada' }] }).done;
    const before = ports.lines();
    const { code, message } = await thrownBy(() => engine.resume(askFlow, stale, { acts: [yes] }).done);
    expect(code).toBe('trace-changed');
    expect(message).toContain(`entry ${stale.length} was to be appended, and entry ${before.length} is the next one`);
    expect(ports.lines()).toEqual(before);
    expect((await engine.resume(askFlow, before, { acts: [yes] }).done).outcome).toBe('complete');
  });

  it('AF-27 of two engines that resume one run from the same place exactly one commits', async () => {
    let turns = 0;
    const ports = memoryPorts();
    const engines = [0, 1].map(() => createEngine({ ports, handlers: { work: { a: () => ++turns } } }));
    await engines[0]!.run(askFlow, AUTONOMOUS).done;
    const lines = ports.lines();
    const ends = await Promise.allSettled(engines.map((each) => each.resume(askFlow, lines, { acts: [yes] }).done));
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const answers = commitsOf(ports).flatMap(({ events }) => events.filter(({ type }) => type === 'ask.answered'));
    expect([turns, answers.length]).toEqual([1, 1]);
  });

  it('and one engine carries one run at a time', async () => {
    const { engine } = embedded({ work: { a: () => 1, b: () => 2 } });
    const run = engine.run(twoSteps, AUTONOMOUS);
    expect(await thrownBy(() => engine.run(twoSteps, AUTONOMOUS))).toMatchObject({ code: 'run-held' });
    await run.done;
  });
});

describe('a resume', () => {
  it('reads a trace whose last line was cut off, and says that it was', async () => {
    const { engine, ports } = embedded({ work: { a: () => 1 } });
    await engine.run(askFlow, AUTONOMOUS).done;
    const cut = [...ports.lines(), '{"seq":7,"at":"20'];
    const again = embedded({ work: { a: () => 1 } }, { memory: { lines: ports.lines() } });
    expect((await again.engine.resume(askFlow, cut, { acts: [yes] }).done).outcome).toBe('complete');
    expect(entriesOf(again.ports)).toContainEqual(expect.objectContaining({ type: 'trace.repaired', tornBytes: 17 }));
  });

  it('takes a state as well as lines, of the flow that the run was started with and of no other', async () => {
    const { engine, ports } = embedded({ work: { a: () => 1, b: () => 2 } });
    const first = engine.run(askFlow, AUTONOMOUS);
    expect((await first.done).outcome).toBe('waiting');
    const { state } = first.snapshot();
    const read = stateOf(
      entriesOf(ports).map((entry, index) => ({ line: index + 1, entry })),
      ports.digest,
    );
    expect(state).toEqual(read);
    const other = { ...askFlow, steps: { ...askFlow.steps, act: { ...askFlow.steps.act!, title: 'Act' } } };
    expect(await thrownBy(() => engine.resume(other, state))).toMatchObject({ code: 'flow-unreadable' });
    const sorted = { steps: askFlow.steps, start: askFlow.start, id: askFlow.id, converge: askFlow.converge };
    expect((await engine.resume(sorted, state, { acts: [yes] }).done).outcome).toBe('complete');
    expect(await thrownBy(() => engine.resume(askFlow, ports.lines()))).toMatchObject({ code: 'run-final' });
  });

  it('behind a bound goes on with that bound raised, and not by another name', async () => {
    const { engine, ports } = embedded({ work: { a: () => 1, b: () => 2 } });
    const flow = { ...twoSteps, budget: { superSteps: 1 } };
    expect(await engine.run(flow, AUTONOMOUS).done).toMatchObject({ outcome: 'stopped', reason: 'super-step-limit' });
    const raise = (raised: object) => () => engine.resume(flow, ports.lines(), { raised: { ...raised } });
    expect(await thrownBy(raise({}))).toMatchObject({ code: 'bound-not-raised' });
    expect((await thrownBy(raise({ budgett: { superSteps: 9 } }))).message).toContain('There is no loop "budgett"');
    expect((await raise({ budget: { superSteps: 9 } })().done).outcome).toBe('complete');
  });
});
