import type { FlowEdit } from '../../../engine/flow/edit';
import type { Scene } from '../scene';

/**
 * The edit for a route drawn from a handle. A handle that has its route already is led elsewhere; a named one that is
 * free gets a route of its name; the main one leaves the choice to the kind of step.
 */
export function planConnect(scene: Scene, from: string, handle: string, to: string): FlowEdit {
  if (from.startsWith('loop:')) return { type: 'set', path: ['loops', from.slice(5), 'onExhausted'], value: to };
  if (handle === 'main') return { type: 'connect', from, to };
  const drawn = scene.graph.routes.find((route) => route.id === `${from}/${handle}`);
  if (drawn) return { type: 'reconnect', route: drawn.id, to };
  const slash = handle.indexOf('/');
  const name = handle.slice(slash + 1);
  if (handle.startsWith('choice/')) return { type: 'connect', from, to, kind: 'choice', name };
  return { type: 'connect', from, to, kind: 'else' };
}
