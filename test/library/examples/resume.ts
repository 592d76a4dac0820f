import type { Flow } from '../../../engine/index';
import { createEngine } from '../../../engine/index';
import { memoryPorts } from '../../../engine/node/memoryPorts';

const flow: Flow = {
  converge: 1,
  id: 'deploy',
  start: 'build',
  steps: {
    build: { kind: 'work', worker: 'builder', prompt: 'Build it.', next: 'publish' },
    publish: { kind: 'work', worker: 'publisher', prompt: 'Publish it.', next: '@complete' },
  },
};

/** What is done is done: only the step that was cut off runs again. */
export async function deploy() {
  const ran: string[] = [];
  let isDown = true;
  const handlers = {
    work: {
      builder: () => {
        ran.push('build');
        return 'built';
      },
      publisher: () => {
        ran.push('publish');
        // What throws is no failure of the step: nothing of it is decided, and the run can be resumed.
        if (isDown) throw new Error('the registry is down');
        return 'published';
      },
    },
  };
  const before = memoryPorts();
  const first = await createEngine({ ports: before, handlers }).run(flow, { mode: 'autonomous' }).done;

  // Another process, later: all that it needs is the trace.
  isDown = false;
  const lines = before.lines();
  const after = createEngine({ ports: memoryPorts({ lines }), handlers });
  const second = await after.resume(flow, lines).done;
  return { first: `${first.outcome}: ${first.why}`, second: second.outcome, ran };
}
