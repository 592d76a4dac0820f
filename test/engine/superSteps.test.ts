import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { inputsOf } from '../../engine/run/inputs';
import { byStep, flowWith, work } from '../fakes/flows';
import { entries, events, facts, readState, resume, run } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { world } from '../fakes/world';

const LIST = { channels: { list: { reducer: 'append' } } };
const fan = (...ids: string[]) =>
  flowWith(
    ids,
    {
      ...Object.fromEntries(ids.map((id) => [id, work('merge', { writes: 'list' })])),
      merge: { kind: 'join', next: '@complete' },
    },
    LIST,
  );
const chain = (...ids: string[]) =>
  flowWith(
    ids[0] ?? '',
    Object.fromEntries(ids.map((id, index) => [id, work(ids[index + 1] ?? '@complete', { writes: 'list' })])),
    LIST,
  );

describe('what a run is given', () => {
  it('AF-09 an input that is not declared is refused before any step, and so is one of another type or missing', () => {
    const flow = flowWith(
      'a',
      { a: work('@complete') },
      { inputs: { n: { type: 'integer' }, t: { type: 'string', default: 'x' } } },
    );
    expect(inputsOf(flow, { n: 1 })).toEqual({ ok: true, value: { n: 1, t: 'x' } });
    const refused = inputsOf(flow, { n: 1.5, m: 2 });
    expect(refused).toMatchObject({ ok: false });
    expect(!refused.ok && refused.why).toMatch(/no input "m" \(declared: n, t\).*"n" is to be of type integer/);
    expect(inputsOf(flow, {})).toMatchObject({ ok: false, why: 'the input "n" (integer) is missing' });
  });
});

describe('routers', () => {
  const routed = (router: { readonly [key: string]: Json }) =>
    flowWith('r', { r: { kind: 'router', ...router }, a: work('@complete') });

  it('AF-12 nothing matches and there is no "else": the run fails with "no route"', async () => {
    const flow = routed({
      cases: [
        { when: 'steps.a.visits > 0', to: 'a' },
        { when: 'false', to: 'a' },
      ],
    });
    const state = await run(flow, world({ workers: {} }));
    expect(state.end).toMatchObject({ outcome: 'failed' });
    expect(state.end?.why).toContain('no route');
  });

  it('AF-13 a choice that is none of the branches fails the run, naming step and choice, and nothing of it is decided', async () => {
    const made = world({ workers: { main: () => ({ branch: 'nowhere' }) } });
    const state = await run(routed({ worker: 'main', branches: { go: 'a' } }), made);
    expect(state.end).toMatchObject({ outcome: 'failed' });
    expect(state.end?.why).toMatch(/"r".*"nowhere"/);
    expect(events(made, 'step.done')).toEqual([]);
  });
});

describe('a super-step', () => {
  it('AF-16 one step throws: nothing of its sibling is decided, and the last commit is the one before', async () => {
    const flow = flowWith(
      'first',
      {
        first: work(['a', 'b']),
        a: work('merge', { writes: 'list' }),
        b: work('merge', { writes: 'list' }),
        merge: { kind: 'join', next: '@complete' },
      },
      LIST,
    );
    const made = world({
      workers: {
        w: byStep({
          b: () => {
            throw new Error('boom');
          },
        }),
      },
    });
    const state = await run(flow, made);
    expect(events(made, 'step.done').map(({ step }) => step)).toEqual(['first']);
    expect(state.channels).toEqual({});
    expect(state.frontier.map(({ step }) => step)).toEqual(['a', 'b']);
  });

  it('AF-17 beside others a handler cannot change what they were given; alone it is given no copy', async () => {
    const seen: unknown[] = [];
    const spoil: Play = (request) => {
      const list = request.reads['channel:list'] as Json[];
      seen.push(list);
      list.push('spoiled');
      return {};
    };
    const reads = { reads: ['channel:list'] };
    const two = flowWith(
      ['a', 'b'],
      { a: work('j', reads), b: work('j', reads), j: { kind: 'join', next: '@complete' } },
      { channels: { list: { reducer: 'append', initial: ['x'] } } },
    );
    const made = world({ workers: { w: spoil } });
    const state = await run(two, made);
    expect(seen).toEqual([
      ['x', 'spoiled'],
      ['x', 'spoiled'],
    ]);
    expect(state.channels).toEqual({ list: ['x'] });

    const alone = flowWith('a', { a: work('@complete', reads) }, { channels: { list: { initial: ['x'] } } });
    const given: unknown[] = [];
    const take: Play = (request) => {
      given.push(request.reads['channel:list']);
      return {};
    };
    const one = world({ workers: { w: take } });
    const after = await run(alone, one);
    expect(given[0]).toBe(after.channels.list);
  });

  it('AF-18 at most two of five at once, and what they write is folded in frontier order', async () => {
    let [active, most] = [0, 0];
    const waiting: (() => void)[] = [];
    const made = world({
      workers: {
        w: async (request) => {
          active += 1;
          most = Math.max(most, active);
          // Ends once another one has begun or nothing else can: the last to begin ends first.
          await new Promise<void>((go) => {
            waiting.push(go);
            if (waiting.length === 2 || request.step === 'e') for (const each of waiting.splice(0).reverse()) each();
          });
          active -= 1;
          return { structured: request.step };
        },
      },
    });
    const flow = { ...fan('a', 'b', 'c', 'd', 'e'), concurrency: 2 };
    const state = await run(flow, made);
    expect(most).toBe(2);
    expect(state.channels).toEqual({ list: ['a', 'b', 'c', 'd', 'e'] });
  });

  const circle = (superSteps: number) => flowWith('a', { a: work('b'), b: work('a') }, { budget: { superSteps } });

  it('AF-19 after as many super-steps as it may take it ends as a possible endless cycle, never complete', async () => {
    const made = world({ workers: { w: () => ({}) } });
    const state = await run(circle(5), made);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'super-step-limit' });
    expect(made.requests).toHaveLength(5);
  });

  it('AF-20 super-steps before a resume count too: it goes on only with the bound raised, and only so far', async () => {
    const made = world({ workers: { w: () => ({}) } });
    await run(circle(5), made);
    await expect(async () => resume(circle(5), made)).rejects.toMatchObject({ code: 'bound-not-raised' });
    const state = await resume(circle(5), made, { raised: { budget: { superSteps: 7 } } });
    expect(state.end).toMatchObject({ reason: 'super-step-limit' });
    expect(made.requests).toHaveLength(7);
  });
});

describe('the trace', () => {
  it('AF-92 and EN-18 what a step came to is a fact; that it was decided stands only in a commit', async () => {
    const flow = flowWith(['g', 'b'], {
      g: { kind: 'gate', evaluator: { when: 'true' }, next: 'j', routes: { revise: 'g', escalate: '@stop' } },
      b: work('j'),
      j: { kind: 'join', next: '@complete' },
    });
    const made = world({
      workers: {
        w: () => {
          throw new Error('boom');
        },
      },
    });
    await run(flow, made);
    expect(facts(made, 'step.finished').map(({ step }) => step)).toEqual(['g']);
    expect(events(made, 'gate.decided')).toEqual([]);
    expect(readState(made).gates).toEqual({});
  });

  it('EN-05 counters, what is due and state of one decision are one line: cut before it, none is there', async () => {
    const flow = chain('a', 'b');
    const whole = world({ workers: { w: byStep() } });
    await run(flow, whole);
    const commits = entries(whole).filter((entry) => entry.type === 'commit');
    expect(commits[0]).toMatchObject({
      frontier: [{ step: 'b', visit: 1 }],
      events: [{ type: 'step.done', writes: [{ value: 'a' }] }],
    });
    const cut = world({ workers: { w: byStep() } });
    cut.lines.push(
      ...whole.lines.slice(
        0,
        entries(whole).findIndex((entry) => entry.type === 'commit'),
      ),
    );
    expect(readState(cut)).toMatchObject({ channels: {}, frontier: [{ step: 'a', visit: 1 }], superStep: 0 });
  });
});
