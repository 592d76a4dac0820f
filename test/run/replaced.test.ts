import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file) && !/node_modules|^(?:host|e2e)\b/.test(file))
  .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').split('\n') }))
  .filter(({ lines }) => lines.some((line) => line.startsWith('vi.mock(')));

it('a file that replaces a module forgets first what the files before it in its worker loaded', () => {
  expect(files.length).toBeGreaterThan(0);
  const without = files.filter(({ lines }) => !lines.includes('vi.hoisted(() => vi.resetModules());'));
  expect(without.map(({ file }) => file)).toEqual([]);
});
