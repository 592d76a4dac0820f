import type { FlowEdit } from '../../../engine/flow/edit';
import { isTerminal } from '../../../engine/flow/graph';
import { loopKeys } from '../../../engine/flow/graph/loopKeys';
import type { Scene } from '../scene';

/**
 * The edit for a route drawn from a handle. A handle that has its route already is led elsewhere; a named one that is
 * free gets a route of its name. The main one leads what so far only ended the flow on to a step (a new step is drawn
 * with such an end); else the kind of step chooses.
 */
export function planConnect(scene: Scene, from: string, handle: string, to: string): FlowEdit {
  if (from.startsWith('loop:')) {
    const id = from.slice(5);
    const type = scene.graph.loops.find((loop) => loop.id === id)?.type ?? '';
    const key = handle === 'converged' ? 'onConverged' : loopKeys(type).onExhausted;
    return { type: 'set', path: ['loops', id, key], value: to };
  }
  if (handle === 'main') {
    const strong = scene.graph.routes.filter((route) => route.from === from && route.kind === 'strong');
    const ends = strong.length > 0 && strong.every((route) => isTerminal(route.to));
    return { type: 'connect', from, to, ...(ends && !isTerminal(to) ? { kind: 'strong' as const } : {}) };
  }
  const drawn = scene.graph.routes.find((route) => route.id === `${from}/${handle}`);
  if (drawn) return { type: 'reconnect', route: drawn.id, to };
  const slash = handle.indexOf('/');
  const name = handle.slice(slash + 1);
  if (handle.startsWith('choice/')) return { type: 'connect', from, to, kind: 'choice', name };
  return { type: 'connect', from, to, kind: 'else' };
}
