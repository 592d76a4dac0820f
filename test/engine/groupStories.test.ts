import { describe, expect, it } from 'vitest';
import { foldGroup } from '../../engine/loops/group';
import type { GroupState } from '../../engine/loops/innerState';
import type { TurnRequest } from '../../engine/ports';
import type { RunState } from '../../engine/run/state';
import { readState, run, runCut } from '../fakes/runs';
import type { World } from '../fakes/world';
import { fc } from '../fc';
import { counted, groupEvents, refineFlow, refining, snapshot, work } from './refining';

/** What Main chooses, visit by visit, and what becomes of the members' turns, by their visit. */
interface Story {
  readonly main: readonly string[];
  readonly max: number;
  readonly start: string;
  /** Visits of measure that fail and lead out of the group. */
  readonly fails: readonly number[];
  /** Visits of assess behind which the condition is true. */
  readonly good: readonly number[];
  readonly append: number;
  readonly when: 'before' | 'after';
}

const anyStory: fc.Arbitrary<Story> = fc.record({
  main: fc.array(fc.constantFrom('again', 'look', 'again'), { maxLength: 5 }),
  max: fc.integer({ min: 1, max: 3 }),
  start: fc.constantFrom('main', 'revise', 'measure'),
  fails: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 2 }),
  good: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 2 }),
  append: fc.integer({ min: 1, max: 60 }),
  when: fc.constantFrom('before', 'after'),
});

const flowFor = ({ max }: Story) =>
  refineFlow({
    group: { maxIterations: max, exitWhen: 'steps.assess.output.good' },
    steps: { measure: work('assess', { routes: { failed: 'main' } }) },
  });

const told = ({ main, fails, good }: Story): World =>
  refining(
    ({ visit }) => ({ branch: main[visit - 1] ?? 'done' }),
    ({ step, visit }) => {
      if (step === 'measure' && fails.includes(visit)) return { status: 'failed', why: 'it broke' };
      return step === 'assess' ? { structured: { good: good.includes(visit) } } : {};
    },
  );

const what = (state: RunState, made: World) => ({ end: state.end, groups: state.groups, counted: counted(made) });

/** The last turn of each visit, in order: what was cut off is played again. */
function turns(made: World): readonly TurnRequest[] {
  const visits = new Map<string, TurnRequest>();
  for (const request of made.requests) visits.set(`${request.step}.${request.visit}`, request);
  return [...visits.values()];
}

describe('loop groups: any run, cut anywhere', () => {
  it('SE-40 and SE-46 it comes to the same events, counters and end as uncut', async () => {
    await fc.assert(
      fc.asyncProperty(anyStory, async (story) => {
        const flow = flowFor(story);
        const whole = told(story);
        const expected = what(await run(flow, whole, { start: [story.start] }), whole);
        const made = told(story);
        const state = await runCut(flow, made, story.append, story.when, { start: [story.start] });
        expect(what(state, made)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('SE-57 and SE-31 events replayed are the snapshot, and each call of the entry is one iteration', async () => {
    await fc.assert(
      fc.asyncProperty(anyStory, async (story) => {
        const made = told(story);
        await runCut(flowFor(story), made, story.append, story.when, { start: [story.start] });
        const state = readState(made);
        const replayed = groupEvents(made).reduce<GroupState | undefined>(foldGroup, undefined);
        expect(replayed).toEqual(state.groups.refine);
        const total = snapshot(state).loopTotalIterations.refine ?? 0;
        const entries = turns(made).filter(({ step }) => step === 'revise');
        expect(entries.map(({ loops }) => loops?.refine?.total)).toEqual(
          Array.from({ length: total }, (_, index) => index + 1),
        );
      }),
      { numRuns: 60 },
    );
  });
});
