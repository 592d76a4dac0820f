import type { RecordedRun } from '../../engine/node/recordedRun';
import type { Moments } from '../moments';
import type { RunView } from '../rows/runView';

type Lines = Pick<RecordedRun, 'lines' | 'page'>;

/** Lines of a trace that are looked through at once. */
const PAGE = 1000;

/**
 * The super-step that a restart begins behind: of a pass's row the one that began the pass, else that of the moment that is
 * looked at, else the last one. Null: nothing had been decided there.
 */
export async function superStepOf(
  given: unknown,
  run: RunView,
  moments: Pick<Moments, 'shown'> & { readonly recorded: (folder: string) => Promise<Lines> },
): Promise<number | null> {
  const pass = passOf(given, run);
  if (pass) return beginOf(await moments.recorded(run.folder), pass);
  const { superStep } = moments.shown(run).state;
  return superStep > 0 ? superStep : null;
}

interface PassNamed {
  readonly loop: string;
  readonly pass: number;
  /** How many passes of this loop and number began before it: a loop can be entered again. */
  readonly before: number;
}

/** The pass of the run's own flow whose row, or a row below it, has this id. */
function passOf(given: unknown, { folder, history }: RunView): PassNamed | null {
  if (typeof given !== 'string') return null;
  const found = history.stretches.find(({ key, loop, pass }) => {
    const row = `run:${folder}/${key}`;
    return loop !== null && pass > 0 && (given === row || given.startsWith(`${row}/`));
  });
  if (!found) return null;
  const { loop, pass } = found;
  const alike = history.stretches.filter((each) => each.loop === loop && each.pass === pass);
  return { loop: loop ?? '', pass, before: alike.indexOf(found) };
}

/** The super-step whose commit began a pass; null where no readable line says so. */
async function beginOf(recorded: Lines, { loop, pass, before }: PassNamed): Promise<number | null> {
  let seen = 0;
  for (let from = 1; from <= recorded.lines(); from += PAGE)
    for (const line of await recorded.page(from, PAGE)) {
      if (!('entry' in line) || line.entry.type !== 'commit') continue;
      const { within = '', events, superStep } = line.entry;
      const begins = events.some(
        (event) => event.type === 'pass.started' && event.loop === loop && event.pass === pass,
      );
      if (!begins || within !== '') continue;
      if (seen === before) return superStep;
      seen += 1;
    }
  return null;
}
