import { randomBytes } from 'node:crypto';
import { spawnTree } from '../../processes';
import { createStop } from '../../stop';

/** The slowest programs unpack themselves when they are first started. */
export const VERSION_MS = 30_000;

/** What a program says to `--version`, the first line with a version in it, within 30 s. */
export async function versionOf(
  program: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string }> {
  const end = await spawnTree({
    program,
    args: ['--version'],
    cwd,
    env,
    token: `version/${randomBytes(8).toString('hex')}`,
    wallMs: VERSION_MS,
    stop: createStop().signal,
  });
  const lines = end.output.trim().split(/\r?\n/);
  // Some say something of their own before it, such as that they unpack themselves.
  const text = (lines.find((line) => /\d+\.\d+/.test(line)) ?? lines[0] ?? '').slice(0, 200);
  if (end.status === 'exited' && end.exit === 0 && text !== '') return { ok: true, text };
  const how = end.why ?? `it ended with code ${end.exit ?? end.signal ?? 'unknown'}`;
  return { ok: false, why: `"${program} --version" gave no version: ${how}` };
}
