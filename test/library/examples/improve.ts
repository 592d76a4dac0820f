import type { Flow } from '../../../engine/index';
import { createEngine } from '../../../engine/index';
import { memoryPorts } from '../../../engine/node/memoryPorts';

// Draft, score, redraft: it ends when the score is perfect, when it gets no better, or when the rounds are used up.
const flow: Flow = {
  converge: 1,
  id: 'tune',
  start: 'draft',
  channels: { guess: { initial: 0 } },
  steps: {
    draft: {
      kind: 'work',
      worker: 'guesser',
      prompt: 'Guess better.',
      reads: ['channel:guess'],
      writes: 'guess',
      next: 'score',
    },
    score: { kind: 'work', worker: 'scorer', prompt: 'Score it.', reads: ['channel:guess'], next: '@complete' },
  },
  loops: { tune: { type: 'improve', head: 'draft', tail: 'score', perfect: 100, patience: 2, maxIterations: 10 } },
};

export async function tune(step: number, target: number) {
  const engine = createEngine({
    ports: memoryPorts(),
    handlers: {
      work: { guesser: ({ reads }) => Number(reads['channel:guess']) + step },
      // The engine keeps the best round and decides; a scorer only says how good this one is.
      score: { scorer: ({ reads }) => ({ score: 100 - Math.abs(target - Number(reads['channel:guess'])) }) },
    },
  });
  const run = engine.run(flow, { mode: 'autonomous' });
  await run.done;
  const { reason, best, round } = run.snapshot().state.improves.tune ?? {};
  return { reason, round, best: best?.score };
}
