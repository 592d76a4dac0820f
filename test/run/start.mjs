// npm start: sets up, builds, and repairs a copy of the sample with the Fix Until Green flow, headless.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureModules, requireNode } from './modules.mjs';
import { ensurePrograms } from './programs.mjs';

const root = path.resolve(import.meta.dirname, '../..');
// Ctrl-C is for the run, which stops at a boundary and says so; this process waits for it.
process.on('SIGINT', () => {});

try {
  requireNode();
  ensureModules(root);
  ensurePrograms({ browser: false });
  node('esbuild.mjs', '--production');
  process.exitCode = node('dist/converge.js', 'demo', ...process.argv.slice(2));
} catch (error) {
  console.error(`npm start: ${error.message}`);
  process.exitCode = 1;
}

function node(script, ...args) {
  const { status, signal } = spawnSync(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (script === 'esbuild.mjs' && status !== 0) throw new Error('the build failed');
  return signal ? 1 : status;
}
