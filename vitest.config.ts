import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'test/host/**', 'test/e2e/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
