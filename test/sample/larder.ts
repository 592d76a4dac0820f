import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const SAMPLE = resolve('media/sample');

/** A copy of the sample that a test may change; removed with `removeCopies`. */
export function copySample(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-'));
  cpSync(SAMPLE, folder, { recursive: true });
  copies.push(folder);
  return folder;
}

const copies: string[] = [];
export const removeCopies = (): void => {
  for (const folder of copies.splice(0)) rmSync(folder, { recursive: true, force: true });
};

export interface TestRun {
  readonly exit: number;
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** `npm test` in the folder, as the flow runs it; only the reporter is named, so that the names can be read. */
export function runTests(folder: string): Promise<TestRun> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  return new Promise((resolveRun, reject) => {
    execFile('npm', ['test', '--', '--test-reporter=tap'], { cwd: folder, env }, (error, stdout) => {
      const exit = error === null ? 0 : error.code;
      if (typeof exit !== 'number') return reject(error);
      const named = (line: RegExp) => [...stdout.matchAll(line)].map((found) => found[1] ?? '').sort();
      resolveRun({ exit, passed: named(/^ok \d+ - (.+)$/gm), failed: named(/^not ok \d+ - (.+)$/gm) });
    });
  });
}

/** Name → bytes of every file below `test/`. */
export const testFiles = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(folder, 'test'))
      .sort()
      .map((name) => [name, readFileSync(join(folder, 'test', name)).toString('base64')]),
  );

/** Puts the sample's own tests back over those of the folder. */
export const restoreTests = (folder: string): void =>
  cpSync(join(SAMPLE, 'test'), join(folder, 'test'), { recursive: true });
