import type { Graph } from './graph';
import { isTerminal } from './graph';
import type { Way } from './layout/ways';
import type { Prospect } from './leadsTo';
import { prospects } from './leadsTo';

/** What a way looks like. Only `confirmed` may look like success. */
export type Tone = 'strong' | 'weak' | 'outcome' | 'confirmed' | 'exhausted' | 'converged' | 'back' | 'call';

export interface WayLook {
  readonly tone: Tone;
  /** Of a loop's own exits: what they can come to. */
  readonly reach: Prospect | null;
}

/** Outcomes in which something went wrong; the others, such as a plan's `idle`, are only other ways. */
const MISHAPS: ReadonlySet<string> = new Set([
  'failed',
  'fail',
  'incomplete',
  'escalate',
  'escalated',
  'stalled',
  'stopped',
  'deadline',
]);

/** How each way of the graph looks. */
export function looksOf(graph: Graph): (way: Way) => WayLook {
  // Only an until loop confirms a goal where it is left.
  const confirming = new Set(
    graph.loops.filter(({ type }) => type !== 'group' && type !== 'improve').map((loop) => loop.tail),
  );
  const reach = prospects(graph);
  const target = ({ to }: Way) =>
    isTerminal(to.slice(to.lastIndexOf('>') + 1)) ? to.slice(to.lastIndexOf('>') + 1) : to;
  return (way) => {
    if (way.back) return { tone: 'back', reach: null };
    switch (way.kind) {
      case 'strong':
        return { tone: confirming.has(way.from) ? 'confirmed' : 'strong', reach: null };
      case 'outcome':
        return { tone: MISHAPS.has(way.route?.label ?? '') ? 'outcome' : 'weak', reach: null };
      case 'exhausted':
      case 'converged':
        return { tone: way.kind, reach: reach(target(way)) };
      case 'back':
      case 'call':
        return { tone: way.kind, reach: null };
      case 'weak':
      case 'case':
      case 'else':
      case 'choice':
        return { tone: 'weak', reach: null };
    }
  };
}
