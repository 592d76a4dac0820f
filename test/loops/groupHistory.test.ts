import { describe, expect, it } from 'vitest';
import type { GroupEvent, GroupPlan } from '../../engine/loops/group';
import { foldGroup, groupSnapshot } from '../../engine/loops/group';
import type { GroupState } from '../../engine/loops/innerState';
import { fc } from '../fc';
import type { Journey } from './journey';
import { as, counted, go, groupOf, numbers, refine, START } from './journey';

/** Two groups, where the first exits to the entry of the second. */
const chain = (max: number): readonly GroupPlan[] => [
  groupOf('a', ['a1', 'a2', 'a3'], 'b1', max),
  groupOf('b', ['b1', 'b2'], 'main', max),
];
const STEPS = ['a1', 'a2', 'a3', 'b1', 'b2', 'main', 'worker', '@stop'] as const;
const anyHop = fc.record({
  /** Null: it hops on from where it is. */
  from: fc.option(fc.constantFrom<string>(...STEPS.slice(0, -1)), { freq: 4 }),
  to: fc.constantFrom(...STEPS),
  max: fc.integer({ min: 1, max: 4 }),
  strong: fc.boolean(),
  exit: fc.boolean(),
});
/** Mostly round and round, so that batches are used up. */
const usualHop = fc.record({
  from: fc.constant(null),
  to: fc.constant(null),
  max: fc.integer({ min: 1, max: 4 }),
  strong: fc.constant(true),
  exit: fc.constant(false),
});
const NEXT: Readonly<Record<string, string>> = { a1: 'a2', a2: 'a3', a3: 'a1', b1: 'b2', b2: 'b1', main: 'a1' };

const anyHistory = fc
  .array(fc.oneof({ weight: 3, arbitrary: usualHop }, { weight: 1, arbitrary: anyHop }), {
    minLength: 10,
    maxLength: 60,
  })
  .map((hops) =>
    hops.reduce<{ readonly journey: Journey; readonly steps: readonly Step[] }>(
      ({ journey, steps }, { from, to, max, strong, exit }) => {
        const before = from === null ? journey : as(from, journey);
        const hop = { to: to ?? NEXT[before.at ?? ''] ?? 'a1', strong, exit };
        const after = go(chain(max), before, hop);
        return { journey: after, steps: [...steps, { before, after, max, hop }] };
      },
      { journey: START, steps: [] },
    ),
  );

interface Step {
  readonly before: Journey;
  readonly after: Journey;
  readonly max: number;
  readonly hop: { readonly to: string; readonly strong: boolean; readonly exit: boolean };
}

const newEvents = ({ before, after }: Step): readonly GroupEvent[] => after.events.slice(before.events.length);
function refolded(events: readonly GroupEvent[], known: Readonly<Record<string, GroupState>> = {}) {
  const states = { ...known };
  for (const event of events) states[event.loop] = foldGroup(states[event.loop], event);
  return states;
}
const of = <T extends GroupEvent['type']>(events: readonly GroupEvent[], loop: string, type: T) =>
  events.filter((event): event is Extract<GroupEvent, { type: T }> => event.type === type && event.loop === loop);

describe('loop groups: any history', () => {
  it('SE-31 the total is the sum over batches of the iterations started in each', () => {
    fc.assert(
      fc.property(anyHistory, ({ journey }) => {
        for (const loop of ['a', 'b']) {
          const lasts = new Map<number, number>();
          for (const { batch, iteration } of of(journey.events, loop, 'workflow.loop.iteration')) {
            expect(iteration).toBe((lasts.get(batch) ?? 0) + 1);
            lasts.set(batch, iteration);
          }
          const sum = [...lasts.values()].reduce((all, one) => all + one, 0);
          expect(journey.states[loop]?.total ?? 0).toBe(sum);
        }
      }),
    );
  });

  it('SE-57 counters from the events, replayed in order, are those of the snapshot', () => {
    fc.assert(
      fc.property(anyHistory, ({ journey }) => {
        expect(groupSnapshot(refolded(journey.events))).toEqual(groupSnapshot(journey.states));
      }),
    );
    expect(groupSnapshot(refolded(go(refine(), START, 'revise').events)).loopBatches).toEqual({ refine: 1 });
  });

  it('SE-58 a batch start comes directly before iteration 1 of that batch, and every iteration 1 behind one', () => {
    fc.assert(
      fc.property(anyHistory, ({ journey: { events } }) => {
        events.forEach((event, index) => {
          const next = events[index + 1];
          const { loop } = event;
          if (event.type === 'workflow.loop.batch.started')
            expect(next).toMatchObject({ type: 'workflow.loop.iteration', loop, batch: event.batch, iteration: 1 });
          if (event.type === 'workflow.loop.iteration' && event.iteration === 1)
            expect(events[index - 1]).toMatchObject({ type: 'workflow.loop.batch.started', loop, batch: event.batch });
        });
      }),
    );
  });

  it('SE-59 a batch of n has n iteration events and one exhausted event, an extra pass adds none', () => {
    for (const n of [1, 2, 5]) {
      const rounds = Array.from({ length: n }, () => ['measure', 'assess', 'revise']).flat();
      const batch = go(refine(n), START, 'revise', ...rounds, 'measure', 'assess', 'revise');
      expect(of(batch.events, 'refine', 'workflow.loop.iteration')).toHaveLength(n);
      expect(of(batch.events, 'refine', 'workflow.loop.exhausted')).toHaveLength(1);
    }
  });

  it('SE-59 no batch ends twice, and none goes on behind its end', () => {
    fc.assert(
      fc.property(anyHistory, ({ journey: { events } }) => {
        const over = new Set<string>();
        for (const event of events) {
          const batch = `${event.loop} ${event.batch}`;
          expect(over.has(batch)).toBe(false);
          const begins = event.type === 'workflow.loop.iteration' || event.type === 'workflow.loop.batch.started';
          if (!begins) over.add(batch);
        }
      }),
    );
  });

  it('SE-60 exhausted is the first thing a hop says, before the hand-off and the batch that follows', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyHistory, ({ steps }) => {
        for (const step of steps) {
          const said = newEvents(step);
          const index = said.findIndex(({ type }) => type === 'workflow.loop.exhausted');
          if (index < 0) continue;
          seen++;
          expect(index).toBe(0);
          expect(step.after.handoff).toEqual({ loop: said[0]?.loop, reason: 'loop-limit' });
          expect(said[0]).toMatchObject({ to: step.after.at });
        }
      }),
    );
    expect(seen).toBeGreaterThan(20);
  });

  it('SE-60 each hand-off leads to the exit of its group, and is this hop alone', () => {
    fc.assert(
      fc.property(anyHistory, ({ steps }) => {
        for (const { after, max } of steps) {
          if (after.handoff === undefined) continue;
          const group = chain(max).find(({ id }) => id === after.handoff?.loop);
          expect(after.at).toBe(group?.loop.exitTo);
        }
      }),
    );
  });

  it('SE-55 whatever the cap is at any point, counters only go on, by one, and never beyond the cap in force', () => {
    fc.assert(
      fc.property(anyHistory, ({ steps }) => {
        for (const { before, after, max } of steps) {
          for (const loop of ['a', 'b']) {
            const [was, is] = [before.states[loop], after.states[loop]];
            const more = (is?.total ?? 0) - (was?.total ?? 0);
            expect([0, 1]).toContain(more);
            expect([0, 1]).toContain((is?.batch ?? 0) - (was?.batch ?? 0));
            if (more === 1) expect(is?.iteration).toBeLessThanOrEqual(max);
            else expect(is?.iteration).toBe(was?.iteration);
          }
        }
      }),
    );
  });

  it('EN-06 a decision that is carried out twice counts once, wherever it stands', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(), fc.nat(), ({ journey: { events, states } }, one, other) => {
        const [from, to] = [one % (events.length + 1), other % (events.length + 1)].sort((a, b) => a - b);
        const again = [...events.slice(0, to), ...events.slice(from, to), ...events.slice(to)];
        expect(refolded(again)).toEqual(states);
        expect(refolded(events.slice(from, to), states)).toEqual(states);
      }),
    );
    const start = go(refine(), START, 'revise');
    expect(refolded([...start.events, ...start.events]).refine).toMatchObject({ batch: 1, iteration: 1, total: 1 });
  });

  it('EN-10 reading all of it again on top of what is known changes nothing', () => {
    fc.assert(
      fc.property(anyHistory, ({ journey: { events, states } }) => {
        expect(refolded(events, states)).toEqual(states);
      }),
    );
  });

  it('SE-43 a hop that was not committed is decided again from the same numbers, to the same end', () => {
    fc.assert(
      fc.property(anyHistory, ({ steps }) => {
        const last = steps.at(-1);
        if (last === undefined) return;
        const reread = { ...last.before, states: refolded(last.before.events) };
        expect(go(chain(last.max), reread, last.hop)).toEqual(last.after);
      }),
    );
    const tail = go(refine(2), START, 'revise', 'measure', 'assess');
    const [once, again] = [go(refine(2), tail, 'revise'), go(refine(2), tail, 'revise')];
    expect(again).toEqual(once);
    expect(numbers(tail)).toBe('running 1.1.1');
    expect(counted(again)).toEqual(['batch 1', '1.1.1', '1.2.2']);
  });
});
