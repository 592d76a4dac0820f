import { expect, it } from 'vitest';
import { splitLines } from '../../engine/node/workers/programs/lines';

it('a line that is too long is cut, and the next one is read', () => {
  const lines: string[] = [];
  const splitter = splitLines((line) => lines.push(line), 100);
  splitter.add(Buffer.from(`${'x'.repeat(1000)}\nshort\n`));
  splitter.end();
  expect(lines).toEqual(['x'.repeat(100), 'short']);
});
