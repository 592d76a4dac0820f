import type { Command } from '../flow/schema';

/** One program with its arguments, and the folder it is started in, relative to the workspace root (empty: the root). */
export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

const DEEPEST = 10;
const PACKAGE_MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash']);
const RUNNERS = new Set(['npx', 'bunx', 'pnpx', 'env', 'cross-env', 'dotenv', 'time', 'exec', 'sudo']);

/**
 * The programs that a command leads to, as far as its text tells: a shell text is split at its operators, a package script
 * is followed into `package.json`, a shell script into its lines. No shell is imitated: what is not understood is left as it stands.
 */
export function programCalls(command: Command, readText: (path: string) => string | undefined): readonly ProgramCall[] {
  const cwd = joinPath('', command.cwd ?? '') ?? '';
  const seen = new Set<string>();
  const follow = (calls: readonly ProgramCall[], depth: number): readonly ProgramCall[] =>
    calls.flatMap((call) => {
      const key = JSON.stringify(call);
      if (depth > DEEPEST || seen.has(key)) return [];
      seen.add(key);
      return [call, ...follow([...scriptCalls(call, readText), ...shellScriptCalls(call, readText)], depth + 1)];
    });
  const first = command.run === undefined ? shellCalls(command.shell ?? '', cwd) : callOf(command.run, cwd);
  return follow(first, 0);
}

/** `path` seen from `folder`, both relative to the root; `undefined` where it leads out of it. */
export function joinPath(folder: string, path: string): string | undefined {
  const plain = path.replaceAll('\\', '/');
  if (plain.startsWith('/') || /^[A-Za-z]:/.test(plain)) return undefined;
  const parts: string[] = [];
  for (const part of `${folder}/${plain}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

const WORD = /"([^"]*)"|'([^']*)'|(&&|\|\||[;|&()\n])|([^\s"';|&()]+)/g;

function shellCalls(text: string, cwd: string): readonly ProgramCall[] {
  const calls: ProgramCall[] = [];
  let folder = cwd;
  let words: string[] = [];
  const end = (): void => {
    for (const call of callOf(words, folder)) {
      if (call.program === 'cd') folder = joinPath(folder, call.args[0] ?? '') ?? folder;
      else calls.push(call);
    }
    words = [];
  };
  for (const [, double, single, operator, word] of text.matchAll(WORD)) {
    if (operator !== undefined) end();
    else words.push(double ?? single ?? word ?? '');
  }
  end();
  return calls;
}

function callOf(words: readonly string[], cwd: string): readonly ProgramCall[] {
  let at = 0;
  // Assignments, and programs that only start another one.
  while (/^\w+=/.test(words[at] ?? '') || RUNNERS.has(baseName(words[at] ?? ''))) {
    at += 1;
    while (at > 0 && RUNNERS.has(baseName(words[at - 1] ?? '')) && words[at]?.startsWith('-')) at += 1;
  }
  const [program, ...args] = words.slice(at);
  return program === undefined ? [] : [{ program, args, cwd }];
}

/** What a script for the shell starts, whether it is started itself or handed to a shell. */
function shellScriptCalls(call: ProgramCall, readText: (path: string) => string | undefined): readonly ProgramCall[] {
  const isShell = SHELLS.has(baseName(call.program));
  const named = isShell ? call.args.find((arg) => !arg.startsWith('-')) : call.program;
  if (named === undefined || !/\.(sh|bash|zsh)$/.test(named)) return [];
  const path = joinPath(call.cwd, named);
  const text = path === undefined ? undefined : readText(path);
  // A script is started in the folder of its caller.
  return text === undefined ? [] : shellCalls(text.replace(/^\s*#.*$/gm, ''), call.cwd);
}

/** What the package script that a call names starts. */
function scriptCalls(call: ProgramCall, readText: (path: string) => string | undefined): readonly ProgramCall[] {
  if (!PACKAGE_MANAGERS.has(baseName(call.program))) return [];
  const { folder, words } = placeOfPackage(call);
  const scripts = scriptsOf(readText(joinPath(folder, 'package.json') ?? ''));
  const [verb, ...rest] = words;
  const name = verb === 'run' || verb === 'run-script' ? rest[0] : verb === 't' || verb === 'tst' ? 'test' : verb;
  if (name === undefined) return [];
  return [`pre${name}`, name, `post${name}`].flatMap((script) => {
    const text = scripts.get(script);
    return text === undefined ? [] : shellCalls(text, folder);
  });
}

function placeOfPackage({ args, cwd }: ProgramCall): { readonly folder: string; readonly words: readonly string[] } {
  const words: string[] = [];
  let folder = cwd;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const [, given] = /^(?:--prefix|--dir|--cwd)=(.+)$/.exec(arg) ?? [];
    const next = /^(--prefix|--dir|--cwd|-C)$/.test(arg) ? args[++at] : given;
    if (next !== undefined) folder = joinPath(cwd, next) ?? cwd;
    else if (!arg.startsWith('-')) words.push(arg);
  }
  return { folder, words };
}

function scriptsOf(text: string | undefined): ReadonlyMap<string, string> {
  try {
    const scripts: unknown = JSON.parse(text ?? '{}').scripts;
    const members = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : [];
    return new Map(members.filter((member): member is [string, string] => typeof member[1] === 'string'));
  } catch {
    return new Map();
  }
}

/** The folder that a call works in: `npm --prefix web test` works in another than it is started in. */
export const packageFolder = (call: ProgramCall): string =>
  PACKAGE_MANAGERS.has(baseName(call.program)) ? placeOfPackage(call).folder : call.cwd;

/** A path as a glob that means it alone. */
export const escaped = (path: string): string => path.replace(/[*?[\]{}()!+@|]/g, '\\$&');

/** A program's name without its folder and the ending that Windows gives it. */
export const baseName = (program: string): string =>
  program
    .replaceAll('\\', '/')
    .split('/')
    .at(-1)
    ?.replace(/\.(exe|cmd|bat)$/i, '') ?? '';
