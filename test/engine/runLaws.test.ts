import { describe, expect, it } from 'vitest';
import type { Decision } from '../../engine/trace/decision';
import type { Commit, Entry } from '../../engine/trace/entry';
import { flowWith, work } from '../fakes/flows';
import type { MadeFlow } from '../fakes/randomFlows';
import type { Behaviour, Lived } from '../fakes/randomRuns';
import { live } from '../fakes/randomRuns';
import { breaches } from '../fakes/runLaws';
import { fixFlow, flowOf } from '../fakes/runs';

/** The laws that random runs are held to find what they are for: each doctored trace breaks the one that it is about. */
const alone = (flow: MadeFlow['flow']): MadeFlow => ({ flow, flows: new Map() });
const honest: Behaviour = { seed: 1, fails: 0, lies: 0, met: 100, reds: 0, usage: 'reported', writes: 0 };

const until = alone(
  fixFlow({
    flow: { start: 'until_1' },
    loop: { head: 'until_1', tail: 'judge_1', maxPasses: 3, spendCap: { usd: 1 } },
    steps: {
      until_1: { kind: 'work', worker: 'w', prompt: 'Do.', next: 'verify' },
      verify: { kind: 'verify', commands: [{ run: ['t'] }], next: 'judge_1' },
      judge_1: { kind: 'judge', worker: 'w', next: '@complete' },
      act: { kind: 'verify', commands: [{ run: ['t'] }], next: '@stop' },
      judge: { kind: 'verify', commands: [{ run: ['t'] }], next: '@stop' },
    },
  }),
);

const group = alone(
  flowOf({
    converge: 1,
    id: 'g',
    start: 'do',
    steps: { do: work('tail'), tail: work('do'), after: work('@stop') },
    loops: { grind: { type: 'group', from: 'tail', to: 'do', maxIterations: 2, exitTo: 'after' } },
  }),
);

type Change = (entry: Entry) => readonly Entry[];

function doctored(lived: Lived, change: Change): Lived {
  const lines = lived.world.lines
    .flatMap((line) => change(JSON.parse(line) as Entry))
    .map((each) => JSON.stringify(each));
  return { ...lived, world: { ...lived.world, lines } };
}

/** Each event of a type, changed. */
const events =
  <T extends Decision['type']>(
    type: T,
    change: (event: Extract<Decision, { type: T }>) => readonly Decision[],
  ): Change =>
  (entry) => {
    if (entry.type !== 'commit') return [entry];
    const changed = entry.events.flatMap((event) =>
      event.type === type ? change(event as Extract<Decision, { type: T }>) : [event],
    );
    return [{ ...entry, events: changed } satisfies Commit];
  };

async function broken(made: MadeFlow, change: Change): Promise<readonly string[]> {
  const lived = await live(made, { behaviour: honest });
  expect(breaches(made, lived)).toEqual([]);
  return breaches(made, doctored(lived, change));
}

describe('the laws of a run', () => {
  it('each number once', async () => {
    expect(await broken(until, (entry) => (entry.seq === 3 ? [] : [entry]))).toContain('entry 3 has the number 4');
  });
  it('the state is what the trace says', async () => {
    const lived = await live(until, { behaviour: honest });
    const [park] = lived.parks;
    if (park === undefined) throw new Error('it never parked');
    const other = { ...lived, parks: [{ ...park, read: { ...park.read, superStep: 99 } }] };
    expect(breaches(until, other)).toEqual(['park 0: "superStep" of the state is not what the trace says']);
  });
  it('channels hold what was written to them', async () => {
    const made = alone(
      flowWith(
        'a',
        { a: work('@complete', { writes: { log: '1', count: '2' } }) },
        { channels: { log: { reducer: 'append' }, count: { reducer: 'add' } } },
      ),
    );
    const lived = await live(made, { behaviour: honest });
    expect(breaches(made, { ...lived, state: { ...lived.state, channels: { log: [1, 1] } } })).toEqual([
      'the channel "log" is not what was written to it',
      'the channel "count" is 0, and 2 was written to it',
    ]);
  });
  it('nothing is complete with an open latch, over red, or without a confirmed loop', async () => {
    const latch = { id: 'step:x', cause: 'failed', step: 'x', claim: '', reason: 'r', paths: [] } as const;
    const opened: Decision = { type: 'latch.opened', loop: 'fix', pass: 1, latch };
    const open = await broken(
      until,
      events('loop.entered', (event) => [event, opened]),
    );
    expect(open).toContain('it is complete with the open latch step:x');
    expect(open).toContain(' fix 1: confirmed with open latches');
    const red = await broken(
      until,
      events('step.done', (event) => [
        event.result.kind === 'verify' ? { ...event, result: { ...event.result, clean: false } } : event,
      ]),
    );
    expect(red).toContain(' fix 1: confirmed over red');
    const left = await broken(
      until,
      events('loop.exited', (event) => [{ ...event, reason: 'pass-cap' }]),
    );
    expect(left).toContain('it is complete, and the loop fix is pass-cap');
  });
  it('caps hold, of passes, iterations and spend', async () => {
    const passes = await broken(
      until,
      events('pass.started', (event) => [{ ...event, pass: 4 }]),
    );
    expect(passes).toContain(' fix: pass.started 4 of 3');
    const wide = {
      ...group,
      flow: {
        ...group.flow,
        loops: { grind: { type: 'group', from: 'tail', to: 'do', maxIterations: 1, exitTo: 'after' } as const },
      },
    };
    expect(breaches(wide, await live(group, { behaviour: honest }))).toEqual([
      ' grind: workflow.loop.iteration 2 of 1',
    ]);
    const cheap = alone(flowWith('a', { a: work('@complete') }, { budget: { usd: 0.5 } }));
    const dear = await broken(cheap, (entry) =>
      entry.type === 'worker.turn'
        ? [{ ...entry, usage: { state: 'reported', usd: 9, tokens: null, basis: null } }]
        : [entry],
    );
    expect(dear).toEqual([expect.stringMatching(/^it spent .*"usd":9/), 'it spent $9 of $0.5']);
  });
  it('each hop, visit and turn counts once', async () => {
    const twice = await broken(
      group,
      events('workflow.loop.iteration', (event) => [event, event]),
    );
    expect(twice[0]).toMatch(/^ grind: the hop .* counts twice$/);
    const visits = await broken(
      group,
      events('step.done', (event) => [{ ...event, visit: event.visit * 2 }]),
    );
    expect(visits).toContain(' do: visit 2 follows 0');
    const turns = await broken(group, (entry) => (entry.type === 'worker.turn' ? [entry, entry] : [entry]));
    expect(turns).toContain('the turn  do 1 1 was taken twice');
  });
  it('nothing follows an end', async () => {
    const more = await broken(
      group,
      events('workflow.loop.batch.started', (event) => [
        event,
        { type: 'run.ended', outcome: 'stopped', reason: 'route', confirmed: 'none' },
      ]),
    );
    expect(more[0]).toMatch(/^commit \d+ follows the end$/);
  });
  it('a run that spins is told', async () => {
    const made = alone(flowWith('a', { a: work('@complete') }));
    const lived = await live(made, { behaviour: honest });
    const failed = {
      outcome: 'failed',
      reason: null,
      confirmed: 'none',
      why: 'it spins',
      failure: 'internal',
    } as const;
    expect(breaches(made, { ...lived, parks: [], state: { ...lived.state, end: failed } })).toEqual([
      'it failed by itself: internal: it spins',
    ]);
  });
});
