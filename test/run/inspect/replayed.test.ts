import { describe, expect, it } from 'vitest';
import { openRecordedRun } from '../../../engine/node/recordedRun';
import type { Holding } from '../../../engine/run/hold';
import type { FlowsInForce } from '../../../engine/run/inspect/levels';
import { placesIn } from '../../../engine/run/inspect/places';
import { couldStop, decideReplayed, visitedIn } from '../../../engine/run/inspect/replayed';
import { EMPTY_STATE } from '../../../engine/run/state';
import { world } from '../../fakes/world';
import { carried, everythingAt } from './shown';
import { INSIDE, STORIES } from './stories';

const visits = (within: string, due: readonly { readonly step: string; readonly visit: number }[]) =>
  `${within} ${due.map(({ step, visit }) => `${step}.${visit}`).join(' ')}`;

describe('a recording that is gone through step by step', () => {
  it.each(STORIES)('stands where a debugger could have held the run, and shows the same: $name', async (story) => {
    const { flow, spec, options = {} } = story;
    const flows: FlowsInForce = { flow, called: new Map(Object.entries(INSIDE)) };
    const live: string[] = [];
    const shownLive: string[] = [];
    const holding: Holding = {
      wanted: () => true,
      hold: ({ next, within, due, state }, { go }) => {
        if (next === 'visits') {
          live.push(visits(within, due));
          shownLive.push(everythingAt(state, flows, within));
        }
        go();
      },
    };
    const { folder } = await carried(flow, world(spec), { snapshotBytes: 4000, ...options }, undefined, holding);
    const recorded = await openRecordedRun(folder);
    const wishes = { steps: [], events: [], mode: { do: 'into', from: '' } } as const;
    let visited = visitedIn(EMPTY_STATE, flows, '');
    const replayed: string[] = [];
    const shownReplayed: string[] = [];
    for (const place of placesIn(await recorded.page(1, recorded.lines()))) {
      if (!couldStop(wishes, place)) continue;
      const state = await recorded.stateAt(place.line);
      const decided = decideReplayed(wishes, { hits: {}, visited }, place, state, flows);
      ({ visited } = decided);
      if (decided.stop === null) continue;
      replayed.push(visits(place.within, decided.fresh));
      shownReplayed.push(everythingAt(state, flows, place.within));
    }
    expect(replayed).toEqual(live);
    expect(shownReplayed).toEqual(shownLive);
    expect(live.length).toBeGreaterThan(2);
    recorded.close();
  });
});
