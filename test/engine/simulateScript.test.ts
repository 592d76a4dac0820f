import { describe, expect, it } from 'vitest';
import { flowWith, work } from '../fakes/flows';
import { fixFlow, flowOf } from '../fakes/runs';
import { play } from '../fakes/simulated';

describe('a script', () => {
  it('says pass for pass what comes', async () => {
    const { passes, end } = await play(fixFlow(), {
      steps: {
        verify: { '0': { commands: { failures: ['a', 'b'], tests: 5 } }, '1': { commands: { failures: ['b'] } } },
        judge: { '1': { judgment: 'met' }, '2': { judgment: 'wrong-type' }, '3': { judgment: 'met', lesson: 'ok' } },
      },
    });
    expect(passes.map(({ proposed, confirmed }) => [proposed, confirmed])).toEqual([
      ['met', false],
      ['wrong-type', false],
      ['met', true],
    ]);
    expect(passes[0]?.verdict.find(({ term }) => term === 'verified:verify')?.reason).toContain('1 of 5 tests failed');
    expect(end).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
  });

  it('the same verification with fewer tests than before is held against the step that worked', async () => {
    const { passes } = await play(fixFlow({ loop: { maxPasses: 1 } }), {
      steps: {
        verify: { '0': { commands: { tests: 5 } }, '*': { commands: { tests: 3 } } },
        judge: { '*': { judgment: 'met' } },
      },
    });
    expect(passes[0]?.latches.opened).toEqual(['tests:verify']);
    expect(passes[0]?.confirmed).toBe(false);
  });

  it('changes of frozen files and of a reader are seen', async () => {
    const flow = fixFlow({ loop: { maxPasses: 2, frozen: ['test/**'] } });
    const { passes } = await play(flow, {
      files: { 'test/a.js': 'strict' },
      steps: {
        act: { '1': { changes: { 'test/a.js': 'weak' } } },
        judge: { '*': { judgment: 'met', changes: ['x'] } },
      },
    });
    expect(passes[0]?.latches.opened).toContain('frozen:fix');
    expect(passes[0]?.proposed).toBe('void');
  });

  it('a list tells attempts apart, and number 2.1 the first iteration of pass 2', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'n',
      start: 'draft',
      steps: {
        draft: work('polish'),
        polish: work('verify', { attempts: 2 }),
        verify: { kind: 'verify', commands: [{ run: ['true'] }], next: 'judge' },
        judge: { kind: 'judge', worker: 'w', next: '@complete' },
      },
      loops: {
        until: { type: 'until', head: 'draft', tail: 'judge', maxPasses: 2 },
        better: { type: 'improve', head: 'polish', tail: 'polish', maxIterations: 2, onExhausted: 'verify' },
      },
    });
    const { rounds, passes, trace } = await play(flow, {
      steps: {
        polish: { '1': { score: 1 }, '2.1': [{ status: 'failed' }, { score: 7 }], '2': { score: 9, done: true } },
      },
    });
    expect(rounds.map(({ round, score, exit }) => [round, score, exit?.reason ?? null])).toEqual([
      [1, 1, null],
      [2, 1, 'exhausted'],
      [1, 7, null],
      [2, 9, 'done'],
    ]);
    expect(passes.map(({ pass, decision }) => [pass, decision])).toEqual([
      [1, 'again'],
      [2, 'pass-cap'],
    ]);
    expect(trace.filter(({ type }) => type === 'step.failed')).toHaveLength(1);
  });

  it('waits are turned by hand: forty days of polls and a deadline pass at once', async () => {
    const flow = flowWith('wait', {
      wait: {
        kind: 'watch',
        poll: { run: ['poll'] },
        interval: '1d',
        deadline: '40d',
        routes: { activity: 'ask', terminal: '@complete', deadline: 'ask' },
      },
      ask: {
        kind: 'ask',
        question: 'Go on?',
        choices: ['yes', 'no'],
        deadline: '2d',
        default: 'no',
        routes: { yes: '@complete', no: '@stop' },
      },
    });
    const { steps, end, trace } = await play(flow, { steps: { wait: { '*': { poll: 'idle' } } } });
    expect(steps.map(({ step, outcome }) => [step, outcome])).toEqual([
      ['wait', 'deadline'],
      ['ask', 'no'],
    ]);
    expect(end).toMatchObject({ outcome: 'stopped', reason: 'route' });
    expect(trace.at(-1)?.at).toBe('2026-02-12T00:00:00.000Z');
    const third = await play(flow, {
      steps: {
        wait: { '*': [{ poll: 'idle' }, { poll: 'failed' }, { poll: 'activity' }] },
        ask: { '1': { choice: 'yes' } },
      },
    });
    expect(third.end.outcome).toBe('complete');
    expect(third.trace.at(-1)?.at).toBe('2026-01-03T00:00:00.000Z');
  });

  it('a question that nobody answers leaves it waiting', async () => {
    const flow = flowWith('ask', {
      ask: { kind: 'ask', question: 'Go on?', choices: ['yes', 'no'], routes: { yes: '@complete', no: '@stop' } },
    });
    expect((await play(flow)).end.outcome).toBe('complete');
    expect((await play(flow, { steps: { ask: { '1': { choice: null } } } })).end).toMatchObject({ outcome: 'waiting' });
  });

  it('the budget is asked about, and time that turns take is spent', async () => {
    const flow = flowWith(
      'a',
      { a: work('b'), b: work('@complete') },
      { budget: { usd: 1, minutes: 40, onOver: 'ask' } },
    );
    const dear = { a: { '*': { usage: { usd: 1, tokens: 1 } } } } as const;
    expect((await play(flow, { steps: dear })).end).toMatchObject({ outcome: 'stopped', reason: 'budget' });
    expect((await play(flow, { steps: dear, budget: ['continue'] })).end.outcome).toBe('complete');
    expect(
      (await play(flow, { steps: { a: { '*': { takes: '29m' } }, b: { '*': { takes: '25m' } } } })).end,
    ).toMatchObject({
      outcome: 'stopped',
      reason: 'deadline',
    });
  });

  it('steps of maps, plans and called flows are named by their places', async () => {
    const inner = flowOf({
      converge: 1,
      id: 'inner',
      start: 'act',
      channels: { out: {} },
      steps: { act: work('@complete', { writes: 'out' }) },
    });
    const flow = flowWith(
      'list',
      {
        list: work('each', { writes: 'items' }),
        each: { kind: 'map', over: 'state.items', step: 'one', onFailure: 'collect', writes: 'done', next: 'sub' },
        one: { kind: 'work', worker: 'w', prompt: 'One.' },
        sub: { kind: 'call', flow: 'inner', output: 'state.out', writes: 'last', next: '@complete' },
      },
      { channels: { items: {}, done: {}, last: {} } },
    );
    const flows = new Map([['inner', { flow: inner, hash: 'h' }]]);
    const { end, trace } = await play(
      flow,
      {
        steps: {
          list: { '1': { structured: ['a', 'b', 'c'] } },
          one: { '*': { structured: 'fine' }, '#1': { status: 'failed', why: 'no' } },
          'sub/act': { '1': { structured: 42 } },
        },
      },
      { flows },
    );
    expect(end.outcome).toBe('complete');
    const done = trace.flatMap((entry) => (entry.type === 'commit' ? entry.events : []));
    const writes = done.flatMap((event) => (event.type === 'step.done' ? (event.writes ?? []) : []));
    expect(writes.map(({ channel, value }) => [channel, value])).toEqual([
      ['items', ['a', 'b', 'c']],
      ['done', ['fine', null, 'fine']],
      ['out', 42],
      ['last', 42],
    ]);
  });
});

describe('what the script leaves out', () => {
  it('is pessimistic for whoever judges, and work is as its check wants it', async () => {
    const flow = flowWith('draft', {
      draft: work('gate', {
        output: {
          type: 'object',
          properties: { kind: { enum: ['x'] }, n: { type: 'integer' } },
          required: ['kind', 'n'],
        },
        check: { required: ['summary.title'], accept: ['pass'], filesExist: ['out.md'], changedOnDisk: 'any' },
      }),
      gate: {
        kind: 'gate',
        evaluator: { worker: 'critic' },
        maxAttempts: 2,
        next: '@complete',
        routes: { revise: 'draft', escalate: '@escalate' },
      },
    });
    const { end, steps } = await play(flow);
    expect(end.outcome).toBe('escalated');
    expect(steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      'draft done',
      'gate failed',
      'draft done',
      'gate escalated',
    ]);
  });
});
