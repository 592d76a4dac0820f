import type { Press } from './chord';
import { chordText, isChord } from './chord';
import type { KeyRoom, KeyRow } from './keyTable';
import { KEYS } from './keyTable';

const ROWS: readonly KeyRow[] = KEYS.flatMap(({ rows }) => rows);

/** What a key press means in the first of these rooms that has a use for it. */
export function meaningOf(press: Press, rooms: readonly KeyRoom[]): KeyRow['id'] | undefined {
  for (const room of rooms) {
    const row = ROWS.find((each) => each.room === room && each.chords.some((chord) => isChord(press, chord)));
    if (row) return row.id;
  }
  return undefined;
}

/** The first chord of an act, undefined where it has none. */
export const chordOf = (id: KeyRow['id']): string | undefined => ROWS.find((row) => row.id === id)?.chords[0];

/** A name with its key behind it, as tooltips have it. */
export function withKey(name: string, id: KeyRow['id']): string {
  const chord = chordOf(id);
  return chord === undefined ? name : `${name} (${chordText(chord)})`;
}
