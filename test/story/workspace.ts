import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { write } from '../node/repository';
import { flowOf } from './flow';
import { addMyWork, textOf } from './myWork';
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

export function makeWorkspace(story: Story): Workspace {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'converge-story-')));
  const root = join(top, 'repository');
  write(root, { ...story.files, [FLOW_PATH]: `${JSON.stringify(flowOf(story), null, 2)}\n` });
  const touched = addMyWork(root, story.isRepository);
  return {
    root,
    env: { ...process.env, XDG_CONFIG_HOME: join(top, 'config'), NO_COLOR: '1' },
    touched,
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
