import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

// The browser's names are known to test/vscode-host/chromium.mjs too, which cannot be loaded before the packages are there.
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Makes sure that git, and a browser for tests when asked for, are on this machine: on Debian and its kin by apt-get,
 * as root or through sudo without a password; elsewhere by saying what to install.
 * @param {{ browser: boolean }} need
 */
export function ensurePrograms({ browser }) {
  const noGit = !onPath('git');
  const noBrowser = browser && !process.env.CHROMIUM && !BROWSERS.some(onPath);
  const packages = [...(noGit ? ['git'] : []), ...(noBrowser ? ['chromium', 'fonts-liberation'] : [])];
  if (packages.length === 0) return;
  const missing = [...(noGit ? ['git'] : []), ...(noBrowser ? ['a Chromium browser'] : [])].join(' and ');
  const asRoot = rootPrefix();
  if (!onPath('apt-get') || !asRoot) {
    const hint = noBrowser ? ', or set CHROMIUM to the path of a browser' : '';
    throw new Error(
      `Missing on this machine: ${missing}. Install it (Debian: apt-get install ${packages.join(' ')})${hint}, then try again.`,
    );
  }
  console.log(`set-up: apt-get install ${packages.join(' ')}`);
  apt(asRoot, ['update', '--quiet']);
  const status = apt(asRoot, ['install', '--quiet', '--yes', '--no-install-recommends', ...packages]);
  if (status !== 0)
    throw new Error(`apt-get could not install ${packages.join(' ')}. Install it by hand, then try again.`);
}

/** What goes before a command that root must run; undefined when this user cannot. */
function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo.status === 0 ? ['sudo', '-n'] : undefined;
}

function apt(prefix, args) {
  const [program, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
  return spawnSync(program, rest, { stdio: ['ignore', 'inherit', 'inherit'] }).status;
}

export function onPath(name) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK);
      return path.isAbsolute(folder);
    } catch {
      return false;
    }
  });
}
