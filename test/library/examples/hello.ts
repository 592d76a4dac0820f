import type { Flow } from '../../../engine/index';
import { createEngine } from '../../../engine/index';
import { memoryPorts } from '../../../engine/node/memoryPorts';

// A flow as a value: what a flow file has, and as strictly checked before it starts.
const flow: Flow = {
  converge: 1,
  id: 'hello',
  inputs: { name: { type: 'string' } },
  start: 'greet',
  steps: {
    greet: { kind: 'work', worker: 'greeter', prompt: 'Greet them.', reads: ['inputs.name'], next: '@complete' },
  },
};

export async function hello(name: string): Promise<string> {
  const engine = createEngine({
    ports: memoryPorts(),
    // A step's worker is a function of that name. What it gives back is the step's output.
    handlers: { work: { greeter: ({ reads }) => `Hello, ${reads['inputs.name']}!` } },
  });
  const run = engine.run(flow, { mode: 'autonomous', inputs: { name } });
  const { outcome } = await run.done;
  const greeting = run.snapshot().state.steps.greet?.result;
  return greeting?.kind === 'work' ? `${outcome}: ${greeting.output}` : outcome;
}
