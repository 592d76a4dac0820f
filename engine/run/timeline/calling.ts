import type { Spend } from '../../loops/spend';
import type { Within } from '../../trace/scope';
import { isBelow, placeOf } from '../../trace/scope';
import type { Tables } from './tables';
import { addRow, OPEN } from './tables';

/** Flows that a run calls, from their call to their end, with what had been spent before. */
export interface Calling {
  /** A call that is begun anew is another one. */
  readonly begin: (
    path: Within,
    flow: { readonly id: string; readonly hash: string },
    spent: Pick<Spend, 'usd' | 'tokens'>,
    at: number,
  ) => void;
  /** This call is over, and all below it. */
  readonly close: (call: Within, at: number) => void;
}

export function createCalling({ calls, texts }: Tables): Calling {
  const open = new Map<Within, number>();
  const end = (path: Within, at: number) => {
    const row = open.get(path);
    if (row === undefined) return;
    calls.to.set(row, at);
    open.delete(path);
  };
  return {
    begin: (path, { id, hash }, { usd, tokens }, at) => {
      end(path, at);
      const named = { place: texts.of(placeOf(path)), id: texts.of(id), hash: texts.of(hash) };
      open.set(path, addRow(calls, { ...named, from: at, to: OPEN, usd, tokens }));
    },
    close: (call, at) => {
      for (const path of [...open.keys()]) if (isBelow(path, call)) end(path, at);
    },
  };
}
