import type { Flow } from '../../../engine/index';
import { createEngine } from '../../../engine/index';
import { memoryPorts } from '../../../engine/node/memoryPorts';

// A plan is data: whatever task has all its prerequisites done runs, at most four at once.
const flow: Flow = {
  converge: 1,
  id: 'ship',
  start: 'planner',
  channels: { plan: { reducer: 'byKey', fields: { tasks: 'append', results: 'append' } } },
  steps: {
    planner: { kind: 'work', worker: 'planner', prompt: 'Plan it.', writes: 'plan.tasks', next: 'build' },
    build: {
      kind: 'plan',
      channel: 'plan',
      handlers: { fetch: 'fetching', compile: 'compiling' },
      maxFanout: 4,
      onIdle: '@stop',
      routes: { complete: '@complete', stalled: '@escalate' },
    },
    fetching: { kind: 'work', worker: 'fetch', prompt: 'Fetch it.' },
    compiling: { kind: 'work', worker: 'compile', prompt: 'Compile it.' },
  },
};

export async function ship(parts: readonly string[]) {
  const order: string[] = [];
  const did = (id: string) => {
    order.push(id);
    return { built: id };
  };
  const fetches = parts.map((id) => ({ id, kind: 'fetch', input: { from: `https://example.org/${id}` } }));
  const engine = createEngine({
    ports: memoryPorts(),
    handlers: {
      work: { planner: () => [...fetches, { id: 'all', kind: 'compile', prerequisites: parts }] },
      tasks: { fetch: (task) => did(task.id), compile: (task) => did(task.id) },
    },
  });
  const { outcome } = await engine.run(flow, { mode: 'autonomous' }).done;
  return { outcome, order };
}
