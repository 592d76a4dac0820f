import { isTerminal } from '../../../engine/flow/graph';

/** Ids on the canvas. Every drawn thing has one that tells what it stands for; of a terminal, `id` is the target. */
export type Drawn =
  | { readonly type: 'step'; readonly id: string }
  | { readonly type: 'terminal'; readonly id: string }
  | { readonly type: 'loop'; readonly id: string };

export const stepNode = (id: string): string => `step:${id}`;
export const terminalNode = (id: string): string => `terminal:${id}`;
export const loopNode = (id: string): string => `loop:${id}`;
/** A terminal is drawn once for each step or loop that leads to it: `<from>><target>`. */
export const targetNode = (from: string, to: string): string =>
  isTerminal(to) ? terminalNode(`${from}>${to}`) : stepNode(to);
export const routeEdge = (id: string): string => `route:${id}`;
export const backEdge = (loop: string): string => `back:${loop}`;
export const exhaustedEdge = (loop: string): string => `exhausted:${loop}`;

export function drawnOf(node: string): Drawn {
  const colon = node.indexOf(':');
  const id = node.slice(colon + 1);
  const type = node.slice(0, colon);
  if (type === 'terminal') return { type, id: id.slice(id.lastIndexOf('>') + 1) };
  return { type: type === 'loop' ? type : 'step', id };
}

/** What the shared selection calls a drawn step or loop; null for what cannot be selected. */
export function selectionKeyOf(node: string): string | null {
  const drawn = drawnOf(node);
  if (drawn.type === 'step') return drawn.id;
  return drawn.type === 'loop' ? node : null;
}

/** The loop's own edges stand for the loop. */
export function edgeSelectionKey(edge: string): string {
  return edge.startsWith('route:') ? edge : `loop:${edge.slice(edge.indexOf(':') + 1)}`;
}
