import type { Flow } from '../../../engine/index';
import { createEngine } from '../../../engine/index';
import { memoryPorts } from '../../../engine/node/memoryPorts';

// A draft is revised until a gate lets it through, at most three times. Then it is somebody else's to decide.
const flow: Flow = {
  converge: 1,
  id: 'revise',
  start: 'write',
  channels: { draft: { initial: '' } },
  steps: {
    write: {
      kind: 'work',
      worker: 'writer',
      prompt: 'Write it, or revise it.',
      reads: ['channel:draft', 'review'],
      writes: 'draft',
      next: 'review',
    },
    review: {
      kind: 'gate',
      reads: ['channel:draft'],
      evaluator: { worker: 'reviewer' },
      maxAttempts: 3,
      next: '@complete',
      routes: { revise: 'write', escalate: '@escalate' },
    },
  },
};

export async function revise(wanted: number) {
  const engine = createEngine({
    ports: memoryPorts(),
    handlers: {
      work: { writer: ({ reads }) => `${reads['channel:draft']}word ` },
      gate: {
        reviewer: ({ reads }) => {
          const words = String(reads['channel:draft']).split(' ').length - 1;
          return { passed: words >= wanted, score: words, feedback: `${wanted - words} words are missing` };
        },
      },
    },
  });
  const run = engine.run(flow, { mode: 'autonomous' });
  const { outcome } = await run.done;
  return { outcome, attempts: run.snapshot().state.gates.review?.attempts };
}
