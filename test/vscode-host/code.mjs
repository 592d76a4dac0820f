#!/usr/bin/env node
// Stands where the `code` executable stands: takes VS Code's command line, runs the tests that it names in a real
// extension host of a real workbench (VS Code's server and a headless browser), and exits 0 only if run() ended well.
// A hang ends with 124.
//
// VSCODE_HOST_ARTIFACTS=dir     window logs, and a picture after a failure
// VSCODE_HOST_TIMEOUT_MS=n      how long a run may take (1200000)
// VSCODE_HOST_VERBOSE=1         everything that the workbench says
// VSCODE_HOST_KEEP=1            keeps the temporary folder
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format } from 'node:util';
import { windowAddress } from './address.mjs';
import { launchBrowser } from './chromium.mjs';
import { readCommandLine } from './commandLine.mjs';
import { installVsix, startServer } from './server.mjs';

// Lines of the workbench's own log, which shares its channel with the extension host's console.
const NOISE =
  /^(Resolv(ing|ed) connection token|Creating a socket|\[reconnection-grace-time\]|\[Service Worker\]|\[AgentHost|\[AccountPolicyGate\]|\[ChatModelSelection\]|\[AssignmentService\]|Ignoring fetching additional builtin|Updating additional builtin|Creation of workbench contribution|Timed out waiting for authentication provider|Started local extension host|Extension host|\[DefaultAccount\]|Canceled: Canceled|\[remote-connection\]|\[driver\])/;

const artifacts = process.env.VSCODE_HOST_ARTIFACTS && path.resolve(process.env.VSCODE_HOST_ARTIFACTS);
const timeoutMs = Number(process.env.VSCODE_HOST_TIMEOUT_MS ?? 1_200_000);
const verbose = Boolean(process.env.VSCODE_HOST_VERBOSE);
const asked = readCommandLine(process.argv.slice(2));
if (!asked.testsPath) {
  console.error('code.mjs: --extensionTestsPath is required');
  process.exit(2);
}

const dir = mkdtempSync(path.join(tmpdir(), 'vsc-'));
const outcome = path.join(dir, 'outcome');
let server;
let browser;
for (const name of ['SIGINT', 'SIGTERM']) {
  process.on(name, () => void cleanUp().finally(() => process.exit(130)));
}
let code = 1;
try {
  code = await runTests();
} catch (error) {
  console.error(error);
} finally {
  await cleanUp();
}
process.exit(typeof code === 'number' ? code : 1);

async function runTests() {
  const userDataDir = path.resolve(asked.userDataDir ?? path.join(dir, 'u'));
  const extensionsDir = path.resolve(asked.extensionsDir ?? path.join(dir, 'x'));
  for (const vsix of asked.install) installVsix({ vsix: path.resolve(vsix), extensionsDir, userDataDir });
  const env = { VSCODE_HOST_TESTS: asked.testsPath, VSCODE_HOST_OUTCOME: outcome };
  server = await startServer({
    dir,
    userDataDir,
    extensionsDir,
    testDriver: true,
    trustPrompts: asked.trustPrompts,
    env,
  });
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  const { result: finished } = await watch(page);
  const testsPath = path.join(import.meta.dirname, 'runShim.cjs');
  const address = windowAddress(server, { ...asked.place, developmentPaths: asked.developmentPaths, testsPath });
  await page.goto(address, { waitUntil: 'commit' });
  const said = await finished;
  const gone = said === 0 && !existsSync(outcome);
  if (gone) console.error('code.mjs: the extension host went away before run() ended');
  const result = gone ? 1 : said;
  if (result !== 0 && artifacts) {
    mkdirSync(artifacts, { recursive: true });
    await page.screenshot({ path: path.join(artifacts, 'workbench.png') }).catch(() => {});
  }
  return result;
}

/** Waits for the exit code that the workbench reports, or one of our own when it cannot; wrapped, so that awaiting the wiring does not await the result. */
async function watch(page) {
  const { promise, resolve } = withResolvers();
  await page.exposeFunction('codeAutomationLog', (type, args) => {
    const line = format(...args);
    if (verbose || !NOISE.test(line)) (type === 'error' ? process.stderr : process.stdout).write(`${line}\n`);
  });
  await page.exposeFunction('codeAutomationExit', (exitCode, logs) => {
    for (const { relativePath, contents } of artifacts ? (logs ?? []) : []) {
      const file = path.join(artifacts, 'window-logs', relativePath);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, contents);
    }
    resolve(exitCode);
  });
  page.on('pageerror', (error) => console.error(`[page error] ${error.stack ?? error}`));
  page.on('crash', () => {
    console.error('code.mjs: the page crashed');
    resolve(1);
  });
  if (verbose) page.on('console', (message) => console.error(`[console.${message.type()}] ${message.text()}`));
  const timer = setTimeout(() => {
    console.error(`code.mjs: no result after ${timeoutMs} ms`);
    resolve(124);
  }, timeoutMs);
  return { result: promise.finally(() => clearTimeout(timer)) };
}

function withResolvers() {
  let resolve;
  const promise = new Promise((ok) => {
    resolve = ok;
  });
  return { promise, resolve };
}

async function cleanUp() {
  await browser?.close().catch(() => {});
  await server?.stop();
  if (process.env.VSCODE_HOST_KEEP) console.error(`code.mjs: kept ${dir}`);
  else rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}
