import { describe, expect, it } from 'vitest';
import { openRecordedRun } from '../../../engine/node/recordedRun';
import type { FlowsInForce } from '../../../engine/run/inspect/levels';
import { world } from '../../fakes/world';
import { carried, everythingAt } from './shown';
import { INSIDE, STORIES } from './stories';

describe('a run that goes and its recording', () => {
  it.each(STORIES)('show the same stack and variables at every entry: $name', async ({ flow, spec, options = {} }) => {
    const flows: FlowsInForce = { flow, called: new Map(Object.entries(INSIDE)) };
    // A small distance, so that some states are read from a snapshot and not folded.
    const { seen, folder } = await carried(flow, world(spec), { snapshotBytes: 4000, ...options });
    const recorded = await openRecordedRun(folder);
    expect(recorded.lines()).toBe(seen.length);
    expect(seen.some(({ entry }) => entry.type === 'run.started')).toBe(true);
    let compared = 0;
    for (const [index, { entry, state }] of seen.entries()) {
      const within = 'path' in entry ? entry.path : (entry.within ?? '');
      const live = everythingAt(state, flows, within);
      expect(everythingAt(await recorded.stateAt(index + 1), flows, within)).toBe(live);
      if (entry.type === 'commit') compared++;
    }
    expect(compared).toBeGreaterThan(2);
    recorded.close();
  });
});
