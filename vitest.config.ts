import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/host/**', 'test/e2e/**'],
    // Many of these tests start real processes and browsers; where nobody watches, a stumble gets one more try.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
