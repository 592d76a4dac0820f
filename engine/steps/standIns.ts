import { isObject } from '../json';
import type { ProgramCall } from './commandLine';
import { baseName, escaped, joinPath, packageFolder } from './commandLine';

/**
 * Files that would be started in the place of what a call names: package managers put `node_modules/.bin` before everything
 * else, and `python -m` looks in the folder it is started in first.
 */
export function standIns(call: ProgramCall): readonly string[] {
  const name = baseName(call.program);
  if (!/^[\w.-]{1,100}$/.test(name) || /[\\/]/.test(call.program)) return [];
  const folders = [...new Set(['', call.cwd, packageFolder(call)])];
  const runner = MANAGERS.has(name) ? call.args.find((arg) => /^[\w.-]{1,100}$/.test(arg)) : undefined;
  const programs = [name, ...(runner === undefined ? [] : [runner])];
  const shims = programs.flatMap((program) =>
    ENDINGS.flatMap((ending) => folders.map((folder) => under(folder, `node_modules/.bin/${program}${ending}`))),
  );
  const module = /^py(thon[\d.]*)?$/.test(name) ? call.args[call.args.indexOf('-m') + 1] : undefined;
  const isModule = call.args.includes('-m') && module !== undefined && /^\w{1,100}$/.test(module);
  return isModule
    ? [...shims, ...['.py', '/__init__.py', '/__main__.py'].map((end) => under(call.cwd, `${module}${end}`))]
    : shims;
}

const MANAGERS = new Set(['npm', 'npx', 'pnpm', 'yarn', 'bun', 'bunx', 'pnpx']);
const ENDINGS = ['', '.cmd', '.ps1'];
const under = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`);

/** Globs of what the settings around a call name: set-up files of its runner, and the folders of workspaces. */
export function namedBySettings(call: ProgramCall, readText: (path: string) => string | undefined): readonly string[] {
  if (!/^(node|npm|npx|pnpm|yarn|bun|vitest|jest|mocha|playwright|c8|nyc|nx|turbo)$/.test(baseName(call.program)))
    return [];
  const folders = [...new Set(['', call.cwd, packageFolder(call)])];
  return folders.flatMap((folder) => [
    ...SETTINGS.flatMap((name) => {
      const text = readText(under(folder, name));
      return text === undefined ? [] : setUpFiles(text).flatMap((file) => joinPath(folder, file) ?? []);
    }).map(escaped),
    ...workspacesIn(folder, readText).flatMap((place) => MEMBER_FILES.map((file) => under(folder, `${place}/${file}`))),
  ]);
}

const ENDS = ['ts', 'mts', 'js', 'mjs', 'cjs'];
const SETTINGS = [
  ...['vitest.config', 'vite.config', 'jest.config', 'playwright.config'].flatMap((name) =>
    ENDS.map((end) => `${name}.${end}`),
  ),
  ...[
    'package.json',
    'jest.config.json',
    '.mocharc.json',
    '.mocharc.js',
    '.mocharc.cjs',
    '.mocharc.yml',
    '.mocharc.yaml',
  ],
];
const MEMBER_FILES = ['package.json', 'vitest.config.*', 'vite.config.*', 'jest.config.*', '.mocharc.*', '.npmrc'];

const KEYS =
  /["']?\b(?:setupFiles\w*|globalSetup|globalTeardown|testEnvironment|testRunner|runner|reporters?|require|snapshotSerializers|transform)["']?\s*[:=]\s*(\[[^\]]{0,2000}\]|\{[^}]{0,2000}\}|["'][^"'\n]{1,200}["']|(?:\s*-\s*\S+\n?){1,20}|\S+)/g;

/** Files that stand as values of the keys by which runners are set up. */
function setUpFiles(text: string): readonly string[] {
  return [...text.slice(0, MOST).matchAll(KEYS)].flatMap(([, value = '']) =>
    [...value.matchAll(/(?:<rootDir>\/|\.{1,2}\/)?[\w@][\w@./-]{0,200}\.(?:[cm]?[jt]sx?)\b/g)].map(([path]) =>
      path.replace('<rootDir>/', ''),
    ),
  );
}

const MOST = 100_000;

/** The patterns by which a manifest, or pnpm's own file, names the folders of its workspaces. */
function workspacesIn(folder: string, readText: (path: string) => string | undefined): readonly string[] {
  const own = readText(under(folder, 'pnpm-workspace.yaml')) ?? '';
  const patterns = [...own.matchAll(/^\s*-\s*["']?([^"'#\n]{1,200}?)["']?\s*$/gm)].map(([, pattern = '']) => pattern);
  return [...manifestPatterns(readText(under(folder, 'package.json'))), ...patterns]
    .filter((pattern) => /^[\w@.*/-]+$/.test(pattern) && !pattern.split('/').includes('..'))
    .map((pattern) => pattern.replace(/^\.\//, '').replace(/\/+$/, ''))
    .slice(0, 100);
}

function manifestPatterns(text: string | undefined): readonly string[] {
  try {
    const value = JSON.parse(text ?? '{}');
    const named = isObject(value) ? value.workspaces : undefined;
    const list = isObject(named) ? named.packages : named;
    return Array.isArray(list) ? list.filter((each): each is string => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
