import type { Say } from '../../say';
import type { Column, Texts } from './column';
import { bytes, counts, floats, texts } from './column';
import type { Lanes } from './lanes';
import { createLanes } from './lanes';
import type { SpanLook } from './picture';

/** The time of something that is not over. */
export const OPEN = Number.POSITIVE_INFINITY;

/** Looks by the number under which they are kept. */
export const LOOKS = ['running', 'done', 'failed', 'waiting', 'interrupted', 'latch', 'cleared', 'accepted'] as const;
export const lookNumber = (look: (typeof LOOKS)[number]): number => LOOKS.indexOf(look);
export const lookOf = (number: number): SpanLook => LOOKS[number] ?? 'done';

/** What something waits for, by the number under which it is kept. */
export const WAITS = ['a person', 'a time', 'a resume', 'somebody to carry it on'] as const;

/** What sections are counted in, by the number under which they are kept. */
export const SECTIONS = ['baseline', 'pass', 'iteration', 'round'] as const;

/**
 * All that a timeline keeps of a run, as numbers in columns: some forty bytes a visit, however long its texts were. Every
 * table is in the order of its beginnings in time.
 */
export interface Tables {
  readonly lanes: Lanes;
  readonly texts: Texts;
  readonly visits: Record<'lane' | 'from' | 'to' | 'first' | 'last' | 'look' | 'visit' | 'pass' | 'outcome', Column>;
  readonly waits: Record<'lane' | 'from' | 'to' | 'first' | 'last' | 'kind', Column>;
  readonly sections: Record<
    'loop' | 'kind' | 'batch' | 'number' | 'depth' | 'from' | 'to' | 'first' | 'last' | 'decided',
    Column
  >;
  readonly latches: Record<'label' | 'from' | 'to' | 'first' | 'last' | 'look', Column>;
  readonly turns: Record<'at' | 'line' | 'usd' | 'tokens' | 'unknownUsd' | 'unknownTokens', Column>;
  /** What is called. `usd`, `tokens`: of the whole run, when it was called. */
  readonly calls: Record<'place' | 'id' | 'hash' | 'from' | 'to' | 'usd' | 'tokens', Column>;
  readonly commits: Record<'at' | 'line' | 'superStep' | 'text', Column>;
  readonly times: Column;
}

export const createTables = (say: Say): Tables => ({
  lanes: createLanes(say),
  texts: texts(),
  visits: {
    ...{ lane: counts(), from: floats(), to: floats(), first: counts(), last: counts() },
    ...{ look: bytes(), visit: counts(), pass: counts(), outcome: counts() },
  },
  waits: { lane: counts(), from: floats(), to: floats(), first: counts(), last: counts(), kind: bytes() },
  sections: {
    ...{ loop: counts(), kind: bytes(), batch: counts(), number: counts(), depth: bytes() },
    ...{ from: floats(), to: floats(), first: counts(), last: counts(), decided: counts() },
  },
  latches: { label: counts(), from: floats(), to: floats(), first: counts(), last: counts(), look: bytes() },
  turns: {
    ...{ at: floats(), line: counts(), usd: floats(), tokens: floats() },
    ...{ unknownUsd: counts(), unknownTokens: counts() },
  },
  calls: {
    ...{ place: counts(), id: counts(), hash: counts(), from: floats(), to: floats() },
    ...{ usd: floats(), tokens: floats() },
  },
  commits: { at: floats(), line: counts(), superStep: counts(), text: counts() },
  times: floats(),
});

/** Adds a row that is named by column, so that none is forgotten; gives its place. */
export function addRow<K extends string>(table: Record<K, Column>, row: Record<K, number>): number {
  let place = 0;
  for (const name in row) {
    place = table[name].length();
    table[name].push(row[name]);
  }
  return place;
}
