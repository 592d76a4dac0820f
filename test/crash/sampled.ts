import { random } from '../random';
import type { Cut } from './cuts';

/**
 * One in so many of the cuts, chosen by the seed: of each kind (the call, before it or after it) at least one, so that a
 * shorter sweep leaves none out.
 */
export function sampled(cuts: readonly Cut[], calls: readonly string[], every: number, seed: number): readonly Cut[] {
  const kinds = new Map<string, Cut[]>();
  for (const cut of cuts) {
    const kind = `${cut.when} ${calls[cut.at - 1]}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), cut]);
  }
  const dice = random(seed);
  const chosen = [...kinds.values()].flatMap((kind) => {
    const left = [...kind];
    return Array.from({ length: Math.ceil(kind.length / every) }, () =>
      left.splice(dice.int(0, left.length - 1), 1),
    ).flat();
  });
  return cuts.filter((cut) => chosen.includes(cut));
}
