import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parkedAmong } from '../../engine/runner/runs';
import { scratch } from '../node/scratch';

it('of many run folders those that wait are found by their result, and nothing that cannot be read is one', async () => {
  const root = scratch();
  const folder = (name: string, result?: string) => {
    const path = join(root, name);
    mkdirSync(path);
    if (result !== undefined) writeFileSync(join(path, 'result.json'), result);
    return path;
  };
  const parked = folder('a', '{"outcome":"waiting"}');
  const others = [
    folder('b', '{"outcome":"complete"}'),
    folder('c', '[{"outcome":"waiting"}]'),
    folder('d', '{"outcome":"wait'),
    folder('e'),
    join(root, 'gone'),
  ];
  expect(await parkedAmong([...others, parked])).toEqual([parked]);
});
