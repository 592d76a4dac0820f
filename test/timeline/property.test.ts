import { describe, expect, it } from 'vitest';
import { openLatches } from '../../engine/run/state';
import { MOST_SPANS } from '../../engine/run/timeline/drawn';
import type { Entry } from '../../engine/trace/entry';
import { acts, behaviours, cuts, smallFlows } from '../fakes/randomLives';
import { live } from '../fakes/randomRuns';
import { fc } from '../fc';
import { historyOf, stateOf, timelineOf, visitsOf, wholeRun } from './naive';

const runs = fc.record({ made: smallFlows, behaviour: behaviours, acts, cuts: fc.array(cuts, { maxLength: 3 }) });

type Life = Omit<Parameters<typeof live>[1], 'resumes'> & {
  readonly made: readonly [unknown, Parameters<typeof live>[0]];
};

/** A run whose clock goes on by a second with each entry, so that its visits can be told apart. */
async function entriesOf({ made: [, made], ...life }: Life): Promise<readonly Entry[]> {
  const { world } = await live(made, { ...life, resumes: 2 });
  const at = (index: number) => new Date(Date.UTC(2026, 2, 1) + index * 1000).toISOString();
  return world.lines.map((line, index) => ({ ...(JSON.parse(line) as Entry), at: at(index) }));
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe('the timeline of any run', () => {
  it('says what the state and the history say', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (life) => {
        const entries = await entriesOf(life);
        const timeline = timelineOf(entries);
        const picture = timeline.picture(wholeRun(1e9));
        const state = stateOf(entries);
        const { usd, tokens, unknownUsd, unknownTokens } = state.spend;
        expect(picture.spend.now).toEqual({ usd, tokens, unknownUsd, unknownTokens });
        const visits = visitsOf(historyOf(entries)).filter(({ step }) => step !== '');
        expect(sum(picture.lanes.map((lane) => lane.total.visits))).toBe(visits.length);
        expect(picture.latches.filter(({ look }) => look === 'latch').length).toBe(openLatches(state).length);
      }),
      { numRuns: 40 },
    );
  });

  it('loses nothing, however few the pixels and wherever the window is, and never draws more than can be drawn', async () => {
    await fc.assert(
      fc.asyncProperty(
        runs,
        fc.integer({ min: 1, max: 3000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (life, pixels, part) => {
          const timeline = timelineOf(await entriesOf(life));
          const all = timeline.picture(wholeRun(1e9));
          const few = timeline.picture(wholeRun(pixels));
          const counted = (lanes: typeof few.lanes, which: 'spans' | 'waits') =>
            lanes.map((lane) => sum(lane[which].map(({ count }) => count)));
          expect(counted(few.lanes, 'spans')).toEqual(all.lanes.map(({ total }) => total.visits));
          expect(counted(few.lanes, 'waits')).toEqual(counted(all.lanes, 'waits'));
          expect(sum(few.latches.map(({ count }) => count))).toBe(sum(all.latches.map(({ count }) => count)));
          expect(sum(few.sections.map(({ count }) => count))).toBe(sum(all.sections.map(({ count }) => count)));
          const drawn = sum(few.lanes.map(({ spans }) => spans.length));
          expect(drawn).toBeLessThanOrEqual(
            Math.min(MOST_SPANS, ((2 * pixels) / 3) * few.lanes.length) + 3 * few.lanes.length,
          );
          expect(few.spend.points.length).toBeLessThanOrEqual(pixels + 3);

          const from = all.whole.from + part * (all.whole.to - all.whole.from);
          const window = { from, to: from + (all.whole.to - all.whole.from) / 7 };
          const touching = timeline.picture(wholeRun(1e9, window));
          const inside = all.lanes.map(
            ({ spans }) =>
              spans.filter((span) => span.from <= window.to && (span.to ?? all.whole.to) >= window.from).length,
          );
          expect(touching.lanes.map(({ spans }) => sum(spans.map(({ count }) => count)))).toEqual(inside);
        },
      ),
      { numRuns: 40 },
    );
  });
});
