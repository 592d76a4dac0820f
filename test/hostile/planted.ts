import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scratch } from '../node/scratch';

/** A repository that wants to run its own programs, and the folder in which each of them leaves its name. */
export interface Planted {
  readonly root: string;
  /** Outside the repository: holds a file `secret`. */
  readonly outside: string;
  /** Names of the planted programs that were run. */
  readonly ran: () => readonly string[];
  /** Makes a program that leaves `name`, and gives its absolute path. */
  readonly program: (path: string, name: string) => string;
  readonly write: (files: Readonly<Record<string, string>>) => void;
}

export function plant(): Planted {
  const [root, outside, canaries] = [scratch(), scratch(), scratch()];
  writeFileSync(join(outside, 'secret'), 'not-to-be-read');
  const write: Planted['write'] = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  };
  const program: Planted['program'] = (path, name) => {
    // What it is asked goes on, so that nobody stumbles over it.
    write({ [path]: `#!/bin/sh\n: > '${join(canaries, name)}'\ncat 2>/dev/null\nexit 0\n` });
    chmodSync(join(root, path), 0o755);
    return join(root, path);
  };
  return { root, outside, program, write, ran: () => readdirSync(canaries).sort() };
}

const HOOKS = [
  ...['pre-commit', 'post-commit', 'post-checkout', 'post-index-change', 'post-merge', 'reference-transaction'],
  ...['pre-auto-gc', 'post-rewrite', 'fsmonitor-watchman', 'update', 'pre-push'],
];

const git = (root: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' });

/** A git repository with hooks, settings, attributes and filters that start programs. */
export function plantGit(planted: Planted): void {
  const { root, program, write } = planted;
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--allow-empty', '-m', 'first');
  for (const name of HOOKS) {
    program(`.git/hooks/${name}`, `hook-${name}`);
    program(`evilhooks/${name}`, `hooksPath-${name}`);
  }
  for (const [setting, name] of SETTINGS) git(root, 'config', setting, program(`bin/${name}.sh`, name));
  git(root, 'config', 'core.hooksPath', join(root, 'evilhooks'));
  git(root, 'config', 'log.showSignature', 'true');
  git(root, 'config', 'filter.evil.required', 'true');
  write({ '.gitattributes': '* filter=evil diff=evil merge=evil\n' });
}

const SETTINGS: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'fsmonitor'],
  ['core.pager', 'pager'],
  ['core.sshCommand', 'ssh'],
  ['core.editor', 'editor'],
  ['core.askPass', 'askpass'],
  ['credential.helper', 'credential'],
  ['diff.external', 'diff-external'],
  ['diff.evil.textconv', 'textconv'],
  ['diff.evil.command', 'diff-command'],
  ['merge.evil.driver', 'merge'],
  ['filter.evil.clean', 'clean'],
  ['filter.evil.smudge', 'smudge'],
  ['filter.evil.process', 'filter-process'],
  ['gpg.program', 'gpg'],
];

/** The private folder of recordings as if it had come with the repository, settings and attributes of its own in it. */
export function plantOwnGit(planted: Planted): void {
  const { root, program } = planted;
  const folder = join(root, '.converge', 'git');
  mkdirSync(folder, { recursive: true });
  execFileSync('git', ['init', '--quiet', '--bare', folder]);
  const lines = SETTINGS.map(([setting, name]) => [setting, program(`own/${name}.sh`, `own-${name}`)] as const);
  for (const [setting, path] of lines) execFileSync('git', ['config', '-f', join(folder, 'config'), setting, path]);
  execFileSync('git', ['config', '-f', join(folder, 'config'), 'core.bare', 'false']);
  for (const name of HOOKS) program(`.converge/git/hooks/${name}`, `own-hook-${name}`);
  mkdirSync(join(folder, 'info'), { recursive: true });
  writeFileSync(join(folder, 'info', 'attributes'), '* filter=evil\n');
}

/** Programs of the names that we look up, where relative folders of PATH lead to. */
export function plantPrograms({ program }: Planted): string {
  for (const name of ['git', 'node', 'claude', 'git.exe', 'ps', 'bwrap', 'codex', 'gemini']) {
    program(name, `root-${name}`);
    program(`node_modules/.bin/${name}`, `bin-${name}`);
  }
  return `.:node_modules/.bin::${process.env.PATH ?? ''}`;
}

/** Names and kinds of files that have tripped readers. */
export function plantNames({ root, outside, write }: Planted): void {
  write({
    '-rf': 'x',
    '--exec=touch owned': 'x',
    'two\nlines.txt': 'x',
    'Case.txt': 'upper',
    'case.txt': 'lower',
    'exe\u202etxt.js': 'x',
    'package.json': '{ "scripts": { "preinstall": "node -e 0", "test": "node check.mjs" } }',
    '.npmrc': 'script-shell=./bin/npm.sh\nnode-options=--require ./bin/evil.cjs\n',
  });
  symlinkSync(join(outside, 'secret'), join(root, 'leads-out'));
  symlinkSync(outside, join(root, 'folder-out'));
  symlinkSync('/dev/zero', join(root, 'endless'));
  symlinkSync('round', join(root, 'round'));
  if (!existsSync(join(root, 'pipe'))) execFileSync('mkfifo', [join(root, 'pipe')]);
}
