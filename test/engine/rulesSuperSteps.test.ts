import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import type { RunState } from '../../engine/run/state';
import { byStep, flowWith, work } from '../fakes/flows';
import { notMet } from '../fakes/plays';
import { entries, events, fixFlow, readState, resume, run, runCut } from '../fakes/runs';
import type { Play, World } from '../fakes/world';
import { world } from '../fakes/world';
import { draftFlow, drafting } from './drafting';
import { refineFlow, refining, says } from './refining';

const said: Play = ({ step }) => ({ structured: step });

/** Lets the turns of a super-step end in this order: once all of them have begun, one after the other. */
function endingIn(order: readonly string[], play: Play): Play {
  const waiting = new Map<string, () => void>();
  return async (request, files) => {
    await new Promise<void>((go) => {
      waiting.set(request.step, go);
      if (waiting.size === order.length) waiting.get(order[0] ?? '')?.();
    });
    try {
      return await play(request, files);
    } finally {
      waiting.get(order[order.indexOf(request.step) + 1] ?? '')?.();
    }
  };
}

const ORDERS = [
  ['a', 'b', 'c'],
  ['a', 'c', 'b'],
  ['b', 'a', 'c'],
  ['b', 'c', 'a'],
  ['c', 'a', 'b'],
  ['c', 'b', 'a'],
] as const;
const LIST = { channels: { list: { reducer: 'append' } } };
const three = (reducer: string) =>
  flowWith(
    ['a', 'b', 'c'],
    {
      ...Object.fromEntries(['a', 'b', 'c'].map((id) => [id, work('j', { writes: 'out' })])),
      j: { kind: 'join', next: '@handoff' },
    },
    { channels: { out: { reducer } } },
  );

describe('the updates of a super-step', () => {
  it('AF-01 of writers under last the later one in the flow remains, whichever ends last', async () => {
    for (const order of ORDERS) {
      const state = await run(three('last'), world({ workers: { w: endingIn(order, said) } }));
      expect(state.channels, order.join()).toEqual({ out: 'c' });
    }
  });

  it('SH-15 whichever ends first, the list has one order, and only the one that was broken runs again', async () => {
    for (const order of ORDERS) {
      let broken = true;
      const boom: Play = (request, files) => {
        if (request.step === 'b') throw new Error('boom');
        return said(request, files);
      };
      const first = endingIn(order, boom);
      const made = world({ workers: { w: (request, files) => (broken ? first : said)(request, files) } });
      const discarded = await run(three('append'), made);
      expect([discarded.channels, discarded.end?.why], order.join()).toEqual([{}, 'Step "b" threw: boom']);
      expect(events(made, 'step.done')).toEqual([]);
      broken = false;
      const state = await resume(three('append'), made);
      expect(state.channels, order.join()).toEqual({ out: ['a', 'b', 'c'] });
      expect(
        made.requests.slice(3).map(({ step }) => step),
        order.join(),
      ).toEqual(['b']);
    }
  });

  it('AF-15 one that begins when its sibling has ended sees nothing of it: no channel, no output, no visit', async () => {
    const seeing = (next: string, id: string) =>
      work(next, { writes: { list: `[output, steps.${id}.visits, size(state.list)]` }, reads: ['channel:list', id] });
    const flow = flowWith(
      ['a', 'b'],
      { a: seeing('j', 'b'), b: seeing('j', 'a'), j: { kind: 'join', next: 'end' }, end: work('@handoff') },
      { ...LIST, concurrency: 1 },
    );
    const made = world({ workers: { w: said } });
    const state = await run(flow, made);
    expect(made.requests.slice(0, 2).map(({ reads }) => reads)).toEqual([
      { 'channel:list': [], b: '' },
      { 'channel:list': [], a: '' },
    ]);
    expect(state.channels).toEqual({ list: ['a', 0, 0, 'b', 0, 0] });
  });

  it('AF-07 a field that the channel does not declare fails the step that writes it, naming both and those there are', async () => {
    const flow = flowWith(
      'a',
      { a: work('@handoff', { writes: 'search' }) },
      { channels: { search: { reducer: 'byKey', fields: { found: 'append', best: 'last' } } } },
    );
    const writes = async (structured: { [field: string]: string }) =>
      run(flow, world({ workers: { w: () => ({ structured }) } }));
    const failed = await writes({ found: 'x', worst: 'y' });
    expect(failed.end).toMatchObject({
      outcome: 'failed',
      why: expect.stringMatching(/"a".*"search.worst".*found, best/),
    });
    expect(failed.channels).toEqual({});
    expect((await writes({ found: 'x', best: 'y' })).channels).toEqual({ search: { found: ['x'], best: 'y' } });
  });

  it('SH-17 a join runs once, behind the shorter and the longer branch, and what follows sees both results', async () => {
    const flow = flowWith(
      'start',
      {
        start: work(['a', 'b']),
        a: work('merge', { writes: 'list' }),
        b: work('c'),
        c: work('d'),
        d: work('merge', { writes: 'list' }),
        merge: { kind: 'join', next: 'sum' },
        sum: work('@handoff', { reads: ['channel:list', 'a', 'd'] }),
      },
      LIST,
    );
    const made = world({ workers: { w: byStep() } });
    await run(flow, made);
    const done = events(made, 'step.done').map(({ step }) => step);
    expect(done.filter((step) => step === 'merge')).toHaveLength(1);
    expect(done.indexOf('merge')).toBeGreaterThan(done.indexOf('d'));
    const sums = made.requests.filter(({ step }) => step === 'sum').map(({ reads }) => reads);
    expect(sums).toEqual([{ 'channel:list': ['a', 'd'], a: 'a', d: 'd' }]);
    for (let at = 1; at <= made.appends.count; at++) {
      const cut = world({ workers: { w: byStep() } });
      const state = await runCut(flow, cut, at, 'after');
      expect([state.channels, state.steps.merge?.visits], `cut after append ${at}`).toEqual([{ list: ['a', 'd'] }, 1]);
    }
  });
});

/** What is decided of a run: all of its state but what facts change. */
function decided(state: RunState): Partial<RunState> {
  const { nextSeq: _seq, doing: _doing, spend: _spend, meters: _meters, head: _head, children, ...rest } = state;
  const inside = Object.entries(children).map(([within, { doing: _, ...child }]) => [within, child]);
  return { ...rest, children: Object.fromEntries(inside) };
}

describe('facts and decisions', () => {
  const gated = flowWith('draft', {
    draft: work('review'),
    review: {
      kind: 'gate',
      evaluator: { worker: 'w' },
      next: '@handoff',
      routes: { revise: 'draft', escalate: '@escalate' },
    },
  });
  const STORIES: readonly (readonly [string, Flow, World])[] = [
    ['a gate', gated, world({ workers: { w: ({ visit }) => ({ structured: { passed: visit > 1 } }) } })],
    ['a group', refineFlow({ group: { maxIterations: 2 } }), refining(says('again', 'look', 'again'))],
    [
      'a fan-out that is discarded',
      flowWith('first', {
        first: work(['a', 'b', 'c']),
        ...Object.fromEntries(['a', 'b', 'c'].map((id) => [id, work('j')])),
        j: { kind: 'join', next: '@handoff' },
      }),
      world({
        workers: {
          w: byStep({
            c: () => {
              throw new Error('boom');
            },
          }),
        },
      }),
    ],
    ['an improve loop', draftFlow({ loop: { patience: 1 } }), drafting([50, 60, 60])],
    [
      'an until loop',
      fixFlow({ act: { check: { changedOnDisk: 'claimed' } }, loop: { maxPasses: 2 } }),
      world({
        workers: { implementer: () => ({ claims: ['a.js'] }), reviewer: notMet },
        check: () => ({ exit: 1 }),
      }),
    ],
  ];

  it.each(STORIES)(
    'EN-18 %s: between two commits nothing is decided, whatever facts there are',
    async (_, flow, made) => {
      await run(flow, made);
      const all = entries(made);
      let commits = 0;
      let between = 0;
      for (const [index, entry] of all.entries()) {
        if (index === 0) continue;
        const [before, after] = [index, index + 1].map((length) =>
          decided(readState({ ...made, lines: made.lines.slice(0, length) })),
        );
        if (entry.type === 'commit') {
          commits += 1;
          expect(after, `line ${index + 1}`).not.toEqual(before);
        } else {
          between += 1;
          expect(after, `line ${index + 1}, ${entry.type}`).toEqual(before);
        }
      }
      expect(commits).toBeGreaterThan(1);
      expect(between).toBeGreaterThan(3);
    },
  );
});
