import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { counted } from '../../engine/counted';

describe('numbers with their nouns', () => {
  it('say one and many, and thousands apart', () => {
    expect([counted(0, 'file'), counted(1, 'file'), counted(2000, 'file')]).toEqual([
      '0 files',
      '1 file',
      '2,000 files',
    ]);
    expect([counted('1', 'pass', 'passes'), counted('?', 'pass', 'passes')]).toEqual(['1 pass', '? passes']);
  });

  it('are never a number in front of a plural: of one thing that would be wrong', () => {
    const nouns =
      'files|passes|steps|turns|runs|tests|entries|latches|problems|loops|items|commands|lines|bytes|rounds';
    const plural = new RegExp(`\\$\\{(?![A-Z_]+\\})[^{}]*\\} (${nouns})\\b`);
    const root = path.resolve(import.meta.dirname, '../../engine');
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        readFileSync(path.join(root, file), 'utf8')
          .split('\n')
          .filter((line) => plural.test(line) && !/=== 1 \?|' : `|MiB|> 1|1 \? /.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });
});
