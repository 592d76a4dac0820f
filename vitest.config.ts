import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'test/host/**', 'test/e2e/**'],
    globalSetup: 'test/built.ts',
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
