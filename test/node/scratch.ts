import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** A folder of this test alone, removed when it is over. */
export function scratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'converge-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Looks until `what` gives something that is not undefined, or the deadline has passed. */
export async function until<T>(what: () => T | undefined | Promise<T | undefined>, limitMs = 10_000): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const found = await what();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`not within ${limitMs} ms`);
    await sleep(20);
  }
}
