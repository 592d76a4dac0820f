import type { Flow } from '../../../engine/index';
import { createEngine } from '../../../engine/index';
import { memoryPorts } from '../../../engine/node/memoryPorts';

// A flow that other flows call, with inputs and an output like a function.
const translate: Flow = {
  converge: 1,
  id: 'translate',
  inputs: { text: { type: 'string' } },
  start: 'say',
  channels: { said: {} },
  steps: {
    say: {
      kind: 'work',
      worker: 'translator',
      prompt: 'Translate.',
      reads: ['inputs.text'],
      writes: 'said',
      next: '@complete',
    },
  },
};

const page: Flow = {
  converge: 1,
  id: 'page',
  start: 'title',
  steps: {
    title: {
      kind: 'call',
      flow: 'translate',
      input: { text: "'good morning'" },
      output: 'state.said',
      next: '@complete',
    },
  },
};

export async function translated(): Promise<unknown> {
  const engine = createEngine({
    ports: memoryPorts(),
    flows: { translate },
    handlers: { work: { translator: ({ reads }) => String(reads['inputs.text']).toUpperCase() } },
  });
  const run = engine.run(page, { mode: 'autonomous' });
  await run.done;
  const title = run.snapshot().state.steps.title?.result;
  return title?.kind === 'call' ? title.output : null;
}
