import type { TreeId } from '../../ports';
import type { Within } from '../../trace/scope';
import type { FlowHistory, StepRun, Stretch } from '../history';

/** The files as a run recorded them at one time, and whoever made them so. */
export interface Recording {
  readonly tree: TreeId;
  /** Null: nobody of the run. They were so before it, or somebody else changed them between its steps. */
  readonly by: Writer | null;
}

/** The visit of a step that changed files, where it stands. */
export interface Writer {
  readonly within: Within;
  readonly stretch: Stretch;
  readonly run: StepRun;
}

/**
 * All that a run recorded, in the order of time; what was the same as before is left out.
 *
 * R1 What is seen at the end of a step is that step's, even where others were at work: nothing finer is known.
 * R2 What is seen at the start of a step is of a step that was at work then; where there was none, it is nobody's.
 */
export function recordingsOf(history: FlowHistory): readonly Recording[] {
  const found: Recording[] = [];
  const open: Writer[] = [];
  for (const { tree, writer, start } of momentsOf(history)) {
    if (!start) open.splice(open.indexOf(writer), 1);
    const by = start ? (open[0] ?? null) : writer;
    if (start) open.push(writer);
    if (tree !== null && tree !== found.at(-1)?.tree) found.push({ tree, by: found.length === 0 ? null : by });
  }
  return found;
}

interface Moment {
  readonly at: string;
  readonly tree: TreeId | null;
  readonly writer: Writer;
  readonly start: boolean;
}

/** Starts and ends of all that recorded files. Of equal times the order of the history counts. */
function momentsOf(history: FlowHistory): readonly Moment[] {
  const moments = writersOf(history, '')
    .filter(({ run }) => run.from !== null || run.to !== null)
    .flatMap((writer): readonly Moment[] => {
      const { from, to, startedAt } = writer.run;
      const at = endOf(writer.run);
      return [
        { at: startedAt, tree: from, writer, start: true },
        ...(at === null ? [] : [{ at, tree: to, writer, start: false }]),
      ];
    });
  return moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function writersOf(flow: FlowHistory, within: Within): readonly Writer[] {
  return flow.stretches.flatMap((stretch) =>
    stretch.steps.flatMap((run) => [
      ...run.children.flatMap((child) => writersOf(child, child.within)),
      { within, stretch, run },
    ]),
  );
}

/** Of a step that is not over and recorded its files all the same: when its last turn ended. */
const endOf = (run: StepRun): string | null =>
  run.endedAt ?? (run.to === null ? null : (run.attempts.at(-1)?.endedAt ?? run.startedAt));
