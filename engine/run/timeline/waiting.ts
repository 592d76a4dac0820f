import type { Tables } from './tables';
import { addRow, OPEN, WAITS } from './tables';

/** Waits for a person, for a time, for a resume, as they begin and end. `id`: the question's or the wait's; '' is the run. */
export interface Waiting {
  readonly begin: (id: string, lane: number, kind: (typeof WAITS)[number], at: number, line: number) => void;
  readonly over: (id: string, at: number, line: number) => void;
  readonly allOver: (at: number, line: number) => void;
  /** Nobody carried the run between these two times; not said where something waited anyway. */
  readonly unheld: (from: number, to: number, line: number) => void;
  readonly resumed: (at: number, line: number) => void;
}

export function createWaiting({ lanes, waits }: Tables): Waiting {
  const open = new Map<string, number>();
  const over = (id: string, at: number, line: number) => {
    const row = open.get(id);
    if (row === undefined) return;
    waits.to.set(row, at);
    waits.last.set(row, line);
    open.delete(id);
  };
  const begin: Waiting['begin'] = (id, lane, kind, at, line) => {
    if (open.has(id)) return;
    const row = addRow(waits, { lane, from: at, to: OPEN, first: line, last: line, kind: WAITS.indexOf(kind) });
    open.set(id, row);
  };
  return {
    begin,
    over,
    allOver: (at, line) => {
      for (const id of [...open.keys()]) over(id, at, line);
    },
    unheld: (from, to, line) => {
      if (open.size > 0 || to <= from) return;
      const lane = lanes.run();
      const kind = WAITS.indexOf('somebody to carry it on');
      addRow(waits, { lane, from, to, first: line, last: line, kind });
    },
    resumed: (at, line) => over('', at, line),
  };
}
