import type { Flow } from '../../../engine/index';
import { createEngine } from '../../../engine/index';
import { memoryPorts } from '../../../engine/node/memoryPorts';

// Three look at once, each at the same state; a join waits for all, and one step makes something of it.
const flow: Flow = {
  converge: 1,
  id: 'look',
  start: ['tests', 'docs', 'api'],
  channels: { findings: { reducer: 'append' } },
  concurrency: 3,
  steps: {
    tests: { kind: 'work', worker: 'looker', prompt: 'Look at the tests.', writes: 'findings', next: 'all' },
    docs: { kind: 'work', worker: 'looker', prompt: 'Look at the docs.', writes: 'findings', next: 'all' },
    api: { kind: 'work', worker: 'looker', prompt: 'Look at the API.', writes: 'findings', next: 'all' },
    all: { kind: 'join', next: 'report' },
    report: { kind: 'work', worker: 'reporter', prompt: 'Sum it up.', reads: ['channel:findings'], next: '@complete' },
  },
};

export async function look(): Promise<unknown> {
  const engine = createEngine({
    ports: memoryPorts(),
    handlers: {
      work: {
        // Whoever is done first: findings stand in the order of the steps in the flow.
        looker: async ({ step }) => [`${step} looks good`],
        reporter: ({ reads }) => reads['channel:findings'] ?? [],
      },
    },
  });
  const run = engine.run(flow, { mode: 'autonomous' });
  await run.done;
  const report = run.snapshot().state.steps.report?.result;
  return report?.kind === 'work' ? report.output : null;
}
