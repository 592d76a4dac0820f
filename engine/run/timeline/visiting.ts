import type { Within } from '../../trace/scope';
import { isBelow } from '../../trace/scope';
import type { Tables } from './tables';
import { addRow, lookNumber, OPEN } from './tables';

/** A visit that is going on, as far as the next entries need to know it. */
export interface Going {
  readonly within: Within;
  readonly step: string;
  readonly visit: number;
  /** Undefined until an entry says which. */
  pass: number | undefined;
  readonly loop: string | undefined;
  /** Its row in the table of visits. */
  readonly row: number;
  /** A worker's turn is open, and what it can cost at most. */
  open: boolean;
  reserved: { readonly usd?: number; readonly tokens?: number } | null;
  /** Its result is known and is kept by a resume. */
  kept: boolean;
}

export interface Place {
  readonly within?: Within;
  readonly step: string;
  readonly visit: number;
  readonly pass?: number;
  readonly loop?: string;
}

/** The visits that are going on; each is one row of the table, however often a crash made it start. */
export interface Visiting {
  /** What goes on at this step, whichever visit it is. */
  readonly at: (within: Within, step: string) => Going | undefined;
  /** The visit that an entry is about; it begins where it is new. */
  readonly of: (place: Place, at: number, line: number) => Going;
  readonly end: (going: Going, at: number, line: number, look: 'done' | 'failed') => void;
  /** Forgets a visit that is decided, and all that it called. */
  readonly forget: (going: Going, call: Within, at: number) => void;
  /** Nobody carries on what was running; at the end of a run what waited neither. */
  readonly cutOff: (at: number, which?: 'running' | 'all') => void;
  readonly all: () => Iterable<Going>;
}

export function createVisiting({ lanes, visits }: Tables): Visiting {
  const going = new Map<string, Going>();
  const running = lookNumber('running');
  const isOpen = (row: number) => visits.to.get(row) === OPEN;
  const cut = (row: number, at: number) => {
    if (isOpen(row)) visits.to.set(row, at);
    const look = visits.look.get(row);
    if (look === running || look === lookNumber('waiting')) visits.look.set(row, lookNumber('interrupted'));
  };
  const of = ({ within = '', step, visit, pass, loop }: Place, at: number, line: number): Going => {
    const key = keyOf(within, step);
    const known = going.get(key);
    if (known?.visit === visit && (pass === undefined || (known.pass ?? pass) === pass)) {
      visits.last.set(known.row, line);
      if (pass !== undefined) visits.pass.set(known.row, pass);
      known.pass ??= pass;
      return known;
    }
    if (known !== undefined) cut(known.row, at);
    const row = addRow(visits, {
      ...{ lane: lanes.of(within, step), from: at, to: OPEN, first: line, last: line },
      ...{ look: running, visit, pass: pass ?? 0, outcome: 0 },
    });
    const fresh = { within, step, visit, pass, loop, row, open: false, reserved: null, kept: false };
    going.set(key, fresh);
    return fresh;
  };
  return {
    at: (within, step) => going.get(keyOf(within, step)),
    of,
    end: ({ row }, at, line, look) => {
      // What was cut off and is decided all the same went on until now.
      if (isOpen(row) || visits.look.get(row) === lookNumber('interrupted')) visits.to.set(row, at);
      visits.look.set(row, lookNumber(look));
      visits.last.set(row, line);
    },
    forget: ({ within, step }, call, at) => {
      going.delete(keyOf(within, step));
      for (const [key, each] of going) {
        if (each.within === '' || !isBelow(each.within, call)) continue;
        cut(each.row, at);
        going.delete(key);
      }
    },
    cutOff: (at, which = 'running') => {
      for (const { row } of going.values()) if (which === 'all' || visits.look.get(row) === running) cut(row, at);
    },
    all: () => going.values(),
  };
}

const keyOf = (within: Within, step: string): string => (within === '' ? step : `${within}\n${step}`);
