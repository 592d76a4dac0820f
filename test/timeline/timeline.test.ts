import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import { MOST_SPANS } from '../../engine/run/timeline/drawn';
import { ITEMS_SHOWN } from '../../engine/run/timeline/lanes';
import { createTimeline } from '../../engine/run/timeline/timeline';
import { english } from '../../engine/say';
import type { Decision } from '../../engine/trace/decision';
import type { Entry } from '../../engine/trace/entry';
import { fixFlow } from '../fakes/runs';
import type { Given } from '../fakes/trace';
import { trace } from '../fakes/trace';
import { drawing, timelineOf, wholeRun } from './naive';
import { begin, commit, done, everySign, passStarted, started, turn, twoPasses } from './story';

describe('a run in time', () => {
  it('shows each visit in the lane of its step, how it ended, and what goes on', () => {
    expect(drawing(timelineOf(twoPasses), wholeRun(1000, { now: Date.UTC(2026, 2, 1, 10, 2) }))).toEqual([
      'act: 20-40 visit 1, pass 1, done; 70-90 visit 2, pass 2, failed',
      'verify: 50-60 visit 1, pass 1, failed, fail; 100-… visit 2, pass 2, running',
    ]);
    const [, verify] = timelineOf(twoPasses).picture(wholeRun(1000)).lanes;
    expect(verify?.spans.map(({ look }) => look)).toEqual(['failed', 'interrupted']);
    expect(verify?.total).toEqual({ visits: 2, failed: 1, last: 'interrupted', took: 10_000 });
  });

  it('has passes above, each with what was decided, and latches from their opening to their end', () => {
    const { sections, latches, whole } = timelineOf(twoPasses).picture(wholeRun(1000));
    const at = (time: number | null) => (time === null ? null : (time - whole.from) / 1000);
    expect(sections.map(({ label, from, to, decided }) => [label, at(from), at(to), decided])).toEqual([
      ['pass 1', 10, 60, 'again'],
      ['pass 2', 60, null, ''],
    ]);
    expect(latches.map(({ label, from, to, look }) => [label, at(from), at(to), look])).toEqual([
      ['step:act: nothing changed (cleared)', 40, 90, 'cleared'],
    ]);
  });

  it('spend is a sum after each turn; a turn of which nothing is known is counted and never a zero', () => {
    const { spend } = timelineOf(twoPasses).picture(wholeRun(1000, { flows: { own: capped, called: () => null } }));
    expect(spend.points.map(({ usd, unknownUsd }) => [usd, unknownUsd])).toEqual([
      [0.1, 0],
      [0.1, 1],
    ]);
    expect(spend.caps.map(({ label, value, to }) => [label, value, to])).toEqual([['cap of fix', 1, null]]);
  });

  it('a cap holds until it is raised, and the raised one from then on', () => {
    const entries = trace(started, commit({ type: 'caps.changed', loop: 'fix', caps: { usd: 3 }, by: 'somebody' }), {
      type: 'run.resumed',
      fence: 2,
      program: 'test',
      raised: { budget: { tokens: 900 } },
    });
    const { spend, whole } = timelineOf(entries).picture(
      wholeRun(1000, { flows: { own: capped, called: () => null } }),
    );
    const at = (time: number | null) => (time === null ? null : (time - whole.from) / 1000);
    expect(spend.caps.map(({ label, unit, value, from, to }) => [label, unit, value, at(from), at(to)])).toEqual([
      ['budget', 'tokens', 900, 20, null],
      ['cap of fix', 'usd', 1, 0, 10],
      ['cap of fix', 'usd', 3, 10, null],
    ]);
  });

  it('caps of a called flow hold from its call to its end, and its budget stands on what was spent before', () => {
    const called = (visit: number): Given => ({
      ...{
        type: 'call.started',
        path: `review.${visit}`,
        flow: { id: 'reviewing', hash: 'c1' },
        goal: 'g',
        step: 'review',
      },
      ...{ visit, pass: 0, start: ['read'], inputs: {}, channels: {} },
    });
    const entries = trace(
      started,
      begin('act', 1),
      turn('act', 1, 0, 0.5),
      called(1),
      commit({ type: 'caps.changed', loop: 'review/again', caps: { usd: 3 }, by: 'somebody' }),
      commit(done('review', 1)),
      begin('act', 2),
      turn('act', 2, 0, 0.25),
      called(2),
      begin('read', 1, 0, 'review.2'),
    );
    const reviewing = {
      ...fixFlow(),
      budget: { usd: 1 },
      loops: { again: { ...capped.loops?.fix, spendCap: { usd: 2 } } },
    };
    const drawn = (flow: Flow | null, pixels = 1000) => {
      const asked: string[] = [];
      const called = ({ hash }: { hash: string }) => {
        asked.push(hash);
        return flow;
      };
      const flows = { own: capped, called };
      const { spend, whole } = timelineOf(entries).picture(wholeRun(pixels, { flows }));
      const at = (time: number | null) => (time === null ? null : (time - whole.from) / 1000);
      expect(new Set(asked)).toEqual(new Set(['c1']));
      return spend.caps.map(({ label, value, from, to }) => [label, value, at(from), at(to)]);
    };
    expect(drawn(reviewing as Flow)).toEqual([
      ['cap of fix', 1, 0, null],
      ['budget of review', 1.5, 30, 50],
      ['budget of review', 1.75, 80, null],
      ['cap of review/again', 2, 30, 40],
      ['cap of review/again', 3, 40, 50],
      ['cap of review/again', 3, 80, null],
    ]);
    // What is not known of a flow is not made up: what a person set is drawn all the same.
    expect(drawn(null)).toEqual([
      ['cap of fix', 1, 0, null],
      ['cap of review/again', 3, 40, 50],
      ['cap of review/again', 3, 80, null],
    ]);
    // Calls closer than a pixel are one line.
    expect(drawn(reviewing as Flow, 2).filter(([label]) => label === 'cap of review/again')).toEqual([
      ['cap of review/again', 3, 40, null],
    ]);
  });

  it('says everything in the words that it is given', () => {
    const said = createTimeline(0, (message, ...args) => `⟦${english(message, ...args)}⟧`);
    for (const [index, entry] of everySign.entries()) said.add({ line: index + 1, entry });
    const flows = { own: capped, called: () => null };
    const { lanes, sections, latches, spend } = said.picture(wholeRun(1000, { flows }));
    const labels = [
      ...lanes.flatMap(({ spans, waits }) => [...spans, ...waits]).map(({ label }) => label),
      ...sections.map(({ label }) => label),
      ...spend.caps.map(({ label }) => label),
      ...said.moment(5).text.split(', '),
    ];
    expect(labels.length).toBeGreaterThan(20);
    // An outcome by its name in the trace, and money.
    expect(labels.filter((label) => !label.includes('⟦'))).toEqual(['act done', '$0.12']);
    expect(latches.map(({ label }) => label)).toContain('step:act: nothing changed (⟦cleared⟧)');
    expect(lanes.map(({ label }) => label)).toContain('⟦item 1⟧');
  });

  it('says what waits and for whom, and when nobody carried the run', () => {
    const ask: Decision = {
      type: 'ask.opened',
      ask: 'approve.1',
      step: 'approve',
      visit: 1,
      question: 'q',
      choices: [],
    };
    const answered: Decision = { type: 'ask.answered', ask: 'approve.1', choice: 'yes', by: 'somebody' };
    const entries = trace(
      started,
      commit(ask),
      commit(answered, done('approve', 1, 0, 'yes')),
      begin('act', 1),
      { type: 'run.resumed', fence: 1, program: 'test' },
      begin('act', 1),
      commit(done('act', 1)),
      commit({ type: 'run.paused', by: 'somebody' }),
    );
    expect(drawing(timelineOf(entries), wholeRun(1000))).toEqual([
      'run: 30-40 waits for somebody to carry it on; 70-… waits for a resume',
      'approve: 10-20 visit 1, done, yes; 10-20 waits for a person',
      'act: 30-60 visit 1, done',
    ]);
  });

  it('what a step calls stands below it, in the same lanes at each visit; items beyond some share a lane', () => {
    const item = (index: number) => begin('each', 1, 0, `each.1#${index}`);
    const entries = trace(
      started,
      begin('review', 1),
      begin('read', 1, 0, 'review.1'),
      commit(done('review', 1)),
      begin('review', 2),
      begin('read', 1, 0, 'review.2'),
      begin('each', 1),
      ...Array.from({ length: ITEMS_SHOWN + 3 }, (_, index) => item(index)),
      begin('look', 1, 0, 'each.1#0/each.1'),
    );
    const lanes = timelineOf(entries).picture(wholeRun(1000)).lanes;
    expect(lanes.map(({ label, depth, total }) => `${'  '.repeat(depth)}${label} ${total.visits}`)).toEqual([
      'review 2',
      '  read 2',
      'each 1',
      '  item 1 1',
      '    look 1',
      ...Array.from({ length: ITEMS_SHOWN - 1 }, (_, index) => `  item ${index + 2} 1`),
      '  items from 9 on 3',
    ]);
    expect(lanes.at(-1)?.spans.map(({ count, look }) => [count, look])).toEqual([[3, 'many']]);
  });

  it('an item has ended with its result; what nobody decided before its caller was done was cut off', () => {
    const result = { kind: 'work', ok: false, output: null, changed: [], attempts: 1 } as const;
    const entries = trace(
      started,
      begin('each', 1),
      begin('each', 1, 0, 'each.1#0'),
      { type: 'step.finished', step: 'each', visit: 1, pass: 0, within: 'each.1#0', result },
      begin('each', 1, 0, 'each.1#1'),
      commit(done('each', 1)),
    );
    expect(drawing(timelineOf(entries), wholeRun(1000))).toEqual([
      'each: 10-50 visit 1, done',
      '  item 1: 20-30 visit 1, failed',
      '  item 2: 40-50 visit 1, interrupted',
    ]);
  });

  it('an entry whose clock went back, and a line that cannot be read, change nothing in the order', () => {
    const timeline = createTimeline();
    const [first, second] = trace(started, commit(passStarted(1)));
    if (!first || !second) throw new Error('no trace');
    timeline.add({ line: 1, entry: second });
    timeline.add({ line: 2, hidden: 'damaged' });
    timeline.add({ line: 3, entry: { ...first, at: '2020-01-01T00:00:00Z' } });
    timeline.add({ line: 4, entry: { ...first, at: 'soon' } });
    const { whole } = timeline.picture(wholeRun(100));
    expect(whole).toEqual({ from: Date.parse(second.at), to: Date.parse(second.at) + 1, lines: 4, hidden: 1 });
  });

  it('an empty trace is a picture of nothing', () => {
    const timeline = createTimeline();
    expect(timeline.picture(wholeRun(100)).lanes).toEqual([]);
    expect(timeline.moment(7)).toEqual({ line: 0, at: 0, text: 'before the run began' });
    expect([timeline.commit(0, 'after'), timeline.commit(9, 'before'), timeline.commitAt(5)]).toEqual([null, null, 0]);
  });
});

const capped = fixFlow({ loop: { spendCap: { usd: 1 } } });

describe('a moment of a run', () => {
  const timeline = timelineOf(twoPasses);

  it('is told by pass, commit, what came of it and the spend; what is unknown is said', () => {
    expect(timeline.moment(7).text).toBe('pass 1, after commit 3, verify failed, again, $0.10');
    expect(timeline.moment(10).text).toBe('pass 2, after commit 4, act failed, cost unknown of 1 turn, proven $0.10');
    expect(timeline.moment(1).text).toBe('before the first commit');
    expect(timeline.moment(0).text).toBe('before the run began');
    expect(timeline.moment(99).line).toBe(11);
  });

  it('is found from commit to commit, from pass to pass, and by its time', () => {
    expect([timeline.commit(0, 'after'), timeline.commit(2, 'after'), timeline.commit(5, 'before')]).toEqual([2, 5, 2]);
    expect([timeline.commit(10, 'after'), timeline.commit(2, 'before')]).toEqual([null, null]);
    expect([timeline.commit(5, 'first'), timeline.commit(5, 'last')]).toEqual([2, 10]);
    expect([timeline.section(2, 'after'), timeline.section(8, 'before')]).toEqual([7, 7]);
    const at = (seconds: number) => Date.UTC(2026, 2, 1, 10, 0, seconds);
    expect([timeline.commitAt(at(9)), timeline.commitAt(at(40)), timeline.commitAt(at(69))]).toEqual([0, 5, 7]);
    expect(timeline.lineAt(at(35))).toBe(4);
  });
});

describe('a long run', () => {
  const LINES = 50_000;
  /** As many entries as are wanted, without keeping them. */
  const fill = (lines: number) => {
    const timeline = createTimeline();
    const pattern = twoPasses.slice(2, 10);
    for (let line = 1; line <= lines; line++) {
      const entry = pattern[line % pattern.length] as Entry;
      const at = new Date(Date.UTC(2026, 0, 1) + line * 50).toISOString();
      const visit = Math.floor(line / pattern.length);
      timeline.add({ line, entry: 'visit' in entry ? { ...entry, at, visit } : { ...entry, at } });
    }
    return timeline;
  };

  it('takes some forty bytes an entry, and its picture is made in a moment', () => {
    const before = process.memoryUsage();
    const timeline = fill(LINES);
    const after = process.memoryUsage();
    const columns = after.arrayBuffers - before.arrayBuffers;
    expect(columns).toBeLessThan(LINES * 60);
    const picture = timeline.picture(wholeRun(1200));
    const spans = picture.lanes.flatMap((lane) => lane.spans);
    expect(spans.length).toBeLessThanOrEqual(MOST_SPANS + picture.lanes.length);
    expect(spans.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(LINES / 8);
    expect(picture.sections.length).toBeLessThan(1000);
    expect(JSON.stringify(picture).length).toBeLessThan(1_500_000);
  });
});
