import path from 'node:path';

/**
 * The environment a program gets from us: an allow-list, so that no credential and no setting of the process that runs
 * Converge (an editor, a package manager, a test runner) reaches it by accident. PATH is held to its absolute entries: a
 * relative or empty one would stand for a folder of the repository, which could bring its own `git`, `node` or `claude`.
 */
export function allowedEnvironment(from: NodeJS.ProcessEnv = process.env, guards = GUARDS): Record<string, string> {
  const allowed: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value !== undefined && (!guards.allowList || isAllowed(name)))
      allowed[name] = guards.absolutePath && spelled(name).toUpperCase() === 'PATH' ? absoluteOnly(value) : value;
  }
  return allowed;
}

/** Each is always on; tests that show what a guard is for switch it off. */
const GUARDS = { allowList: true, absolutePath: true };

/** A variable's name is one that every program gets: no secret has it. */
export const isAllowed = (name: string): boolean => NAMES.has(spelled(name)) || spelled(name).startsWith('LC_');

const absoluteOnly = (value: string): string =>
  value
    .split(path.delimiter)
    .filter((entry) => path.isAbsolute(entry))
    .join(path.delimiter);

/** The same for a verification command: never interactive, never coloured, never in watch mode. */
export function commandEnvironment(
  declared: Readonly<Record<string, string>>,
  from: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return { ...allowedEnvironment(from), TERM: 'dumb', CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0', ...declared };
}

const SYSTEM = [
  ...['PATH', 'HOME', 'LANG', 'LANGUAGE', 'TMPDIR', 'TEMP', 'TMP', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'TZ'],
  ...['SystemRoot', 'windir', 'SystemDrive', 'ComSpec', 'PATHEXT', 'USERNAME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH'],
  ...['APPDATA', 'LOCALAPPDATA', 'ProgramData', 'ProgramFiles', 'ProgramFiles(x86)', 'NUMBER_OF_PROCESSORS', 'OS'],
];
/** Where tools live. None of these holds a secret. */
const TOOLS = [
  ...[
    'JAVA_HOME',
    'GOPATH',
    'GOROOT',
    'GOCACHE',
    'GOMODCACHE',
    'CARGO_HOME',
    'RUSTUP_HOME',
    'VIRTUAL_ENV',
    'DOTNET_ROOT',
  ],
  ...['PYENV_ROOT', 'NVM_DIR', 'VOLTA_HOME', 'PNPM_HOME', 'ASDF_DIR', 'RBENV_ROOT', 'GEM_HOME', 'XDG_CACHE_HOME'],
];
const WINDOWS = process.platform === 'win32';
// Windows spells names as it likes (`Path`), other systems do not.
const spelled = (name: string): string => (WINDOWS ? name.toUpperCase() : name);
const NAMES = new Set([...SYSTEM, ...TOOLS].map(spelled));
