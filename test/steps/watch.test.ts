import { describe, expect, it } from 'vitest';
import type { StepOf } from '../../engine/flow/schema';
import type { Json } from '../../engine/json';
import { createStop } from '../../engine/node/stop';
import type { CommandRequest } from '../../engine/ports';
import type { StepContext } from '../../engine/steps/context';
import { CANCELLED } from '../../engine/steps/context';
import type { WatchPoint } from '../../engine/steps/watch';
import { watch } from '../../engine/steps/watch';
import type { FactBody } from '../../engine/trace/entry';
import { world } from '../fakes/world';
import { stepContext } from './stepContext';

const STEP: StepOf<'watch'> = {
  kind: 'watch',
  poll: { run: ['poll', 'pr'], env: { PR: '7' }, timeout: '5s' },
  interval: '60s',
  deadline: '1h',
  routes: { activity: 'respond', terminal: '@complete', deadline: '@stop' },
};
const START = Date.parse('2026-01-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

/** A visit of the watch in a made-up world whose clock is turned, with what it asked for. */
function visit(says: Json | Error, point: Partial<WatchPoint> = {}, more: Partial<StepContext> = {}) {
  const made = world({ workers: {} });
  const asked: CommandRequest[] = [];
  const facts: FactBody[] = [];
  const stop = createStop();
  let flushed = 0;
  const base: StepContext = {
    ...stepContext(made.ports(stop)),
    scope: { step: 'wait', visit: 2, pass: 0 },
    ports: {
      ...made.ports(stop),
      commands: {
        run: async (request) => {
          expect(flushed).toBe(facts.length);
          asked.push(request);
          made.turn(3000);
          const stdout = says instanceof Error ? '' : JSON.stringify(says);
          const status = says instanceof Error ? ('cancelled' as const) : ('exited' as const);
          return { status, exit: 0, signal: null, output: stdout, stdout, log: null, durationMs: 3000 };
        },
      },
    },
    stop: stop.signal,
    record: (fact) => void facts.push(fact),
    flush: async () => {
      flushed = facts.length;
    },
    ...more,
  };
  const carried = watch(STEP, base, { id: 'call.1/wait.2', wait: undefined, cursor: null, ...point });
  return { carried, asked, facts };
}

const WAIT = { polls: 4, failures: 0, due: iso(START), deadline: iso(START + 3_600_000) };

describe('watch', () => {
  it('AF-37 begins with a poll and parks at an absolute instant, without a result', async () => {
    const { carried, asked, facts } = visit({ outcome: 'idle', cursor: '7' });
    expect(await carried).toEqual({
      parked: [
        { type: 'wait.started', wait: 'call.1/wait.2', step: 'wait', visit: 2, deadline: iso(START + 3_600_000) },
        {
          ...{ type: 'poll', wait: 'call.1/wait.2', step: 'wait', poll: 1, outcome: 'idle', cursor: '7', failures: 0 },
          due: iso(START + 63_000),
        },
      ],
    });
    expect(asked).toHaveLength(1);
    expect(facts).toEqual([expect.objectContaining({ type: 'step.started', kind: 'watch', step: 'wait', visit: 2 })]);
  });

  it('AF-89 hands the cursor over as JSON, on standard input and in the environment', async () => {
    const { carried, asked } = visit({ outcome: 'idle' }, { wait: WAIT, cursor: { since: 'é' } });
    await carried;
    expect(asked[0]).toMatchObject({
      run: ['poll', 'pr'],
      env: { PR: '7', CONVERGE_CURSOR: '{"since":"é"}' },
      stdin: '{"since":"é"}\n',
      answers: true,
      timeoutMs: 5000,
    });
    const first = visit({ outcome: 'idle' });
    await first.carried;
    expect(first.asked[0]).toMatchObject({ env: { CONVERGE_CURSOR: 'null' }, stdin: 'null\n' });
  });

  it('AF-37 polls nothing before its instant, and once when it has come', async () => {
    const early = visit({ outcome: 'terminal' }, { wait: { ...WAIT, due: iso(START + 1) } });
    expect(await early.carried).toEqual({ parked: [] });
    expect(early.asked).toHaveLength(0);
    expect(early.facts).toHaveLength(0);
    const onTime = visit({ outcome: 'terminal', payload: 'merged' }, { wait: WAIT });
    expect(await onTime.carried).toEqual({
      done: { kind: 'watch', outcome: 'terminal', payload: 'merged', why: 'poll 5 reported terminal' },
      events: [expect.objectContaining({ type: 'poll', poll: 5, due: null })],
    });
  });

  it('gives a poll no more time than the run has left', async () => {
    const { carried, asked } = visit({ outcome: 'idle' }, { wait: WAIT }, { deadline: START + 1200 });
    await carried;
    expect(asked[0]?.timeoutMs).toBe(1200);
  });

  it('is cancelled by a stop, and tells of nothing', async () => {
    expect(await visit(new Error('stopped')).carried).toBe(CANCELLED);
  });

  it('AF-35 a watch that ended beside siblings is not polled again, where its poll was committed', async () => {
    const result = { kind: 'watch', outcome: 'activity', payload: 1, why: '' } as const;
    const doing = {
      ...{ visit: 2, pass: 0, inputs: '', attempt: 1, open: false, reserved: null, worker: null },
      ...{ failures: [], before: null, changed: [], result },
    };
    const over = visit({ outcome: 'idle' }, { wait: { ...WAIT, due: null } }, { doing });
    expect(await over.carried).toEqual({ done: result, events: [] });
    expect(over.asked).toHaveLength(0);
    // The fact was written and its commit was not: the poll counts for nothing and is made again.
    const cut = visit({ outcome: 'idle' }, { wait: WAIT }, { doing });
    expect(await cut.carried).toMatchObject({ parked: [{ type: 'poll', poll: 5 }] });
  });
});
