import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Two files at a time, each with a server and a browser of its own: mostly they wait for one another.
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: 'test/e2e/packed.ts',
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
