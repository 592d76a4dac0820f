import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { modulesAreStale } from '../run/modules.mjs';

const here = import.meta.dirname;
const NATIVE = path.join(here, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node');

/**
 * Installs the peers beside the bench unless they are there. SQLite's add-on is compiled where no ready one can be fetched:
 * that takes a C++ compiler and some minutes, once.
 */
export function ensurePeers() {
  if (!modulesAreStale(here) && existsSync(NATIVE)) return;
  console.error('set-up: installing the peers (LangGraph.js and its SQLite checkpointer)');
  const env = { ...process.env };
  // What npm tells the scripts it runs would send this npm to the wrong folder.
  for (const key of Object.keys(env)) if (/^npm_/.test(key)) delete env[key];
  const flags = ['--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...flags], { cwd: here, env, stdio: ['ignore', 'inherit', 'inherit'] });
}
