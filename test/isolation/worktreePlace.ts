import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../engine/json';
import type { Carried } from '../../engine/runner/carry';
import { carryRun } from '../../engine/runner/carry';
import type { StartSpec } from '../../engine/runner/startSpec';
import { FILES, story } from '../cli/story';
import { git } from '../node/repository';
import { scratch } from '../node/scratch';

/** A repository with a commit, and the user's own work on top of it: edits, a staged rename, untracked files, a stash. */
export function userPlace(flow: JsonObject, more: Parameters<typeof story>[0] = {}) {
  const [root, caches] = [scratch(), scratch()];
  const before = process.env.XDG_CACHE_HOME;
  process.env.XDG_CACHE_HOME = caches;
  onTestFinished(() => {
    if (before === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = before;
  });
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const flowPath = join(root, '.converge/flows/fix.converge.json');
  put('.converge/flows/fix.converge.json', JSON.stringify(story({ ...more, flow: { ...more?.flow, ...flow } })));
  for (const [path, text] of Object.entries(FILES)) put(path, text);
  put('.gitignore', 'node_modules/\n.env\n');
  put('src/one.txt', 'one\ntwo\nthree\nfour\nfive\n');
  put('src/old.txt', 'to be renamed\n');
  put('edited.txt', 'as committed\n');
  git(root, 'init', '-q');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'first');
  put('edited.txt', 'stashed\n');
  git(root, 'stash', '-q');
  git(root, 'mv', 'src/old.txt', 'src/new.txt');
  put('edited.txt', 'my unsaved work\n');
  put('untracked.txt', 'mine\n');
  put('node_modules/dep/index.js', 'module.exports = 1;\n');
  put('.env', 'KEY=value\n');
  return { root, flowPath, put, caches };
}

export const startOf = (flowPath: string, more: Partial<StartSpec> = {}): StartSpec => ({
  kind: 'start',
  flowPath,
  mode: 'autonomous',
  workers: {},
  overrides: {},
  executables: {},
  approve: 'any',
  trusted: true,
  program: 'test',
  ...more,
});

export const carried = (flowPath: string): Promise<Carried> => carryRun(startOf(flowPath));

/** Every file of the user and every file of git's that is theirs, with bytes, kind and mode. */
export function usersOwn(root: string): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  const visit = (way: string): void => {
    for (const name of readdirSync(join(root, way))) {
      const path = way === '' ? name : `${way}/${name}`;
      if (
        /^(\.converge\/(?!flows)|\.converge$|\.git\/(objects|worktrees)$|\.git\/(logs\/)?refs\/heads\/converge$)/.test(
          path,
        )
      )
        continue;
      const stat = lstatSync(join(root, path));
      if (stat.isDirectory()) visit(path);
      else if (stat.isSymbolicLink()) all[path] = `link ${readlinkSync(join(root, path))}`;
      else all[path] = `${stat.mode} ${readFileSync(join(root, path)).toString('base64')}`;
    }
  };
  visit('');
  return all;
}
