import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** The extension as people install it. */
export const vsix = path.join(root, 'dist/converge.vsix');

/** Packs the extension as it stands, unless CONVERGE_PACKED says that it was packed a moment ago. */
export function setup(): void {
  if (!process.env.CONVERGE_PACKED)
    execFileSync('npm', ['run', '--silent', 'package'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
