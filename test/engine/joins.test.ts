import { describe, expect, it } from 'vitest';
import { graphOf, reachable, routesBy } from '../../engine/flow/graph';
import type { Json } from '../../engine/json';
import { arriving, deadlock, joinReach, lateFor, met, readyOf } from '../../engine/run/joins';
import type { Due } from '../../engine/trace/scope';
import { fc } from '../fc';

type Steps = Readonly<Record<string, Json>>;

const to = (...next: string[]): Json => ({ kind: 'work', next });
const all = (next: string): Json => ({ kind: 'join', next });
const any = (next: string): Json => ({ kind: 'join', wait: 'any', next });
const gate = (next: string, revise: string): Json => ({
  kind: 'gate',
  next,
  routes: { revise, escalate: '@escalate' },
});
const flow = (steps: Steps, loops: Steps = {}): Json => ({ converge: 1, start: 'start', steps, loops });

const reachOf = (steps: Steps, loops: Steps = {}) => {
  const found = joinReach(graphOf(flow(steps, loops)));
  return Object.fromEntries([...found].map(([join, from]) => [join, [...from].sort()]));
};

const waitIn = (steps: Steps) => (step: string) => {
  const found = steps[step] as { kind: string; wait?: 'any' } | undefined;
  return found?.kind === 'join' ? (found.wait ?? 'all') : undefined;
};

const due = (step: string, late?: readonly string[]): Due => ({
  step,
  visit: 1,
  ...(late === undefined ? {} : { late }),
});

/** The super-steps of a flow in which every step takes its strong routes, or those that `choose` gives it. */
function play(steps: Steps, choose: (step: string, visit: number) => readonly string[] | undefined = () => undefined) {
  const reach = joinReach(graphOf(flow(steps)));
  const visits = new Map<string, number>();
  const rounds: string[][] = [];
  let frontier: readonly Due[] = [due('start')];
  while (frontier.length > 0 && rounds.length < 200) {
    const { ready, waiting } = readyOf(reach, frontier, waitIn(steps));
    if (ready.length === 0) return { rounds, stuck: waiting.map(({ step }) => step) };
    rounds.push(ready.map(({ step }) => step));
    const late = lateFor(reach, ready, (step) => waitIn(steps)(step) === 'any');
    const next = new Map<string, Due>(waiting.map((each) => [each.step, late(each)]));
    for (const each of ready) {
      visits.set(each.step, (visits.get(each.step) ?? 0) + 1);
      const strong = [(steps[each.step] as { next: string | string[] }).next].flat();
      for (const target of choose(each.step, visits.get(each.step) ?? 0) ?? strong) {
        if (target.startsWith('@')) continue;
        const arrived = arriving(next.get(target), late(each).late, target);
        if (arrived !== 'ends') next.set(target, met(due(target), arrived));
      }
    }
    frontier = [...next.values()];
  }
  return { rounds, stuck: [], visits };
}

describe('joins', () => {
  const uneven: Steps = {
    start: to('a', 'b'),
    a: to('merge'),
    b: to('c'),
    c: to('d'),
    d: to('merge'),
    merge: all('@complete'),
  };

  it('SH-17 a join runs once, after the shorter and the longer branch', () => {
    expect(play(uneven).rounds).toEqual([['start'], ['a', 'b'], ['c'], ['d'], ['merge']]);
  });

  it('SH-17 without a join the same step runs for each branch', () => {
    const plain = { ...uneven, merge: to('@complete') };
    expect(
      play(plain)
        .rounds.flat()
        .filter((step) => step === 'merge'),
    ).toHaveLength(2);
  });

  it('a join waits for the branches that are alive, not for those that ended elsewhere', () => {
    const elsewhere = play(uneven, (step) => (step === 'c' ? ['@stop'] : undefined));
    expect(elsewhere.rounds).toEqual([['start'], ['a', 'b'], ['c'], ['merge']]);
    const none = readyOf(new Map([['merge', new Set(['d'])]]), [due('merge'), due('x')], () => 'all');
    expect(none).toEqual({ ready: [due('merge'), due('x')], waiting: [] });
  });

  it('a join with "any" goes on with the first branch, and the others end where they meet it', () => {
    const first = play({ ...uneven, merge: any('after'), after: to('@complete') });
    expect(first.rounds).toEqual([['start'], ['a', 'b'], ['merge', 'c'], ['after', 'd']]);
  });

  it('what follows a late branch is late as long as it can reach the join, and not where one meets it in time', () => {
    const reach = new Map([['merge', new Set(['b', 'c', 'm'])]]);
    const late = lateFor(reach, [due('merge'), due('b'), due('x')], (step) => step === 'merge');
    expect(late(due('b')).late).toEqual(['merge']);
    expect(late(due('x'))).toEqual(due('x'));
    expect(late(due('merge'))).toEqual(due('merge'));
    const later = lateFor(reach, [due('c')], () => false);
    expect(later(due('c', ['merge'])).late).toEqual(['merge']);
    expect(later(due('out', ['merge']))).toEqual(due('out'));
    expect(arriving(undefined, ['merge'], 'merge')).toBe('ends');
    expect(arriving(undefined, ['merge'], 'm')).toEqual(['merge']);
    expect(arriving(due('m', ['merge']), ['merge'], 'm')).toEqual(['merge']);
    expect(arriving(due('m'), ['merge'], 'm')).toEqual([]);
    expect(arriving(due('m', ['merge']), undefined, 'm')).toEqual([]);
    expect(met(due('m'), [])).toEqual(due('m'));
    expect(met(due('m'), ['merge'])).toEqual(due('m', ['merge']));
  });

  it('a branch that is done over again is still waited for', () => {
    const steps: Steps = {
      start: to('a', 'b'),
      a: to('check'),
      check: gate('merge', 'a'),
      b: to('merge'),
      merge: all('@complete'),
    };
    expect(reachOf(steps).merge).toEqual(['a', 'b', 'check', 'start']);
    const again = play(steps, (step, visit) => (step === 'check' && visit < 3 ? ['a'] : undefined));
    expect(again.rounds.at(-1)).toEqual(['merge']);
    expect(again.rounds.flat().filter((step) => step === 'merge')).toHaveLength(1);
  });

  it('what begins the next wave is not waited for: joins side by side in a cycle run together', () => {
    const steps: Steps = {
      start: to('a', 'b'),
      a: to('left'),
      b: to('b2'),
      b2: to('right'),
      left: all('merge'),
      right: all('merge'),
      merge: all('check'),
      check: gate('@complete', 'start'),
    };
    expect(reachOf(steps)).toMatchObject({ left: ['a'], right: ['b', 'b2'] });
    const twice = play(steps, (step, visit) => (step === 'check' && visit === 1 ? ['start'] : undefined));
    expect(twice.stuck).toEqual([]);
    expect(twice.rounds.slice(0, 6)).toEqual([['start'], ['a', 'b'], ['left', 'b2'], ['right'], ['merge'], ['check']]);
    expect(twice.rounds.slice(6)).toEqual(twice.rounds.slice(0, 6));
  });

  it('a branch that was late in one wave is in time in the next', () => {
    const steps: Steps = {
      start: to('a', 'b'),
      a: to('first'),
      b: to('b2'),
      b2: { kind: 'router', else: 'first', branches: { again: 'start' } },
      first: any('@complete'),
    };
    const again = play(steps, (step, visit) => (step === 'b2' ? [visit === 1 ? 'start' : 'first'] : undefined));
    expect(again.rounds.flat().filter((step) => step === 'first')).toHaveLength(2);
    const never = play(steps, (step) => (step === 'b2' ? ['first'] : undefined));
    expect(never.rounds.flat().filter((step) => step === 'first')).toHaveLength(1);
  });

  it('of two joins on one cycle the one with the plainer way goes first', () => {
    // The branch a is done over again behind both: no step is passed by all.
    const steps: Steps = {
      start: to('c', 'a', 'b'),
      a: to('inner'),
      b: to('inner'),
      c: to('outer'),
      inner: all('outer'),
      outer: all('check'),
      check: gate('@complete', 'a'),
    };
    expect(play(steps).rounds).toEqual([['start'], ['c', 'a', 'b'], ['inner'], ['outer'], ['check']]);
    const chosen = { ...steps, check: { kind: 'router', cases: [{ when: 'true', to: 'a' }], else: '@complete' } };
    expect(reachOf(chosen)).toMatchObject({ inner: ['a', 'b', 'check', 'start'] });
    expect(reachOf(chosen).outer).toContain('inner');
  });

  it('two joins that wait for each other cannot go on, and are named', () => {
    const steps: Steps = {
      start: to('a', 'b'),
      a: to('left'),
      b: to('right'),
      left: all('right'),
      right: all('left'),
    };
    expect(play(steps)).toMatchObject({ rounds: [['start'], ['a', 'b']], stuck: ['left', 'right'] });
    expect(deadlock([due('left'), due('right')])).toMatch(/"left" and "right"/);
    // Where only failures lead across, neither waits.
    const apart = play({ ...steps, left: all('l'), right: all('r'), l: gate('@stop', 'b'), r: gate('@stop', 'a') });
    expect(apart).toMatchObject({ stuck: [], rounds: [['start'], ['a', 'b'], ['left', 'right'], ['l', 'r']] });
  });

  it('loops lead back and out: exits, converging and handing over are ways, the next pass is another wave', () => {
    const around: Steps = {
      start: to('act', 'x'),
      x: to('merge'),
      act: to('judge'),
      judge: { kind: 'judge', next: '@complete' },
      fixer: to('merge'),
      merge: all('@complete'),
    };
    const until = { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 2, onExhausted: 'fixer' } };
    expect(reachOf(around, until).merge).toEqual(['act', 'fixer', 'judge', 'start', 'x']);
    expect(reachOf(around).merge).toEqual(['fixer', 'start', 'x']);
    const improve = { up: { type: 'improve', head: 'act', tail: 'judge', onConverged: 'fixer' } };
    expect(reachOf(around, improve).merge).toContain('judge');
    const group = { g: { type: 'group', from: 'judge', to: 'act', maxIterations: 2, exitTo: 'fixer' } };
    expect(reachOf(around, group).merge).toContain('judge');
    const inside: Steps = {
      start: to('a', 'b'),
      a: to('merge'),
      b: to('merge', 'judge'),
      merge: all('judge'),
      judge: { kind: 'judge', next: '@complete' },
    };
    const loop = { fix: { type: 'until', head: 'start', tail: 'judge', maxPasses: 2 } };
    expect(reachOf(inside, loop).merge).toEqual(['a', 'b']);
  });
});

/** Flows without cycles: each step leads to some later ones; the last leads out. */
const acyclic = fc
  .array(
    fc.record({
      kind: fc.constantFrom('work', 'all', 'any'),
      leads: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((list): Steps => {
    const id = (index: number) => (index === 0 ? 'start' : `s${index}`);
    return Object.fromEntries(
      list.map(({ kind, leads }, index) => {
        const left = list.length - index - 1;
        const next = left === 0 ? ['@complete'] : [...new Set(leads.map((lead) => id(index + 1 + (lead % left))))];
        const step: Json = kind === 'work' ? { kind, next } : { kind: 'join', wait: kind, next };
        return [id(index), step];
      }),
    );
  });

describe('joins in any flow without cycles', () => {
  it('SH-17 each join that is reached runs exactly once, and the flow comes to its end', () => {
    fc.assert(
      fc.property(acyclic, (steps) => {
        const { rounds, stuck } = play(steps);
        expect(stuck).toEqual([]);
        expect(rounds.length).toBeLessThan(200);
        const ran = rounds.flat();
        const reached = reachable(routesBy(graphOf(flow(steps)).routes, 'from'), ['start']);
        for (const id of Object.keys(steps)) {
          if (!reached.has(id)) expect(ran).not.toContain(id);
          else if (waitIn(steps)(id) === undefined) expect(ran).toContain(id);
          else expect(ran.filter((each) => each === id)).toEqual([id]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('SH-17 a join with "all" runs after everything that can reach it', () => {
    fc.assert(
      fc.property(acyclic, (steps) => {
        const { rounds } = play(steps);
        const reach = joinReach(graphOf(flow(steps)));
        for (const [join, from] of reach) {
          if (waitIn(steps)(join) !== 'all') continue;
          const at = rounds.findIndex((round) => round.includes(join));
          if (at < 0) continue;
          expect(
            rounds
              .slice(at)
              .flat()
              .filter((step) => from.has(step)),
          ).toEqual([]);
        }
      }),
    );
  });
});
