import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The oldest Node.js that the package says it runs on. */
const OLDEST = [20, 19];

export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new Error(`Node.js ${OLDEST.join('.')} or newer is needed, and this is ${version}.`);
}

/**
 * Whether node_modules lacks something that package-lock.json asks for, or has it in another version. What is optional
 * (programs for other machines) may be missing.
 * @param {string} root
 */
export function modulesAreStale(root) {
  const installed = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return true;
  const has = JSON.parse(readFileSync(installed, 'utf8')).packages;
  const wants = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wants).some(([name, { version, optional, devOptional }]) => {
    if (name === '' || (!has[name] && (optional || devOptional))) return false;
    return has[name]?.version !== version;
  });
}

/**
 * Installs the packages of the lock file unless they are there.
 * @param {string} root
 */
export function ensureModules(root) {
  if (!modulesAreStale(root)) return;
  console.log('set-up: npm ci');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}
