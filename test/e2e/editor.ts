import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { windowAddress } from '../vscode-host/address.mjs';
import { launchBrowser } from '../vscode-host/chromium.mjs';
import { startServer } from '../vscode-host/server.mjs';
import { installed } from './packed';
import type { Workbench } from './workbench';
import { workbench } from './workbench';

interface EditorOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  /** true: folders are untrusted until a person says otherwise. */
  readonly trustPrompts?: boolean;
  /** Added to the environment of VS Code; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

type Server = Awaited<ReturnType<typeof startServer>>;

const root = path.resolve(import.meta.dirname, '../..');
const pictures = path.join(root, 'test-results/e2e');

/**
 * A VS Code with the packed extension installed, for all tests of a file (call it where hooks are registered).
 * After each test, errors inside webviews fail it, and a failed test leaves a picture of every window in
 * test-results/e2e, its accessibility tree beside it, and says where. In the end everything that was started below this VS Code is ended.
 */
export function useEditor(options: EditorOptions = {}) {
  let dir = '';
  let server: Server | undefined;
  let browser: Browser | undefined;
  let tested = false;
  const windows: Workbench[] = [];
  const running = (): Server => {
    if (!server) throw new Error('VS Code runs only while tests do');
    return server;
  };
  const start = async () => {
    server = await startServer({
      dir,
      extensionsDir: installed(),
      settings: options.settings,
      trustPrompts: options.trustPrompts,
      // What a person approves in a test is not approved on this machine.
      env: { XDG_CONFIG_HOME: path.join(dir, 'c'), ...options.env },
    });
  };

  const keepFailure = async (title: string) => {
    const name = title.replace(/\W+/g, '-').slice(0, 80);
    const kept = await Promise.all(windows.map((window, i) => window.keepFailure(`failed-${name}-${i + 1}`)));
    console.error([`failed: ${title}`, ...kept].join('\n'));
  };

  beforeAll(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'cve-'));
    [browser] = await Promise.all([launchBrowser(), start()]);
  });
  afterEach(async ({ task }) => {
    tested = true;
    const problems = windows.flatMap((window) => window.webviewProblems());
    if (task.result?.state === 'fail' || problems.length > 0) await keepFailure(task.name);
    expect(problems, 'errors inside webviews').toEqual([]);
  });
  afterAll(async () => {
    // A set-up that failed leaves no failed test behind.
    if (!tested) await keepFailure('set-up');
    await browser?.close();
    await server?.stop();
    if (dir && !process.env.VSCODE_HOST_KEEP) rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  });

  return {
    /** A new folder as a git repository with one commit: a copy of `source`, or empty but for a README. */
    makeFolder(name: string, source?: string): string {
      const folder = path.join(dir, name);
      if (source) cpSync(path.resolve(root, source), folder, { recursive: true });
      else mkdirSync(folder);
      if (!source) writeFileSync(path.join(folder, 'README.md'), '# A folder for tests\n');
      git(folder, 'init', '--quiet', '--initial-branch=main');
      git(folder, 'add', '--all');
      git(folder, 'commit', '--quiet', '--message', 'Start');
      return folder;
    },
    git,
    /** What VS Code has put by of unsaved texts; a moment after an edit it is there. */
    backups(): string {
      const folder = path.join(dir, 'u/User/Backups');
      const files = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
      return files
        .flatMap((each) => (each.isFile() ? readFileSync(path.join(each.parentPath, each.name), 'utf8') : []))
        .join('\n');
    },
    /** Opens a window on a folder or a `.code-workspace` file; several may be open at once. With `ready: false` it does not wait (trust prompts). */
    async open(place: string, { ready = true } = {}): Promise<Workbench> {
      if (!browser) throw new Error('VS Code runs only while tests do');
      const permissions = ['clipboard-read', 'clipboard-write'];
      const viewport = { width: 1400, height: 900 };
      const context = await browser.newContext({ viewport, locale: 'en-US', permissions });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const window = workbench(page, pictures);
      windows.push(window);
      page.on('close', () => windows.splice(windows.indexOf(window), 1));
      const address = place.endsWith('.code-workspace') ? { workspace: place } : { folder: place };
      await page.goto(windowAddress(running(), address), { waitUntil: 'commit' });
      if (ready) await window.ready();
      return window;
    },
    changeSettings: (changes: Readonly<Record<string, unknown>>): void => running().changeSettings(changes),
    /** Every process ever started below this VS Code and still there, runners included. */
    processes: () => running().processes(),
    /** Ends VS Code as a crash does: windows lose their extension host, detached runners go on. */
    kill: (): Promise<void> => running().kill(),
    /** Starts VS Code again after `kill`, with the same user data, at a new address: open windows anew. */
    restart: start,
  };
}

function git(folder: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' });
}
