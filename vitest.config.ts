import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files that drive a browser take the longest: they come first, so that no worker is left alone with one at the end. */
class BrowserFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isBrowser = ({ moduleId }: TestSpecification) => moduleId.includes('/test/webview/browser/');
    return [...sorted.filter(isBrowser), ...sorted.filter((file) => !isBrowser(file))];
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'test/host/**', 'test/e2e/**'],
    globalSetup: 'test/built.ts',
    // A worker keeps what it has loaded from file to file: loading was a third of the time. A file that replaces a module
    // forgets first what others loaded (test/run/replaced.test.ts).
    isolate: false,
    sequence: { sequencer: BrowserFirst },
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // What is waited for comes in its own time on a busy machine; a second is not enough there.
    expect: { poll: { timeout: 20_000 } },
  },
});
