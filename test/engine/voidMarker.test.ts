import { expect, it } from 'vitest';
import { idle, passes, red } from '../fakes/plays';
import { events, fixFlow, run } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { world } from '../fakes/world';

it('UL-31 and UL-25 a judge that wrote has said nothing, so its marker is no progress', async () => {
  const writes: Play = (request, files) => {
    files.set('judged', String(request.pass));
    return { structured: { goalMet: false, lesson: '', marker: request.pass } };
  };
  const reads: Play = (request) => ({ structured: { goalMet: false, lesson: '', marker: request.pass } });
  const flow = fixFlow({ loop: { maxPasses: 4, noProgressCeiling: 2 } });
  const made = world({ workers: { implementer: idle, reviewer: writes }, check: red });
  expect((await run(flow, made)).end).toMatchObject({ outcome: 'stopped', reason: 'no-progress' });
  expect(passes(made)).toEqual([1, 2]);
  expect(events(made, 'pass.ended').map(({ marker }) => marker)).toEqual([null, null]);
  const other = world({ workers: { implementer: idle, reviewer: reads }, check: red });
  expect((await run(flow, other)).end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
});
