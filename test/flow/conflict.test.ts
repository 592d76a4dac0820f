import { describe, expect, it } from 'vitest';
import { conflictSides } from '../../engine/flow/conflict';

const text = (...lines: readonly string[]) => `${lines.join('\n')}\n`;
const conflicted = text('a', '<<<<<<< HEAD', 'ours', '=======', 'theirs', '>>>>>>> their branch', 'z');

describe('the sides of a conflict', () => {
  it('SH-34 are both texts whole, with the names that git gave them', () => {
    expect(conflictSides(conflicted)).toEqual({
      ours: text('a', 'ours', 'z'),
      theirs: text('a', 'theirs', 'z'),
      oursName: 'HEAD',
      theirsName: 'their branch',
    });
  });

  it('the common base is on neither side, line ends stay, and several conflicts are read', () => {
    const base = text('<<<<<<< x', '1', '||||||| base', '0', '=======', '2', '>>>>>>> y', 'm');
    const twice = (base + base).replaceAll('\n', '\r\n');
    expect(conflictSides(twice)).toMatchObject({ ours: '1\r\nm\r\n1\r\nm\r\n', theirs: '2\r\nm\r\n2\r\nm\r\n' });
  });

  it('are not guessed where there is no marker, or markers do not fit together', () => {
    expect(conflictSides(text('a', '=======', 'b'))).toBeNull();
    expect(conflictSides(text('a', 'b'))).toBeNull();
    for (const broken of [
      text('<<<<<<< x', '1'),
      text('<<<<<<< x', '1', '======='),
      text('1', '>>>>>>> y'),
      text('<<<<<<< x', '<<<<<<< x', '=======', '>>>>>>> y'),
      text('<<<<<<< x', '>>>>>>> y'),
      conflicted.replace('theirs\n', 'theirs\n=======\n'),
    ])
      expect(conflictSides(broken), broken).toBeNull();
  });
});
