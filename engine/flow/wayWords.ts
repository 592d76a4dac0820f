import type { Graph } from './graph';
import type { Way } from './layout/ways';

/** The words at the lines, so that they can be said in another language. */
export interface WayWords {
  readonly confirmed: string;
  readonly exhausted: string;
  readonly batchUsedUp: string;
  readonly converged: string;
  readonly nextPass: string;
  readonly nextIteration: string;
  readonly nextRound: string;
}

export const WAY_WORDS: WayWords = {
  confirmed: 'goal confirmed',
  exhausted: 'exhausted',
  batchUsedUp: 'batch used up',
  converged: 'converged',
  nextPass: 'next pass',
  nextIteration: 'next iteration',
  nextRound: 'next round',
};

/** What stands at a line. Every other way starts at a row of its step that carries its name. */
export function wayLabel(graph: Graph, words: WayWords): (way: Way) => string {
  const confirming = new Set(
    graph.loops.filter(({ type }) => type !== 'group' && type !== 'improve').map((loop) => loop.tail),
  );
  return ({ kind, from, back, loop }) => {
    const type = loop?.type;
    if (back) return type === 'group' ? words.nextIteration : type === 'improve' ? words.nextRound : words.nextPass;
    if (kind === 'exhausted') return type === 'group' ? words.batchUsedUp : words.exhausted;
    if (kind === 'converged') return words.converged;
    return kind === 'strong' && confirming.has(from) ? words.confirmed : '';
  };
}

/** About how wide a label is drawn, at the most. */
export const labelWidth = (label: string): number =>
  label === '' ? 0 : Math.min(132, Math.round(label.length * 6.4) + 16);
