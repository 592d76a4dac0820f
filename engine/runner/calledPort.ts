import type { Flow } from '../flow/schema';
import type { CalledFlow, Ports } from '../ports';
import type { CalledFlows } from './calledFlows';

/**
 * The flows that a run may call, each with its own workers: two flows may mean different ones by one name. Known by the
 * names that steps give, and by their ids.
 */
export function calledPort(called: CalledFlows, workersFor: (flow: Flow) => Ports['worker']): Ports['flow'] {
  const ready = new Map<string, CalledFlow>();
  for (const [name, { flow, hash }] of called) {
    const one = ready.get(flow.id) ?? { flow, hash, worker: workersFor(flow) };
    ready.set(flow.id, one).set(name, one);
  }
  return (name) => ready.get(name);
}
