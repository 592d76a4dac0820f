import { describe, expect, it } from 'vitest';
import { openAsks } from '../../engine/run/state';
import { green, idle, met, notMet, passes, red, usd } from '../fakes/plays';
import { entries, events, facts, fixFlow, flowOf, readState, resume, run } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { world } from '../fakes/world';

const work = (next: string | string[], more = {}) => ({ kind: 'work', worker: 'w', prompt: 'x', next, ...more });

describe('steps and routes', () => {
  it('a router takes the first case that is true, else its else', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'f',
      start: 'a',
      steps: {
        a: work('r'),
        r: {
          kind: 'router',
          cases: [
            { when: 'steps.a.output == "no"', to: '@escalate' },
            { when: 'steps.a.visits == 1', to: '@handoff' },
          ],
          else: '@stop',
        },
      },
    });
    const made = world({ workers: { w: () => ({ text: 'yes' }) } });
    expect((await run(flow, made)).end).toMatchObject({ outcome: 'handoff' });
    const other = world({ workers: { w: () => ({ text: 'no' }) } });
    expect((await run(flow, other)).end).toMatchObject({ outcome: 'escalated' });
  });

  it('a router without a route fails the run, naming itself', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'f',
      start: 'r',
      steps: { r: { kind: 'router', cases: [{ when: 'false', to: '@complete' }] } },
    });
    expect((await run(flow, world({ workers: {} }))).end).toMatchObject({
      outcome: 'failed',
      why: expect.stringMatching(/"r".*no route/),
    });
  });

  it('a router whose worker chooses among branches; a choice that is none is told and tried again', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'f',
      start: 'r',
      steps: { r: { kind: 'router', worker: 'w', attempts: 2, branches: { left: '@handoff', right: '@escalate' } } },
    });
    const made = world({ workers: { w: (request) => ({ branch: request.attempt === 1 ? 'up' : 'right' }) } });
    expect((await run(flow, made)).end?.outcome).toBe('escalated');
    expect(made.prompts[1]).toContain('none of left, right');
  });

  it('UL-31 a router that writes is void', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'f',
      start: 'r',
      steps: { r: { kind: 'router', worker: 'w', branches: { left: '@complete' } } },
    });
    const writes: Play = (_, files) => {
      files.set('x', 'y');
      return { branch: 'left' };
    };
    expect((await run(flow, world({ workers: { w: writes } }))).end?.outcome).toBe('failed');
  });

  it('fans out, bounded, each on the same state, and joins once', async () => {
    let active = 0;
    let most = 0;
    const gate: (() => void)[] = [];
    const slow: Play = async () => {
      active++;
      most = Math.max(most, active);
      await new Promise<void>((resolve) => {
        gate.push(resolve);
        if (gate.length === 2) for (const open of gate.splice(0)) open();
      });
      active--;
      return {};
    };
    const flow = flowOf({
      converge: 1,
      id: 'f',
      start: ['a', 'b', 'c', 'd'],
      concurrency: 2,
      steps: { a: work('z'), b: work('z'), c: work('z'), d: work('z'), z: { ...work('@complete'), worker: 'last' } },
    });
    const made = world({ workers: { w: slow, last: idle } });
    const state = await run(flow, made);
    expect(most).toBe(2);
    expect(made.requests.filter(({ step }) => step === 'z')).toHaveLength(1);
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'none' });
  });

  it('a failure outside a loop without a route fails the run; resumed, the step is done anew', async () => {
    const flow = flowOf({ converge: 1, id: 'f', start: 'a', steps: { a: work('@complete', { attempts: 2 }) } });
    let broken = true;
    const made = world({ workers: { w: () => (broken ? { status: 'failed', why: 'no' } : {}) } });
    const state = await run(flow, made);
    expect(state.end).toMatchObject({ outcome: 'failed', why: expect.stringContaining('"a"') });
    broken = false;
    expect((await resume(flow, made)).end?.outcome).toBe('complete');
    expect(made.requests.map(({ attempt }) => attempt)).toEqual([1, 2, 1]);
  });

  it('an ask parks the run; an answer that is no choice is none; the right one goes on', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'f',
      start: 'q',
      steps: {
        q: { kind: 'ask', question: 'Ship?', choices: ['yes', 'no'], routes: { yes: '@complete', no: '@stop' } },
      },
    });
    const made = world({ workers: {} });
    const parked = await run(flow, made);
    expect(parked.end).toBeNull();
    expect(openAsks(parked)).toMatchObject([{ id: 'q.1', question: 'Ship?' }]);
    const still = await resume(flow, made, {
      onStart: (to) => to.send({ do: 'answer', ask: 'q.1', choice: 'maybe' }, 'ada'),
    });
    expect(still.end).toBeNull();
    const done = await resume(flow, made, {
      onStart: (to) => to.send({ do: 'answer', ask: 'q.1', choice: 'yes' }, 'ada'),
    });
    expect(done.end?.outcome).toBe('complete');
    expect(events(made, 'ask.answered')).toMatchObject([{ choice: 'yes', by: 'ada' }]);
  });

  it('an ask takes its default once its deadline is over, and not before', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'f',
      start: 'q',
      steps: {
        q: {
          kind: 'ask',
          question: 'Ship?',
          choices: ['yes', 'no'],
          deadline: '40d',
          default: 'no',
          routes: { yes: '@complete', no: '@stop' },
        },
      },
    });
    const made = world({ workers: {} });
    await run(flow, made);
    made.turn(39 * 86_400_000);
    expect((await resume(flow, made)).end).toBeNull();
    made.turn(2 * 86_400_000);
    expect((await resume(flow, made)).end).toMatchObject({ outcome: 'stopped', reason: 'route' });
  });

  it('an ask beside a work step parks both; the finished one is not run again', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'f',
      start: ['a', 'q'],
      steps: { a: work('@complete'), q: { kind: 'ask', question: '?', choices: ['ok'], routes: { ok: '@complete' } } },
    });
    const made = world({ workers: { w: idle } });
    await run(flow, made);
    const done = await resume(flow, made, {
      onStart: (to) => to.send({ do: 'answer', ask: 'q.1', choice: 'ok' }, 'ada'),
    });
    expect(done.end?.outcome).toBe('complete');
    expect(made.requests).toHaveLength(1);
  });

  it('UL-30 a loop entered again counts its passes anew while its total goes on', async () => {
    const flow = fixFlow({
      judge: { next: 'again' },
      steps: { again: { kind: 'router', cases: [{ when: 'steps.again.visits == 0', to: 'act' }], else: '@complete' } },
    });
    const made = world({ workers: { implementer: idle, reviewer: met }, check: green });
    const state = await run(flow, made);
    expect(state.end?.outcome).toBe('complete');
    expect(events(made, 'pass.started').map(({ pass, total }) => [pass, total])).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });
});

describe('stops, set-up and resume', () => {
  it('a stop at a boundary lets the super-step finish, ends stopped by a person, and can be resumed', async () => {
    const made = world({ workers: { implementer: idle, reviewer: met }, check: green });
    const flow = fixFlow();
    const stopped = await run(flow, made, { onStart: (driving) => driving.send({ do: 'stop' }, 'ada') });
    expect(stopped.end).toMatchObject({ outcome: 'stopped', reason: 'by-person' });
    expect(facts(made, 'control')).toMatchObject([{ act: { do: 'stop' }, by: 'ada' }]);
    expect((await resume(flow, made)).end?.outcome).toBe('complete');
    expect(passes(made)).toEqual([1]);
  });

  it('a stop now ends the turn, ends cancelled, keeps latches and notes, and can be resumed', async () => {
    const flow = fixFlow({ loop: { maxPasses: 3 } });
    let hang = true;
    const made = world({
      workers: {
        implementer: (request) => {
          if (request.pass === 1) return { status: 'failed', why: 'no' };
          if (!hang) return {};
          queueMicrotask(() => driving?.send({ do: 'cancel' }, 'ada'));
          return new Promise(() => {});
        },
        reviewer: met,
      },
      check: green,
    });
    let driving: Parameters<NonNullable<Parameters<typeof run>[2]>['onStart'] & object>[0] | undefined;
    const state = await run(flow, made, {
      onStart: (of) => {
        driving = of;
      },
    });
    expect(state.end).toMatchObject({ outcome: 'cancelled' });
    expect(state.ledger).toMatchObject([{ id: 'step:act', state: 'open' }]);
    hang = false;
    const done = await resume(flow, made);
    expect(done.end?.outcome).toBe('complete');
    expect(passes(made)).toEqual([1, 2]);
  });

  it('SH-38 a program that is missing is one set-up error; passes are not used up', async () => {
    const made = world({
      workers: { implementer: () => ({ status: 'not-started', why: 'nope: not found in PATH' }), reviewer: met },
      check: red,
    });
    const state = await run(fixFlow(), made);
    expect(state.end).toMatchObject({
      outcome: 'failed',
      failure: 'program-missing',
      why: expect.stringContaining('nope'),
    });
    expect(passes(made)).toEqual([1]);
    const check = world({ workers: { implementer: idle, reviewer: met }, check: () => ({ status: 'not-found' }) });
    expect((await run(fixFlow(), check)).end).toMatchObject({ outcome: 'failed', failure: 'program-missing' });
    expect(check.requests).toHaveLength(0);
  });

  it('a worker nobody knows is named', async () => {
    const state = await run(fixFlow(), world({ workers: { reviewer: met }, check: red }));
    expect(state.end).toMatchObject({ failure: 'worker-unknown', why: expect.stringContaining('"implementer"') });
  });

  it('every stretch that ends has exactly one run.ended', async () => {
    const made = world({ workers: { implementer: idle, reviewer: notMet }, check: red });
    const flow = fixFlow({ loop: { maxPasses: 2 } });
    await run(flow, made);
    await resume(flow, made, { raised: { fix: { maxPasses: 3 } } });
    expect(events(made, 'run.ended')).toHaveLength(2);
    expect(passes(made)).toEqual([1, 2, 3]);
  });

  it('complete is final, and a bound has to be raised', async () => {
    const flow = fixFlow();
    const done = world({ workers: { implementer: idle, reviewer: met }, check: green });
    await run(flow, done);
    await expect(resume(flow, done)).rejects.toThrow(/nothing to resume/);
    const stopped = world({ workers: { implementer: () => ({ usage: usd(1) }), reviewer: notMet }, check: red });
    const capped = fixFlow({ loop: { spendCap: { usd: 1 } } });
    await run(capped, stopped);
    await expect(resume(capped, stopped)).rejects.toThrow(/fix\.usd/);
    await expect(resume(capped, stopped, { raised: { fix: { maxPasses: 9 } } })).rejects.toThrow(/fix\.usd/);
    expect((await resume(capped, stopped, { raised: { fix: { usd: 2 } } })).spend.usd).toBe(2);
  });

  it('SH-02 an edited commit is refused, naming the line; a re-spaced one is as good as before', async () => {
    const cut = async (edit: (line: string) => string) => {
      const made = world({ workers: { implementer: idle, reviewer: notMet }, check: red });
      await run(fixFlow({ loop: { maxPasses: 2 } }), made);
      const index = made.lines.findIndex((line) => line.includes('"pass.started","loop":"fix","pass":2'));
      made.lines[index] = edit(made.lines[index] ?? '');
      return { made, line: index + 1 };
    };
    const spaced = await cut((line) => JSON.stringify(JSON.parse(line), null, 1).replaceAll('\n', ' '));
    expect(readState(spaced.made).loops.fix?.pass).toBe(2);
    for (const wrong of [
      (line: string) => line.replaceAll('"pass":2', '"pass":"2"'),
      (line: string) => line.replaceAll('"pass":2,', ''),
    ]) {
      const edited = await cut(wrong);
      expect(() => readState(edited.made)).toThrow(new RegExp(`Line ${edited.line} `));
    }
  });

  it('SH-14 a missing fact is gone over, a missing commit is not', async () => {
    const made = world({ workers: { implementer: idle, reviewer: notMet }, check: red });
    await run(fixFlow({ loop: { maxPasses: 2 } }), made);
    const fact = made.lines.findIndex((line) => line.includes('"worker.turn"'));
    const commit = made.lines.findIndex((line) => line.includes('"type":"commit"'));
    const without = (index: number) => ({ ...made, lines: made.lines.filter((_, at) => at !== index) });
    expect(readState(without(fact)).end?.reason).toBe('pass-cap');
    expect(() => readState(without(commit))).toThrow(/missing/);
  });

  it('entries are numbered without gaps', async () => {
    const made = world({ workers: { implementer: idle, reviewer: notMet }, check: red });
    await run(fixFlow({ loop: { maxPasses: 3 } }), made);
    expect(entries(made).map(({ seq }) => seq)).toEqual(entries(made).map((_, index) => index));
  });
});
