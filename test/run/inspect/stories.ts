import type { Flow } from '../../../engine/flow/schema';
import { flowWith, planFlow, task, work } from '../../fakes/flows';
import { absent, byFile, idle, met, notMet, usd } from '../../fakes/plays';
import type { RunOptions } from '../../fakes/runs';
import { fixFlow } from '../../fakes/runs';
import type { WorldSpec } from '../../fakes/world';

const child = fixFlow({ flow: { id: 'child', channels: { found: { reducer: 'append' } } }, act: { writes: 'found' } });
/** The flows that stories call, by name. */
export const INSIDE = { child: { flow: child } };

export interface Story {
  readonly name: string;
  readonly flow: Flow;
  readonly spec: WorldSpec;
  readonly options?: RunOptions;
}

/** Runs with all that stands in a stack and in variables. */
export const STORIES: readonly Story[] = [
  {
    name: 'passes with latches, notes, steers and unknown spend',
    flow: fixFlow({ loop: { noProgressCeiling: 3, spendCap: { usd: 10 } }, act: { check: { changedOnDisk: 'any' } } }),
    spec: {
      workers: {
        implementer: ({ pass }, files) => {
          if (pass !== 2) files.set('a.js', pass > 2 ? 'good' : `try ${pass}`);
          return { claims: ['a.js'], usage: pass === 3 ? absent : usd(1) };
        },
        reviewer: (request, files) => (request.pass < 2 ? notMet(request, files) : met(request, files)),
      },
      check: byFile,
    },
  },
  {
    name: 'a call whose flow loops',
    flow: flowWith('review', { review: { kind: 'call', flow: 'child', next: '@complete' } }),
    spec: {
      workers: { implementer: () => ({ structured: 'a finding' }), reviewer: notMet },
      check: byFile,
      flows: { child: { flow: child, hash: 'h' } },
    },
  },
  {
    name: 'rounds of a plan',
    flow: planFlow,
    spec: { workers: { w: () => ({ structured: [task('a'), task('b', 'a')] }), do: idle } },
  },
  {
    name: 'batches of a group',
    flow: flowWith(
      'main',
      {
        main: { kind: 'router', cases: [{ when: 'loops.g.batch < 2', to: 'a' }], else: '@complete' },
        a: work('b'),
        b: work('a', { writes: 'log' }),
      },
      {
        main: 'main',
        channels: { log: { reducer: 'append' } },
        loops: { g: { type: 'group', from: 'b', to: 'a', maxIterations: 2, exitTo: 'main' } },
      },
    ),
    spec: { workers: { w: ({ step, visit }) => ({ structured: { step, visit } }) } },
  },
  {
    name: 'rounds of an improve loop',
    flow: flowWith(
      'try',
      { try: work('@complete') },
      { loops: { better: { type: 'improve', head: 'try', tail: 'try', patience: 2 } } },
    ),
    spec: { workers: { w: ({ visit }) => ({ structured: { score: Math.min(visit, 3) * 10 } }) } },
  },
];
