import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Latch } from '../../engine/loops/ledger';
import type { RunResult } from '../../engine/run/state';
import type { Decision } from '../../engine/trace/decision';
import type { Entry } from '../../engine/trace/entry';

export const tracePath = (folder: string): string => join(folder, 'trace.ndjson');

/** The lines of a run's trace as text, without their breaks. */
export const linesOf = (folder: string): readonly string[] =>
  readFileSync(tracePath(folder), 'utf8').trimEnd().split('\n');

export const writeLines = (folder: string, lines: readonly string[]): void =>
  writeFileSync(tracePath(folder), `${lines.join('\n')}\n`);

/** Every line that can be read; the others are left out. */
export const entriesOf = (folder: string): readonly Entry[] =>
  linesOf(folder).flatMap((line): readonly Entry[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });

export const eventsOf = <T extends Decision['type']>(
  folder: string,
  type: T,
): readonly Extract<Decision, { type: T }>[] =>
  entriesOf(folder)
    .flatMap((entry) => (entry.type === 'commit' ? entry.events : []))
    .filter((event): event is Extract<Decision, { type: T }> => event.type === type);

export const factsOf = <T extends Entry['type']>(folder: string, type: T): readonly Extract<Entry, { type: T }>[] =>
  entriesOf(folder).filter((entry): entry is Extract<Entry, { type: T }> => entry.type === type);

export const passesOf = (folder: string): readonly number[] => eventsOf(folder, 'pass.started').map(({ pass }) => pass);

export const resultOf = (folder: string): RunResult => JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));

/** What happened to each latch by the ledger, such as `frozen:fix opened 2, cleared 3`, sorted. */
export function latchesOf(folder: string): readonly string[] {
  const ledger = JSON.parse(readFileSync(join(folder, 'honesty-ledger.json'), 'utf8'));
  const all: readonly Latch[] = [...ledger.open, ...ledger.closed];
  return all.map(({ id, history }) => `${id} ${history.map(({ what, pass }) => `${what} ${pass}`).join(', ')}`).sort();
}
