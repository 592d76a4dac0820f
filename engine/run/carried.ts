import { CANCELLED } from '../steps/context';
import type { Decision } from '../trace/decision';
import type { StepResult } from '../trace/result';
import type { RunIo } from './io';

/** What carrying out a step came to. */
export type Carried =
  | {
      readonly did: 'done';
      readonly result: StepResult;
      /** What else its commit makes true. */
      readonly events?: readonly Decision[];
      readonly cache?: { readonly key: string; readonly hit: boolean };
    }
  /** Somebody has to answer, or time has to pass. */
  | { readonly did: 'parked'; readonly events: readonly Decision[] }
  /** A called flow came to a boundary at which the run is to stop or pause. */
  | { readonly did: 'yield' }
  | typeof CANCELLED;

export type Done = Extract<Carried, { did: 'done' }>;

export const done = (result: StepResult): Done => ({ did: 'done', result });

/** Several things that were carried out beside each other, as one: all done, or why not. */
export function together(
  all: readonly Carried[],
): { readonly did: 'all-done'; readonly done: readonly Done[] } | Exclude<Carried, Done> {
  if (all.includes(CANCELLED)) return CANCELLED;
  const notYet = all.filter(
    (one): one is Exclude<Carried, Done | typeof CANCELLED> => one !== CANCELLED && one.did !== 'done',
  );
  const done = all.filter((one): one is Done => one !== CANCELLED && one.did === 'done');
  if (notYet.some(({ did }) => did === 'yield')) return { did: 'yield' };
  if (notYet.length === 0) return { did: 'all-done', done };
  const events = all.flatMap((one) => (one !== CANCELLED && one.did !== 'yield' ? (one.events ?? []) : []));
  return { did: 'parked', events };
}

/**
 * Results in the order of the items, at most `most` at once, each lane a strand in place of the one that called. The first
 * that throws is thrown once all have settled.
 */
export async function pooled<T, R>(
  items: readonly T[],
  most: number,
  strands: RunIo['strands'],
  each: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const settled: PromiseSettledResult<R>[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index] as T;
      [settled[index]] = (await Promise.allSettled([each(item, index)])) as [PromiseSettledResult<R>];
    }
    // The last one to end is the strand that goes on with all of it.
    lanes -= 1;
    if (lanes > 0) strands(-1);
  };
  let lanes = Math.min(most, items.length);
  if (lanes > 1) strands(lanes - 1);
  await Promise.all(Array.from({ length: lanes }, lane));
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
