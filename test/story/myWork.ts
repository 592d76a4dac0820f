import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, image, write } from '../node/repository';

const MINE = { 'notes/mine.md': 'my edit\n', 'draft.txt': 'not added yet\n', 'docs/new.md': 'renamed\n' };

/**
 * Puts the unfinished work of a person beside the flow: an edit of a tracked file, a file that is not tracked, a staged
 * rename and a stash entry; without a repository, files alone. The answer tells which of it differs from what it was, any
 * byte of `.git` included.
 */
export function addMyWork(root: string, isRepository = true): () => readonly string[] {
  if (isRepository) makeRepository(root);
  else write(root, MINE);
  const repository = () => (isRepository ? image(join(root, '.git')) : {});
  const before = repository();
  return () => {
    const now = repository();
    const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])];
    return [
      ...Object.entries(MINE).flatMap(([path, text]) => (textOf(root, path) === text ? [] : [path])),
      ...paths.filter((path) => before[path] !== now[path]).map((path) => `.git/${path}`),
    ];
  };
}

export function textOf(root: string, path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
}

function makeRepository(root: string): void {
  write(root, { 'notes/mine.md': 'as committed\n', 'docs/old.md': MINE['docs/new.md'] });
  git(root, 'init', '--quiet');
  git(root, 'add', '--all', '.', ':!.converge');
  git(root, 'commit', '--quiet', '--message=start');
  writeFileSync(join(root, 'notes/mine.md'), 'for later\n');
  git(root, 'stash', 'push', '--quiet');
  renameSync(join(root, 'docs/old.md'), join(root, 'docs/new.md'));
  git(root, 'add', '--all', 'docs');
  write(root, MINE);
}
