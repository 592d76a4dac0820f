import { expect, it } from 'vitest';
import { plainMarkdown } from '../../../extension/beside/plainMarkdown';
import { fc } from '../../fc';

it('nothing of a text is read as Markdown, HTML or a link, and all of it is there (property)', () => {
  expect(plainMarkdown('[x](command:evil) <img src=a> https://a.b &lt; `c`')).toBe(
    '\\[x\\]\\(command\\:evil\\) \\<img src\\=a\\> https\\:\\/\\/a\\.b \\&lt\\; \\`c\\`',
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const made = plainMarkdown(text);
      // Every sign that could mean something stands behind a backslash of its own.
      expect(made.replace(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(/[!-/:-@[-`{-~]/);
      expect(made.replace(/\\([!-/:-@[-`{-~])/g, '$1')).toBe(text.replace(/\s+/g, ' '));
    }),
  );
});
