import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACTS } from '../../webview/designer/acts/acts';
import { chordText, isChord } from '../../webview/designer/acts/chord';
import { chordOf, meaningOf, withKey } from '../../webview/designer/acts/keys';
import { KEYS } from '../../webview/designer/acts/keyTable';
import { isLineId } from '../../webview/designer/moves';

const rows = KEYS.flatMap((group) => group.rows);
const press = (key: string, held: readonly ('ctrl' | 'meta' | 'shift' | 'alt')[] = []) => ({
  key,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  shiftKey: held.includes('shift'),
  altKey: held.includes('alt'),
});

describe('the keys of the designer', () => {
  it('are listed in media/docs/designer.md, all of them and no others', () => {
    const manual = readFileSync('media/docs/designer.md', 'utf8');
    for (const { title, rows: own } of KEYS) {
      const section = manual.split(`\n### ${title}\n`)[1]?.split('\n#')[0] ?? '';
      const listed = [...section.matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(([, keys, does]) => [keys, does]).slice(2);
      const keysOf = (chords: readonly string[]) =>
        chords.length === 0 ? 'any other letter' : chords.map((chord) => `\`${chordText(chord)}\``).join(', ');
      expect(listed, title).toEqual(own.map(({ chords, does }) => [keysOf(chords), does]));
    }
  });

  it('mean one thing where they are heard', () => {
    const seen = new Map<string, string>();
    for (const { room, chords, id } of rows) {
      // Rooms that are heard at the same time share their keys.
      for (const place of room === 'canvas' || room === 'outline' ? [room] : ['canvas', 'outline'])
        for (const chord of chords) {
          expect(seen.get(`${place} ${chord}`), `${chord} on the ${place}`).toBeUndefined();
          seen.set(`${place} ${chord}`, id);
        }
    }
  });

  it('are found by what is pressed, in the rooms that hear', () => {
    expect(meaningOf(press('l'), ['canvas', 'flow', 'anywhere'])).toBe('wrap');
    expect(meaningOf(press('l'), ['anywhere'])).toBeUndefined();
    expect(meaningOf(press('ArrowLeft'), ['canvas', 'flow'])).toBe('previous');
    expect(meaningOf(press('ArrowLeft'), ['outline', 'flow'])).toBe('foldUp');
    expect(meaningOf(press('z', ['ctrl', 'shift']), ['anywhere'])).toBe('redo');
    expect(meaningOf(press('z', ['meta']), ['anywhere'])).toBe('undo');
    expect(meaningOf(press('R', ['shift']), ['flow'])).toBe('previousRoute');
    expect(meaningOf(press('?', ['shift']), ['flow'])).toBe('help');
    expect(meaningOf(press('x'), ['flow'])).toBeUndefined();
    expect(chordOf('rename')).toBe('F2');
    expect(withKey('Wrap', 'wrap')).toBe('Wrap (L)');
    expect(withKey('Export', 'exportSvg')).toBe('Export');
  });

  it('tell one chord from another by everything that is held', () => {
    expect(isChord(press('a'), 'A')).toBe(true);
    expect(isChord(press('A', ['shift']), 'A')).toBe(false);
    expect(isChord(press('a', ['ctrl']), 'A')).toBe(false);
    expect(isChord(press('ArrowUp', ['ctrl', 'shift']), 'Ctrl+Shift+ArrowUp')).toBe(true);
    expect(isChord(press('ArrowUp', ['ctrl']), 'Ctrl+Shift+ArrowUp')).toBe(false);
    expect(isChord(press('=', ['ctrl']), 'Ctrl+Plus')).toBe(true);
    expect(isChord(press('+', ['ctrl', 'shift']), 'Ctrl+Plus')).toBe(true);
    expect(isChord(press(' '), 'Space')).toBe(true);
    expect(chordText('Ctrl+Shift+ArrowLeft')).toBe('Ctrl+Shift+←');
  });

  it('have something that they do: an act, a move, or a line of the outline', () => {
    const acts = rows.filter(({ id }) => Object.hasOwn(ACTS, id));
    expect(acts.length).toBeGreaterThan(15);
    expect(rows.filter(({ id, room }) => isLineId(id) !== (room === 'outline'))).toEqual([]);
  });
});
