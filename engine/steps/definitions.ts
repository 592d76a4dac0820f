import type { Command } from '../flow/schema';
import { canonicalJson, isObject } from '../json';
import type { ProgramCall } from './commandLine';
import { baseName, escaped, joinPath, packageFolder, programCalls } from './commandLine';
import { namedBySettings, standIns } from './standIns';

/**
 * Which files define a check, so that a change of one is seen.
 *
 * R1 The manifest, lock file and runner configuration of the kind of tools that the command uses, in its folder and at the
 *    root. A command of an unknown kind may be any.
 * R2 Files that the command names, or the package script it leads to: not folders, and not what a compiler or linter reads.
 * R3 What would be started in the place of a program: a shim of its name below `node_modules`, a module of python's name.
 * R4 The set-up files that a runner's configuration names, and in workspaces the manifests and configurations of each.
 * R5 Of manifests only the parts that steer a check count (`definitionDigestText`): a new dependency is no tampering there.
 */
export function definitionGlobs(command: Command, readText: (path: string) => string | undefined): readonly string[] {
  const globs = new Set<string>();
  const report = command.report === undefined ? undefined : joinPath(command.cwd ?? '', command.report);
  for (const call of programCalls(command, readText)) {
    for (const folder of new Set(['', call.cwd, packageFolder(call)])) {
      for (const file of filesOf(call)) globs.add(folder === '' ? file : `${escaped(folder)}/${file}`);
    }
    for (const file of namedFiles(call)) if (file !== report) globs.add(escaped(file));
    for (const file of standIns(call)) globs.add(escaped(file));
    for (const glob of namedBySettings(call, readText)) globs.add(glob);
  }
  return [...globs].sort();
}

/** The part of a file that defines checks, as one text to digest; `undefined`: all of the file counts. */
export function definitionDigestText(path: string, text: string): string | undefined {
  if (text === '') return undefined;
  switch (path.split('/').at(-1)) {
    case 'package.json':
      return packageText(text);
    case 'pyproject.toml':
      return sections(text, (name) => /^tool\.(pytest|tox|coverage|hatch|poe|pdm|nox|uv|unittest)\b/.test(name));
    case 'setup.cfg':
      return sections(text, (name) => /^(tool:)?(pytest|tox|coverage|testenv|aliases)\b/.test(name));
    case 'Cargo.toml':
      return sections(text, (name) => !name.includes('dependencies'));
    default:
      return undefined;
  }
}

type Kind = 'js' | 'python' | 'rust' | 'go' | 'make' | 'jvm' | 'ruby' | 'php' | 'dotnet';

const FILES: Readonly<Record<Kind, readonly string[]>> = {
  js: [
    ...[
      'package.json',
      'package-lock.json',
      'npm-shrinkwrap.json',
      'yarn.lock',
      'pnpm-lock.yaml',
      'bun.lock',
      'bun.lockb',
    ],
    ...[
      'pnpm-workspace.yaml',
      '.npmrc',
      'bunfig.toml',
      'deno.json',
      'deno.jsonc',
      'deno.lock',
      'nx.json',
      'turbo.json',
    ],
    ...['vitest.config.*', 'vitest.workspace.*', 'vite.config.*', 'jest.config.*', 'jest.preset.*', 'jest.setup.*'],
    ...[
      '.mocharc.*',
      '.mocharc',
      'playwright.config.*',
      'cypress.config.*',
      'ava.config.*',
      'karma.conf.*',
      'wdio.conf.*',
    ],
    ...['.nycrc', '.nycrc.*', '.c8rc.*', '.taprc', 'babel.config.*', '.babelrc', '.babelrc.*', 'tsconfig.json'],
    ...['tsconfig.*.json', 'eslint.config.*', '.eslintrc', '.eslintrc.*', 'biome.json', 'biome.jsonc'],
  ],
  python: [
    ...['*/conftest.py', '*/*/conftest.py', 'src/**/conftest.py'],
    ...[
      'pyproject.toml',
      'setup.cfg',
      'pytest.ini',
      '.pytest.ini',
      'tox.ini',
      'noxfile.py',
      '.coveragerc',
      'conftest.py',
    ],
    ...['test/**/conftest.py', 'tests/**/conftest.py', 'poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile.lock'],
    ...['requirements.txt', 'requirements-*.txt', 'mypy.ini', 'ruff.toml', '.ruff.toml', '.flake8'],
  ],
  rust: [
    'Cargo.toml',
    'Cargo.lock',
    '.cargo/config',
    '.cargo/config.toml',
    'rust-toolchain',
    'rust-toolchain.toml',
    'build.rs',
  ],
  go: ['go.mod', 'go.sum', 'go.work', 'go.work.sum', '.golangci.*'],
  make: [
    '*.mk',
    'Makefile',
    'makefile',
    'GNUmakefile',
    'justfile',
    'Justfile',
    '.justfile',
    'Taskfile.*',
    'CMakeLists.txt',
  ],
  jvm: [
    ...['pom.xml', 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'gradle.properties'],
    ...['gradle.lockfile', 'gradlew', 'mvnw', '.mvn/**', 'gradle/**', 'build.sbt'],
  ],
  ruby: ['Gemfile.lock', 'Rakefile', '.rspec', 'spec/spec_helper.rb', 'test/test_helper.rb'],
  php: ['composer.json', 'composer.lock', 'phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml', 'Pest.php'],
  dotnet: ['global.json', 'Directory.Build.props', 'Directory.Build.targets', '*.runsettings', '*.sln', '*.csproj'],
};

const PROGRAMS: Readonly<Record<Kind, RegExp>> = {
  js: /^(node|npm|npx|pnpm|yarn|bun|deno|vitest|jest|mocha|ava|tap|c8|nyc|playwright|cypress|karma|tsc|tsx|ts-node|eslint|biome|prettier|nx|turbo|vite)$/,
  python: /^(python[\d.]*|py|pytest|py\.test|tox|nox|uv|poetry|pdm|hatch|pipenv|coverage|mypy|ruff|flake8)$/,
  rust: /^(cargo|rustc|cross)$/,
  go: /^(go|gotestsum|golangci-lint)$/,
  make: /^(make|gmake|just|task|cmake|ctest|ninja)$/,
  jvm: /^(mvn|mvnw|gradle|gradlew|sbt|java)$/,
  ruby: /^(ruby|bundle|rake|rspec|rails)$/,
  php: /^(php|composer|phpunit|pest)$/,
  dotnet: /^dotnet$/,
};

/** These read files as their subject: naming one does not make it a part of the check. */
const READERS =
  /^(tsc|eslint|biome|prettier|ruff|mypy|flake8|black|rustc|gcc|g\+\+|clang|stylelint|shellcheck|cat|echo|grep|rm|cp|mv|mkdir)$/;
const SETTING =
  /^(-c|--config|--rcfile|-p|--project|--setup\w*|--require|-r|--import|--env-file|--test-setup|--reporter)(=|$)/;

/** What follows is written by the check, and so is another after each run. */
const OUTPUT =
  /^(-o|\d?>{1,2}|--?[\w.-]*(output|out-?file|destination|junit-?xml|json-report-file|result-?log|report-?(file|path)|log-?file|coverprofile)[\w.-]*)(=|$)/i;

function filesOf(call: ProgramCall): readonly string[] {
  const name = baseName(call.program);
  const kinds = KINDS.filter((kind) => PROGRAMS[kind].test(name));
  return (kinds.length > 0 ? kinds : KINDS).flatMap((kind) => FILES[kind]);
}

const KINDS = ['js', 'python', 'rust', 'go', 'make', 'jvm', 'ruby', 'php', 'dotnet'] as const satisfies readonly Kind[];

function namedFiles(call: ProgramCall): readonly string[] {
  const reads = READERS.test(baseName(call.program));
  const own = /[\\/]/.test(call.program) ? [call.program] : [];
  const args = call.args.flatMap((arg, at) => {
    const before = call.args[at - 1] ?? '';
    if (OUTPUT.test(arg) || (OUTPUT.test(before) && !before.includes('='))) return [];
    const isSetting = SETTING.test(arg) || SETTING.test(before);
    return reads && !isSetting ? [] : [arg.replace(/^-{1,2}[\w-]+=/, '')];
  });
  return [...own, ...args.filter(looksLikeFile)].flatMap((path) => joinPath(call.cwd, path) || []);
}

/** A plain path whose last part has an ending. Flags, folders, globs, addresses and pieces of code are none. */
const looksLikeFile = (text: string): boolean =>
  text.length < 500 &&
  !/^[-@]|[*?{}<>;=$`\n]|:\/\/|\s\S*\(/.test(text) &&
  /(^|[\w\])[\\/.-])[\w\])-]+\.[A-Za-z]\w{0,9}$/.test(text);

const PACKAGE_KEYS = [
  ...['scripts', 'type', 'jest', 'mocha', 'vitest', 'ava', 'tap', 'nyc', 'c8', 'babel', 'playwright', 'wireit', 'nx'],
  ...['workspaces', 'imports', 'overrides', 'resolutions', 'pnpm', 'packageManager'],
];

function packageText(text: string): string | undefined {
  try {
    const value = JSON.parse(text);
    if (!isObject(value)) return undefined;
    const kept = PACKAGE_KEYS.flatMap((key) => {
      const member = value[key];
      return member === undefined ? [] : [[key, member] as const];
    });
    return canonicalJson(Object.fromEntries(kept));
  } catch {
    return undefined;
  }
}

/** The wanted sections of a TOML or INI file, headings included; what stands before the first heading has no name. */
function sections(text: string, wanted: (name: string) => boolean): string {
  let keep = wanted('');
  const kept = text.split(/\r?\n/).filter((line) => {
    const name = /^\s*\[+\s*([^\]]+?)\s*\]+\s*(?:#.*)?$/.exec(line)?.[1];
    if (name !== undefined) keep = wanted(name.replace(/["']/g, ''));
    return keep && line.trim() !== '';
  });
  return kept.join('\n');
}
