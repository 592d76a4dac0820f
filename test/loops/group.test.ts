import { describe, expect, it } from 'vitest';
import { foldGroup, groupSnapshot, hop, hopThrough, inboxOf, resetGroup } from '../../engine/loops/group';
import { as, counted, go, groupOf, numbers, refine, START } from './journey';

const ROUND = ['measure', 'assess', 'revise'] as const;
/** In batch 1 of three, all used up, at Main. */
const usedUp = go(refine(), START, 'revise', ...ROUND, ...ROUND, ...ROUND);
/** In iteration 2 of 3 of batch 1, at measure. */
const midBatch = go(refine(), START, 'revise', ...ROUND, 'measure');

describe('loop groups: counting and routing', () => {
  it('SE-14 without groups nothing is counted and every hop leads where it says', () => {
    expect(go([], START, 'revise', ...ROUND)).toMatchObject({ at: 'revise', events: [], states: {} });
  });

  it('SE-16 before anything was counted, counters are absent or 0', () => {
    expect(groupSnapshot({})).toEqual({ loopIterations: {}, loopBatches: {}, loopTotalIterations: {} });
    expect(inboxOf(refine(), undefined)).toMatchObject({ batch: 0, iteration: 0, total: 0, remaining: 3 });
    expect(groupSnapshot(usedUp.states)).toEqual({
      loopIterations: { refine: 3 },
      loopBatches: { refine: 1 },
      loopTotalIterations: { refine: 3 },
    });
  });

  it('SE-17 a hop of Main to the entry is batch 1, iteration 1, total 1', () => {
    expect(go(refine(), as('main', START), 'revise').story).toEqual(['batch 1', '1.1.1', '→ revise']);
  });

  it('SE-18 each end of the tail is the next iteration of the same batch', () => {
    const second = go(refine(), START, 'revise', ...ROUND);
    expect(numbers(second)).toBe('running 1.2.2');
    expect(numbers(go(refine(), second, ...ROUND))).toBe('running 1.3.3');
  });

  it('SE-19 the end of the tail in the last iteration leads to exitTo, and counters stay', () => {
    expect(usedUp.at).toBe('main');
    expect(numbers(usedUp)).toBe('spent 1.3.3');
    expect(usedUp.story.filter((line) => line === '→ revise')).toHaveLength(3);
  });

  it('SE-20 Main is handed control with the reason loop-limit, and no other hop carries a reason', () => {
    expect(usedUp.handoff).toEqual({ loop: 'refine', reason: 'loop-limit' });
    expect(usedUp.story.filter((line) => line.includes(','))).toEqual(['→ main, loop-limit']);
    expect(inboxOf(refine(), usedUp.states.refine, usedUp.handoff)).toMatchObject({
      reason: 'loop-limit',
      remaining: 0,
    });
    expect(inboxOf(refine(), usedUp.states.refine, { loop: 'other', reason: 'loop-limit' })).not.toHaveProperty(
      'reason',
    );
  });

  it('SE-21 Main routes to the entry of a used-up batch: batch 2, iteration 1, total 4', () => {
    expect(numbers(go(refine(), usedUp, 'revise'))).toBe('running 2.1.4');
  });

  it('SE-22 a run that starts at a middle member counts nothing before the entry starts', () => {
    const baseline = go(refine(), START, 'measure', 'assess');
    expect(baseline.events).toEqual([]);
    expect(numbers(go(refine(), baseline, 'revise'))).toBe('running 1.1.1');
  });

  it('EN-21 a baseline is number 0, however often it is measured', () => {
    const twice = go(refine(), as('main', go(refine(), START, 'measure', 'assess')), 'measure', 'assess');
    expect(twice.events).toEqual([]);
    expect(inboxOf(refine(), twice.states.refine)).toMatchObject({ batch: 0, iteration: 0, total: 0 });
  });

  it('SE-23 of a batch of one the entry is called once', () => {
    const one = go(refine(1), START, 'revise', ...ROUND);
    expect(one.story).toEqual([
      'batch 1',
      '1.1.1',
      '→ revise',
      '→ measure',
      '→ assess',
      'exhausted 1.1.1',
      '→ main, loop-limit',
    ]);
  });

  it('SE-24 a baseline and three iterations: measure and assess four times, revise three times', () => {
    const all = go(refine(), START, 'measure', 'assess', 'revise', ...ROUND, ...ROUND, ...ROUND);
    const times = (step: string) => all.story.filter((line) => line === `→ ${step}`).length;
    expect([times('measure'), times('assess'), times('revise')]).toEqual([4, 4, 3]);
    expect(all.at).toBe('main');
  });

  it('SE-25 any step outside that leads to the entry starts a batch', () => {
    const fromWorker = go(refine(), START, 'draft', 'revise');
    expect(fromWorker.story).toEqual(['→ draft', 'batch 1', '1.1.1', '→ revise']);
  });

  it('SE-26 a worker as exitTo is next, with the reason, and Main is not asked in between', () => {
    const group = groupOf('refine', ['revise', 'measure', 'assess'], 'report', 1);
    expect(go(group, START, 'revise', ...ROUND)).toMatchObject({
      at: 'report',
      handoff: { loop: 'refine', reason: 'loop-limit' },
    });
  });

  it('SE-27 Main routes to the entry in the middle of a batch: a new batch, total goes on', () => {
    expect(numbers(midBatch)).toBe('running 1.2.2');
    const again = go(refine(), as('main', midBatch), 'revise');
    expect(numbers(again)).toBe('running 2.1.3');
    expect(counted(again).slice(-2)).toEqual(['batch 2', '2.1.3']);
  });

  it('SE-28 Main routes to another member in the middle of a batch: it joins, and the tail goes on counting', () => {
    const joined = go(refine(), as('main', midBatch), 'measure');
    expect(numbers(joined)).toBe('running 1.2.2');
    expect(numbers(go(refine(), joined, 'assess', 'revise'))).toBe('running 1.3.3');
  });

  it('SE-29 Main routes to a member of a used-up batch: one more pass, then it exits again without counting', () => {
    const extra = go(refine(), usedUp, 'measure', 'assess', 'revise');
    expect(extra.at).toBe('main');
    expect(extra.handoff).toEqual({ loop: 'refine', reason: 'loop-limit' });
    expect(extra.events).toEqual(usedUp.events);
    expect(numbers(extra)).toBe('spent 1.3.3');
  });

  it('SE-30 one group counts and the other does not', () => {
    const groups = [refine(), groupOf('polish', ['p1', 'p2'], 'main')];
    const both = go(groups, as('main', go(groups, START, 'p1')), 'revise', ...ROUND);
    expect(numbers(both)).toBe('running 1.2.2');
    expect(numbers(both, 'polish')).toBe('running 1.1.1');
  });

  it('EN-08 one group uses its cap, the other has all of its own', () => {
    const groups = [refine(1), groupOf('polish', ['p1', 'p2'], 'main', 2)];
    const spent = go(groups, START, 'revise', ...ROUND, 'p1', 'p2', 'p1');
    expect(numbers(spent)).toBe('spent 1.1.1');
    expect(numbers(spent, 'polish')).toBe('running 1.2.2');
  });

  it('SE-32 what has started is counted, whatever becomes of it', () => {
    const failing = go(refine(), midBatch, { to: 'repair', strong: false });
    expect(failing.story.slice(-2)).toEqual(['abandoned 1 by measure', '→ repair']);
    expect(numbers(failing)).toBe('spent 1.2.2');
  });

  it('SE-35 where A exits to the entry of B, a batch of B starts, and A has said that it is used up before', () => {
    const groups = [groupOf('b', ['b1', 'b2'], 'main'), groupOf('a', ['a1', 'a2'], 'b1', 1)];
    const chained = go(groups, START, 'a1', 'a2', 'a1');
    expect(chained.story.slice(-4)).toEqual(['exhausted 1.1.1', 'batch 1', '1.1.1', '→ b1, loop-limit']);
    expect(chained.events.map(({ loop }) => loop)).toEqual(['a', 'a', 'a', 'b', 'b']);
    expect(chained.handoff).toEqual({ loop: 'a', reason: 'loop-limit' });
  });

  it('SE-35 an exit to a middle member of B starts none; an exit into its own group ends all the same', () => {
    const into = [groupOf('a', ['a1', 'a2'], 'b2', 1), groupOf('b', ['b1', 'b2'], 'main')];
    expect(numbers(go(into, START, 'a1', 'a2', 'a1'), 'b')).toBe('none 0.0.0');
    const refused = groupOf('a', ['a1', 'a2'], 'a1', 1);
    expect(numbers(go(refused, START, 'a1', 'a2', 'a1'), 'a')).toBe('spent 1.1.1');
  });

  it('EN-07 entered again from outside, the iteration is 1 and the total goes on', () => {
    const again = go(refine(2), START, 'revise', ...ROUND, ...ROUND, 'revise');
    expect(inboxOf(refine(2), again.states.refine)).toMatchObject({ batch: 2, iteration: 1, total: 3, remaining: 1 });
  });

  it('SE-33 an inbox has the numbers, what remains, and the group as it is', () => {
    expect(inboxOf(refine(), midBatch.states.refine)).toEqual({
      batch: 1,
      iteration: 2,
      total: 2,
      remaining: 1,
      members: ['revise', 'measure', 'assess'],
      entry: 'revise',
      tail: 'assess',
      exitTo: 'main',
      maxIterations: 3,
    });
  });

  it('SE-34 the total numbers each iteration once over all batches', () => {
    const three = go(refine(2), START, 'revise', ...ROUND, ...ROUND, 'revise', ...ROUND, ...ROUND);
    const totals = three.events.flatMap((event) => (event.type === 'workflow.loop.iteration' ? [event.total] : []));
    expect(totals).toEqual([1, 2, 3, 4]);
  });

  it('SH-19 two batches: (1,1,1) (1,2,2) (1,3,3), used up once, (2,1,4) (2,2,5)', () => {
    expect(counted(go(refine(), usedUp, 'revise', ...ROUND))).toEqual([
      'batch 1',
      '1.1.1',
      '1.2.2',
      '1.3.3',
      'exhausted 1.3.3',
      'batch 2',
      '2.1.4',
      '2.2.5',
    ]);
  });
});

describe('loop groups: ways out', () => {
  it('the condition at the tail leads out with its own reason, before the cap is looked at', () => {
    const last = go(refine(1), START, 'revise', 'measure', 'assess', { to: 'revise', exit: true });
    expect(last.story.slice(-2)).toEqual(['left 1', '→ main, condition']);
    expect(numbers(last)).toBe('spent 1.1.1');
  });

  it('the condition means nothing at another member, or where the tail was left by another route', () => {
    const member = go(refine(), START, 'revise', { to: 'measure', exit: true });
    expect(member).toMatchObject({ at: 'measure', handoff: undefined });
    const failed = go(refine(), member, 'assess', { to: 'repair', strong: false, exit: true });
    expect(failed.story.slice(-2)).toEqual(['abandoned 1 by assess', '→ repair']);
  });

  it('a baseline that the condition ends starts no batch and has no event', () => {
    const out = go(refine(), START, 'measure', 'assess', { to: 'revise', exit: true });
    expect(out).toMatchObject({ at: 'main', events: [], handoff: { loop: 'refine', reason: 'condition' } });
    expect(numbers(out)).toBe('none 0.0.0');
  });

  it('a batch ends once: what leads out of a spent one says nothing more', () => {
    const byCondition = go(refine(), usedUp, 'measure', 'assess', { to: 'revise', exit: true });
    expect(byCondition).toMatchObject({ handoff: { reason: 'condition' }, events: usedUp.events });
    const byRoute = go(refine(), usedUp, 'measure', { to: 'repair', strong: false });
    expect(byRoute).toMatchObject({ at: 'repair', handoff: undefined, events: usedUp.events });
  });

  it('an abandoned batch is over: another member is an extra pass, the entry a new batch', () => {
    const abandoned = go(refine(), midBatch, { to: 'repair', strong: false });
    expect(inboxOf(refine(), abandoned.states.refine)).toMatchObject({ iteration: 2, remaining: 0 });
    expect(go(refine(), abandoned, 'measure', 'assess', 'revise')).toMatchObject({
      at: 'main',
      events: abandoned.events,
    });
    expect(numbers(go(refine(), abandoned, 'revise'))).toBe('running 2.1.3');
  });

  it('a terminal is outside: a batch that leads to it is abandoned, a baseline has nothing to abandon', () => {
    expect(counted(go(refine(), midBatch, { to: '@complete', strong: false })).at(-1)).toBe('abandoned 1 by measure');
    expect(go(refine(), START, 'measure', { to: '@complete', strong: false }).events).toEqual([]);
  });

  it('each call of the entry is an iteration: a member that leads back before the tail counts, and is capped', () => {
    const back = { to: 'revise', strong: false };
    const twice = go(refine(2), START, 'revise', 'measure', back);
    expect(numbers(twice)).toBe('running 1.2.2');
    expect(go(refine(2), twice, 'measure', back)).toMatchObject({ at: 'main', handoff: { reason: 'loop-limit' } });
  });

  it('a group of one step is its own tail', () => {
    const alone = groupOf('alone', ['try'], 'main', 2);
    expect(go(alone, START, 'try', 'try', 'try').story).toEqual([
      'batch 1',
      '1.1.1',
      '→ try',
      '1.2.2',
      '→ try',
      'exhausted 1.2.2',
      '→ main, loop-limit',
    ]);
  });

  it('SE-20 what leads from the entry to Main by its own route is no hand-off', () => {
    expect(go(refine(), START, 'revise', { to: 'main', strong: false })).toMatchObject({ handoff: undefined });
  });

  it('two hops to one entry in a super-step count once; the second leads there all the same', () => {
    const strong = { id: 'h', strong: true, exit: false };
    const first = hopThrough([refine()], {}, 'main', 'revise', strong);
    const second = hopThrough([refine()], first.states, 'other', 'revise', strong, new Set(['revise']));
    expect(second).toMatchObject({ to: 'revise', events: [], states: first.states });
    const ofTail = hopThrough([refine(1)], first.states, 'assess', 'revise', strong, new Set(['revise']));
    expect(ofTail).toMatchObject({ to: 'revise', events: [] });
    expect(hopThrough([refine()], first.states, 'other', 'revise', strong, new Set(['measure'])).events).toHaveLength(
      2,
    );
  });

  it('a pass of the loop around enters a group anew: no batch yet, numbering and total go on', () => {
    const anew = { ...usedUp, at: null, states: { refine: resetGroup(usedUp.states.refine) } };
    expect(numbers(anew)).toBe('none 1.0.3');
    expect(go(refine(), anew, 'measure', 'assess').events).toEqual(usedUp.events);
    expect(numbers(go(refine(), anew, 'revise'))).toBe('running 2.1.4');
    const [again] = usedUp.events.slice(-1);
    expect(again && foldGroup(anew.states.refine, again)).toEqual(anew.states.refine);
  });

  it('hop ids: both events of a batch start carry that of their hop', () => {
    const started = hop(refine(), undefined, 'main', 'revise', { id: 'main.7', strong: true, exit: false });
    expect(started.events.map((event) => 'hop' in event && event.hop)).toEqual(['main.7', 'main.7']);
  });
});
