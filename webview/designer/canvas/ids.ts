/** Ids on the canvas. Every drawn thing has one that tells what it stands for; of a terminal, `id` is the target. */
export type Drawn =
  | { readonly type: 'step'; readonly id: string }
  | { readonly type: 'terminal'; readonly id: string }
  | { readonly type: 'loop'; readonly id: string };

export const stepNode = (id: string): string => `step:${id}`;
export const terminalNode = (id: string): string => `terminal:${id}`;
export const loopNode = (id: string): string => `loop:${id}`;
/** Of an item of the layout: a step, `loop:<id>`, or a terminal's key `<from>><target>`. */
export const nodeOf = (item: string): string =>
  item.includes('>') ? terminalNode(item) : item.startsWith('loop:') ? item : stepNode(item);
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
