// Starts VS Code's server (code-server) on loopback. Everything that it writes is below one folder, and everything
// that it starts is ended with it.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcessesOf, MARK, processesOf, signal } from './processes.mjs';
import { ensureHost, nodeProgram, serverEntry } from './setup.mjs';

/** Quiet and the same everywhere; a caller's settings win. */
const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'npm.autoDetect': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  'window.commandCenter': false,
  'files.simpleDialog.enable': true,
  // The browser's default saves by itself; the desktop's does not.
  'files.autoSave': 'off',
};

/** Without it a folder is opened as untrusted, and nobody is asked. */
const ASKS_FOR_TRUST = { 'security.workspace.trust.startupPrompt': 'always' };

const QUIET = [
  ...['--config', '/dev/null', '--auth', 'none'],
  ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
  ...['--disable-proxy', '--ignore-last-opened'],
  // No login shell is started to read its environment: quicker, and the same everywhere.
  ...['--vscode-option', 'force-disable-user-env'],
];

// A terminal of VS Code, npm or a test runner must not leak into the host, nor into what tests run inside it.
const FOREIGN =
  /^(VSCODE_(IPC|NLS|CWD|PID|HANDLES|GIT|DEV|PORTABLE|CODE_CACHE|CLI|CRASH|ESM|L10N|INJECTION|SHELL|AGENT|PARENT|RECONNECTION)|NODE_OPTIONS$|NODE_TEST_CONTEXT$|npm_|ELECTRON_|VITEST|TINYPOOL_)/;
const SET_BY_VITEST = ['NODE_ENV', 'TEST', 'DEV', 'PROD', 'MODE', 'SSR', 'BASE_URL'];

/**
 * Installs a .vsix the way a person does with `code --install-extension`.
 * @param {{ vsix: string, extensionsDir: string, userDataDir: string }} options
 */
export function installVsix({ vsix, extensionsDir, userDataDir }) {
  ensureHost();
  const folders = ['--user-data-dir', userDataDir, '--extensions-dir', extensionsDir];
  const args = [serverEntry, '--config', '/dev/null', ...folders, '--install-extension', vsix, '--force'];
  const result = spawnSync(nodeProgram, args, { encoding: 'utf8', env: hostEnv(process.env) });
  if (result.status !== 0 || !/successfully installed/.test(result.stdout)) {
    throw new Error(`installing ${vsix} failed (${result.status}):\n${result.stdout}\n${result.stderr}`);
  }
}

/**
 * @param {object} options
 * @param {string} [options.dir] a short path: Unix sockets are made below it, and their paths end at 108 bytes.
 *   A new temporary folder unless given; then `stop` removes it.
 * @param {string} [options.userDataDir]
 * @param {string} [options.extensionsDir]
 * @param {Record<string, unknown>} [options.settings] user settings
 * @param {boolean} [options.trustPrompts] false: every folder is trusted
 * @param {boolean} [options.testDriver] Without it a built workbench ignores `extensionDevelopmentPath` and
 *   `extensionTestsPath`; with it, it shows no notification toasts.
 * @param {Record<string, string | undefined>} [options.env] added to this process's own; undefined takes one away
 * @param {number} [options.port] any free one unless given
 */
export async function startServer(options = {}) {
  const { settings = {}, trustPrompts = false, testDriver = false, env = {} } = options;
  ensureHost();
  const dir = options.dir ?? mkdtempSync(path.join(tmpdir(), 'vsc-'));
  const userDataDir = options.userDataDir ?? path.join(dir, 'u');
  const extensionsDir = options.extensionsDir ?? path.join(dir, 'x');
  mkdirSync(extensionsDir, { recursive: true });
  const settingsFile = path.join(userDataDir, 'User/settings.json');
  const changeSettings = (changes) => writeSettings(settingsFile, changes);
  changeSettings({ ...SETTINGS, ...(trustPrompts ? ASKS_FOR_TRUST : {}), ...settings });

  const port = options.port ?? (await freePort());
  const logFile = path.join(dir, 'server.log');
  const log = openSync(logFile, 'a');
  const folders = ['--user-data-dir', userDataDir, '--extensions-dir', extensionsDir];
  const place = ['--bind-addr', `127.0.0.1:${port}`, '--session-socket', path.join(dir, 's.sock')];
  const driver = testDriver ? ['--vscode-option', 'enable-smoke-test-driver'] : [];
  const trust = trustPrompts ? [] : ['--disable-workspace-trust'];
  const args = [serverEntry, ...QUIET, ...place, ...folders, ...driver, ...trust];
  const childEnv = { ...hostEnv(process.env), ...env, TMPDIR: dir, [MARK]: dir };
  const child = spawn(nodeProgram, args, { stdio: ['ignore', log, log], detached: true, env: childEnv });
  closeSync(log);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const endGroup = () => signal(-child.pid, 'SIGKILL');
  const guardFile = path.join(import.meta.dirname, 'guard.mjs');
  const guard = spawn(process.execPath, [guardFile, dir], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.unref();
  guard.stdin.unref();

  /** Ends the server at once, as a crash does; what has detached itself (a runner) goes on. */
  const kill = async () => {
    endGroup();
    await exited;
  };
  /** Ends the server and everything that was ever started below it. */
  const stop = async () => {
    if (signal(-child.pid, 'SIGTERM')) await Promise.race([exited, sleep(3000, undefined, { ref: false })]);
    endGroup();
    await exited;
    endProcessesOf(dir);
    guard.stdin.end();
    if (!options.dir && !process.env.VSCODE_HOST_KEEP) rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  const origin = `http://127.0.0.1:${port}`;
  const server = {
    origin,
    dir,
    userDataDir,
    extensionsDir,
    logFile,
    kill,
    stop,
    changeSettings,
    processes: () => processesOf(dir),
  };

  const deadline = Date.now() + 60_000;
  while (!(await answers(`${origin}/healthz`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      const tail = readFileSync(logFile, 'utf8').slice(-4000);
      await stop();
      throw new Error(`the VS Code server did not start:\n${tail}`);
    }
    await sleep(50);
  }
  return server;
}

function hostEnv(env) {
  const kept = { ...env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', DONT_PROMPT_WSL_INSTALL: '1' };
  const byVitest = env.VITEST ? SET_BY_VITEST : [];
  for (const key of Object.keys(kept)) if (FOREIGN.test(key) || byVitest.includes(key)) delete kept[key];
  return kept;
}

function writeSettings(file, changes) {
  mkdirSync(path.dirname(file), { recursive: true });
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8') || '{}') : {};
  writeFileSync(file, JSON.stringify({ ...before, ...changes }, null, 2));
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
