import type { Graph } from '../../../engine/flow/graph';
import { isTerminal } from '../../../engine/flow/graph';
import { texts } from '../texts';

/** Whether a route may be drawn, and why not, as a sentence for a person. */
export type Connectable = { readonly ok: true } | { readonly ok: false; readonly why: string };

export function connectable(graph: Graph, from: string, to: string): Connectable {
  if (isTerminal(from)) return { ok: false, why: texts.forbidden.terminalFrom };
  if (!isTerminal(to) && !graph.steps.some((step) => step.id === to))
    return { ok: false, why: texts.forbidden.unknown(to) };
  return { ok: true };
}
