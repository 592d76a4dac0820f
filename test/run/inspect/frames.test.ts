import { describe, expect, it } from 'vitest';
import type { CalledFlow } from '../../../engine/ports';
import { framesOf } from '../../../engine/run/inspect/frames';
import { EMPTY_STATE } from '../../../engine/run/state';
import { flowWith, planFlow, task, work } from '../../fakes/flows';
import { byFile, idle, met, notMet } from '../../fakes/plays';
import { fixFlow } from '../../fakes/runs';
import type { Play } from '../../fakes/world';
import { world } from '../../fakes/world';
import { carried, stackText } from './shown';

const repairs: Play = (_, files) => {
  files.set('a.js', 'good');
  return {};
};
const called = flowWith('in', { in: work('@complete') }, { id: 'child', title: 'The child' });
const calling = flowWith('review', { review: { kind: 'call', flow: 'child', next: '@complete' } });
const callable: Readonly<Record<string, CalledFlow>> = { child: { flow: called, hash: 'h' } };
const CALLED = new Map([['child', { flow: called }]]);

describe('the stack of a run', () => {
  it('is empty of steps before anything happened, and never throws', () => {
    expect(stackText(EMPTY_STATE, null)).toBe('run: nothing has happened yet');
    expect(stackText(EMPTY_STATE, null, 'no path at all/x.1#')).toBe('run: nothing has happened yet');
  });

  it('R1 goes from the run to its loop, the pass and the step; a pass whose steps are done has no step', async () => {
    const flow = fixFlow();
    const flows = { flow, called: new Map() };
    const made = world({ workers: { implementer: idle, reviewer: notMet }, check: byFile });
    const { seen } = await carried(flow, made);
    const texts = seen.flatMap(({ entry, state }) => (entry.type === 'commit' ? [stackText(state, flows)] : []));
    expect(texts.slice(0, 5)).toEqual([
      'act (visit 1) @steps.act\npass 1 of 5 @loops.fix\nloop fix @loops.fix\nrun r1: fix @',
      'verify (visit 1) @steps.verify\npass 1 of 5 @loops.fix\nloop fix @loops.fix\nrun r1: fix @',
      'judge (visit 1) @steps.judge\npass 1 of 5 @loops.fix\nloop fix @loops.fix\nrun r1: fix @',
      'pass 1 of 5, its steps are done @loops.fix\nloop fix @loops.fix\nrun r1: fix @',
      'act (visit 2) @steps.act\npass 2 of 5 @loops.fix\nloop fix @loops.fix\nrun r1: fix @',
    ]);
    expect(texts.at(-1)).toBe('run r1: fix (stopped: pass-cap) @');
    const first = seen.find(({ entry }) => entry.type === 'run.started');
    expect(stackText(first?.state ?? EMPTY_STATE, flows)).toBe(
      'act (visit 1) @steps.act\nloop fix, to be entered @loops.fix\nrun r1: fix @',
    );
  });

  it('R1 a called flow stands on the step that called it, until it is over', async () => {
    const flows = { flow: calling, called: CALLED };
    const made = world({ workers: { w: idle }, flows: callable });
    const { seen } = await carried(calling, made);
    const at = (type: string) => seen.find(({ entry }) => entry.type === type)?.state ?? EMPTY_STATE;
    expect(stackText(at('call.started'), flows, 'review.1')).toBe(
      'in (visit 1) @steps.in\nflow The child, called by review @\nreview (visit 1) @steps.review\nrun r1: f @',
    );
    expect(framesOf(at('call.started'), flows, { within: 'review.1' }).map(({ flow }) => flow)).toEqual([
      'child',
      'child',
      null,
      null,
    ]);
    const last = seen.at(-1)?.state ?? EMPTY_STATE;
    expect(stackText(last, flows, 'review.1')).toBe('run r1: f (complete) @');
    expect(stackText(at('call.started'), { flow: calling, called: new Map() }, 'review.1')).toBe(
      'in (visit 1)\nflow child, called by review\nreview (visit 1) @steps.review\nrun r1: f @',
    );
  });

  it('R1 an item of a map and a task of a plan stand on their step', async () => {
    const flow = flowWith(
      'each',
      {
        each: { kind: 'map', over: 'inputs.files', step: 'one', next: '@complete' },
        one: { kind: 'work', worker: 'w', prompt: 'One.' },
      },
      { inputs: { files: { type: 'array' } } },
    );
    const made = world({ workers: { w: idle } });
    const { seen } = await carried(flow, made, { inputs: { files: ['x', 'y'] } });
    const state = seen[0]?.state ?? EMPTY_STATE;
    expect(stackText(state, { flow, called: new Map() }, 'each.1#1')).toBe(
      'one (visit 1) @steps.one\nitem 1 of each @steps.each\neach (visit 1) @steps.each\nrun r1: f @',
    );
    const planning = world({ workers: { w: () => ({ structured: [task('a')] }), do: idle } });
    const rounds = await carried(planFlow, planning);
    const round = rounds.seen.find(({ entry }) => entry.type === 'commit' && entry.frontier[0]?.step === 'build');
    expect(stackText(round?.state ?? EMPTY_STATE, { flow: planFlow, called: new Map() }, 'build.1#0')).toBe(
      'do (visit 1) @steps.do\ntask 0 of build @steps.build\nbuild (visit 1) @steps.build\nrun r1: f @',
    );
  });

  it('R2 of several steps that are due, the one that is looked at is on top', async () => {
    const flow = flowWith(['a', 'b'], { a: work('@complete'), b: work('@complete') });
    const made = world({ workers: { w: idle } });
    const state = (await carried(flow, made)).seen[0]?.state ?? EMPTY_STATE;
    const flows = { flow, called: new Map() };
    expect(stackText(state, flows)).toBe('a (visit 1) @steps.a\n+ b (visit 1, due with it) @steps.b\nrun r1: f @');
    expect(stackText(state, flows, '', 'b')).toBe(
      'b (visit 1) @steps.b\n+ a (visit 1, due with it) @steps.a\nrun r1: f @',
    );
    const ids = framesOf(state, flows, { within: '' }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('R3 a run that is complete has one frame, and a path that is gone shows what is around it', async () => {
    const made = world({ workers: { implementer: repairs, reviewer: met }, check: byFile });
    const flow = fixFlow();
    const { seen } = await carried(flow, made);
    expect(stackText(seen.at(-1)?.state ?? EMPTY_STATE, { flow, called: new Map() }, 'gone.4/x.1#2')).toBe(
      'run r1: fix (complete) @',
    );
  });
});
