import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installVsix } from '../vscode-host/server.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const PLACE = 'CONVERGE_INSTALLED';

/** The folder of extensions in which the packed one is installed; nobody writes to it any more. */
export const installed = (): string => path.join(process.env[PLACE] ?? '', 'x');

/**
 * Packs the extension as it stands, unless CONVERGE_PACKED says that it was packed a moment ago, and installs it as people
 * do: once, for every VS Code that the tests start.
 */
export function setup(): () => void {
  if (!process.env.CONVERGE_PACKED)
    execFileSync('npm', ['run', '--silent', 'package'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const dir = mkdtempSync(path.join(tmpdir(), 'cvx-'));
  process.env[PLACE] = dir;
  const vsix = path.join(root, 'dist/converge.vsix');
  installVsix({ vsix, extensionsDir: installed(), userDataDir: path.join(dir, 'u') });
  return () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}
