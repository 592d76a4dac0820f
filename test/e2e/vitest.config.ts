import path from 'node:path';
import { defineConfig } from 'vitest/config';

// One file at a time: each has a server and a browser of its own, and a start takes 5 to 25 seconds.
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: 'test/e2e/packed.ts',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
