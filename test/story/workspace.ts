import { mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git, image, write } from '../node/repository';
import { flowOf } from './flow';
import type { Files, Story } from './repositories';

/** A story's repository on disk, with work of a person in it that has nothing to do with the flow. */
export interface Workspace {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** What of the person's work differs from what it was. */
  readonly touched: () => readonly string[];
  /** The files that the story is about, as they are on disk. */
  readonly files: (paths: readonly string[]) => Files;
  readonly remove: () => void;
}

export const FLOW_PATH = '.converge/flows/fix-until-green.converge.json';

const MINE = { 'notes/mine.md': 'my edit\n', 'draft.txt': 'not added yet\n', 'docs/new.md': 'renamed\n' };

export function makeWorkspace(story: Story): Workspace {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'converge-story-')));
  const root = join(top, 'repository');
  write(root, { ...story.files, [FLOW_PATH]: `${JSON.stringify(flowOf(story), null, 2)}\n` });
  if (story.isRepository) makeRepository(root);
  else write(root, MINE);
  const repository = () => (story.isRepository ? image(join(root, '.git')) : {});
  const before = repository();
  return {
    root,
    env: { ...process.env, XDG_CONFIG_HOME: join(top, 'config'), NO_COLOR: '1' },
    touched: () => [
      ...Object.entries(MINE).flatMap(([path, text]) => (textOf(root, path) === text ? [] : [path])),
      ...differing(before, repository()).map((path) => `.git/${path}`),
    ],
    files: (paths) =>
      Object.fromEntries(
        paths.flatMap((path) => {
          const text = textOf(root, path);
          return text === undefined ? [] : [[path, text]];
        }),
      ),
    remove: () => rmSync(top, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** One commit, a stash entry, a staged rename, an edit of a tracked file and a file that is not tracked. */
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

function textOf(root: string, path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
}

const differing = (before: Files, now: Files): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((path) => before[path] !== now[path]);
