import type { BigIntStats } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../failure';
import type { ReportFile } from '../ports';
import { filesNamed } from './workspace/digests';
import { isInside } from './workspace/inside';

/** What the files of a report were before the command ran. */
export type ReportsBefore = ReadonlyMap<string, string>;

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FILES = 200;

/** The files that the glob names now, each with its stamp. Nothing is deleted: they may be the user's. */
export async function reportsBefore(root: string, glob: string): Promise<ReportsBefore> {
  const paths = await filesNamed(root, glob);
  const stamps = await Promise.all(paths.map(async (path) => [path, await stampOf(join(root, path))] as const));
  return new Map(stamps);
}

/**
 * The files that the glob names behind the run.
 *
 * R1 A file that nobody has written since the run began is older than the work, whatever its times say that can be set.
 * R2 A link that leads out of the workspace is not followed; what is no file, or too large, is not read.
 */
export async function reportsWritten(
  root: string,
  glob: string,
  before: ReportsBefore,
): Promise<readonly ReportFile[]> {
  const paths = await filesNamed(root, glob);
  const read: ReportFile[] = [];
  let left = MOST_BYTES;
  for (const path of paths.slice(0, MOST_FILES)) {
    const file = await fileOf(root, path, before.get(path), left);
    left -= file?.text?.length ?? 0;
    if (file !== null) read.push(file);
  }
  const more = paths[MOST_FILES];
  return more === undefined ? read : [...read, { path: more, text: null, why: `there are more than ${MOST_FILES}` }];
}

/** Null: a link to a folder inside, on the way to what the glob names. */
async function fileOf(root: string, path: string, stamp: string | undefined, most: number): Promise<ReportFile | null> {
  const none = (why: string): ReportFile => ({ path, text: null, why });
  try {
    const [top, target] = await Promise.all([realpath(root), realpath(join(root, path))]);
    if (!isInside(top, target)) return none('it is a link out of the workspace');
    if (stamp !== undefined && stamp === (await stampOf(join(root, path))))
      return none('it is older than the run: the command did not write it');
    const kind = await lstat(target);
    if (kind.isDirectory()) return null;
    // One that waits for a writer would hold the run.
    if (!kind.isFile()) return none('it is no file');
    const handle = await open(target, 'r');
    try {
      const { size } = await handle.stat();
      if (size > most) return none(`reports of more than ${MOST_BYTES / 1024 / 1024} MiB are not read`);
      return { path, text: await handle.readFile('utf8') };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return none(messageOf(error));
  }
}

/** Of the link and of what it leads to. The time of change cannot be set by who writes a file. */
async function stampOf(path: string): Promise<string> {
  const own = await lstat(path, { bigint: true }).catch(() => undefined);
  const target = await realpath(path).then(
    (real) => lstat(real, { bigint: true }),
    () => undefined,
  );
  return [own, target].map(stamped).join(' ');
}

const stamped = (stat: BigIntStats | undefined): string =>
  stat === undefined ? '-' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
