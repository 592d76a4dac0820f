import { messageOf } from '../../engine/failure';
import type { FileInTree } from '../../engine/node/workspace/fileVersions';
import { LARGE_BYTES } from '../../engine/node/workspace/fileVersions';
import type { Recording } from '../../engine/run/attribution/recordings';
import { recordingsOf } from '../../engine/run/attribution/recordings';
import type { FileVersion } from '../../engine/run/attribution/writtenLines';
import { carried, linesOf, NOBODY, writtenLines } from '../../engine/run/attribution/writtenLines';
import type { RunHistory } from '../../engine/run/history';
import type { Log } from '../log';
import type { Moments } from '../moments';
import type { RunView } from '../rows/runView';
import { lineDiff } from './lineDiff';
import type { FileUri, PlacedFile, Workspaces } from './workspaces';

/** Who of a run wrote the lines of a text. */
export interface WrittenText {
  readonly run: RunView;
  readonly recordings: readonly Recording[];
  /** For each line the recording that brought it, or `NOBODY`. */
  readonly writers: readonly number[];
}

export interface WrittenFiles {
  /** The lines of a text that stands at the uri now; null: no run wrote any, or it cannot be known (which is logged). */
  readonly of: (uri: FileUri, text: string) => Promise<WrittenText | null>;
}

/**
 * R1 A file is looked at in the run that is shown, at the moment that is looked at.
 * R2 What was changed since the run recorded it is nobody's; a text that is just as it was recorded once is as it was then.
 * R3 Binary files, files above 1 MiB and what is not recorded any more have no marks; said once in the log.
 */
export function writtenFiles(
  workspaces: Workspaces,
  moments: Pick<Moments, 'shown'>,
  log: Pick<Log, 'info'>,
): WrittenFiles {
  const said = new Set<string>();
  const say = (place: PlacedFile, why: string) => {
    const line = `${place.path}: lines written by runs are not marked: ${why}`;
    if (!said.has(line)) log.info(line);
    said.add(line);
  };
  const recorded = new Map<string, { readonly stand: string; readonly versions: Promise<readonly FileVersion[]> }>();

  const versionsOf = (place: PlacedFile, run: RunView, recordings: readonly Recording[]) => {
    const key = `${run.folder}\n${place.path}`;
    const stand = `${recordings.length} ${recordings.at(-1)?.tree}`;
    const known = recorded.get(key);
    if (known?.stand === stand) return known.versions;
    const versions = workspaces
      .looked(place.root)
      .then((looked) =>
        looked.versions(
          recordings.map(({ tree }) => tree),
          place.path,
        ),
      )
      .then((found) => versionsIn(found, recordings, (why) => say(place, why)));
    recorded.delete(key);
    recorded.set(key, { stand, versions });
    for (const old of [...recorded.keys()].slice(0, -MOST_KEPT)) recorded.delete(old);
    versions.catch(() => recorded.delete(key));
    return versions;
  };

  return {
    of: async (uri, text) => {
      const place = workspaces.placeOf(uri);
      const present = place && workspaces.runFor(place.root);
      if (!place || !present) return null;
      const run = moments.shown(present);
      const recordings = recordingsIn(run.history);
      if (!mayHaveWritten(recordings, place.path)) return null;
      if (text.length > LARGE_BYTES) {
        say(place, 'it is larger than 1 MiB');
        return null;
      }
      try {
        const versions = await versionsOf(place, run, recordings);
        return versions.length === 0 ? null : { run, recordings, writers: writersOf(versions, linesOf(text)) };
      } catch (thrown) {
        say(place, messageOf(thrown));
        return null;
      }
    },
  };
}

const MOST_KEPT = 50;

const known = new WeakMap<RunHistory, readonly Recording[]>();
function recordingsIn(history: RunHistory): readonly Recording[] {
  const found = known.get(history) ?? recordingsOf(history);
  known.set(history, found);
  return found;
}

/** A step lists at most so many of the files that it changed. */
const MOST_LISTED = 200;
const mayHaveWritten = (recordings: readonly Recording[], path: string): boolean =>
  recordings.some(({ by }) => {
    if (by === null) return false;
    // What a step called changed as well is listed there; a step that only records its end lists nothing.
    const { changed } = by.run;
    return changed.length === 0 || changed.length >= MOST_LISTED || changed.some((each) => each.path === path);
  });

function versionsIn(
  found: readonly FileInTree[],
  recordings: readonly Recording[],
  say: (why: string) => void,
): readonly FileVersion[] {
  const last = found.at(-1);
  if (last?.is === 'binary' || last?.is === 'large' || last?.is === 'gone') {
    say(WHY[last.is]);
    return [];
  }
  const versions: FileVersion[] = [];
  let lost = false;
  for (const [index, file] of found.entries()) {
    if (file.is === 'gone') {
      say(WHY.gone);
      lost = true;
      continue;
    }
    // Behind a gap nobody knows who of all in it wrote what.
    const by = lost || recordings[index]?.by === null ? NOBODY : index;
    lost = false;
    const lines = file.is === 'text' ? linesOf(file.text) : [];
    versions.push({ id: file.is === 'missing' ? null : file.id, lines, by: versions.length === 0 ? NOBODY : by });
  }
  return versions;
}

const WHY = {
  binary: 'it is binary',
  large: 'it is larger than 1 MiB',
  gone: 'what the run recorded of it is not there any more',
} as const;

function writersOf(versions: readonly FileVersion[], now: readonly string[]): readonly number[] {
  const text = now.join('\n');
  const isSame = ({ id, lines }: FileVersion) =>
    id !== null && lines.length === now.length && lines.join('\n') === text;
  const same = versions.map(isSame).lastIndexOf(true);
  if (same >= 0) return writtenLines(versions.slice(0, same + 1), lineDiff);
  const last = versions.at(-1)?.lines ?? [];
  return carried(writtenLines(versions, lineDiff), lineDiff(last, now), NOBODY);
}
