import { fold } from '../../engine/run/fold';
import { foldHistory } from '../../engine/run/foldHistory';
import type { FlowHistory, RunHistory, StepRun } from '../../engine/run/history';
import { EMPTY_HISTORY } from '../../engine/run/history';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import type { AskedPicture, Timeline } from '../../engine/run/timeline/timeline';
import { createTimeline } from '../../engine/run/timeline/timeline';
import type { Entry } from '../../engine/trace/entry';

export const timelineOf = (entries: readonly Entry[]): Timeline => {
  const timeline = createTimeline();
  for (const [index, entry] of entries.entries()) timeline.add({ line: index + 1, entry });
  return timeline;
};

export const wholeRun = (pixels: number, more: Partial<AskedPicture> = {}): AskedPicture => ({
  ...{ from: null, to: null, now: null },
  ...more,
  pixels,
});

export const historyOf = (entries: readonly Entry[]): RunHistory => entries.reduce(foldHistory, EMPTY_HISTORY);
export const stateOf = (entries: readonly Entry[]): RunState => entries.reduce(fold, EMPTY_STATE);

/** Every visit of a run, also of what it called, without regard to how many they are. */
export const visitsOf = (flow: FlowHistory): readonly StepRun[] =>
  flow.stretches.flatMap(({ steps }) => steps.flatMap((run) => [run, ...run.children.flatMap(visitsOf)]));

/** A picture as text: a row for each lane, a letter for each span. */
export function drawing(timeline: Timeline, asked: AskedPicture): readonly string[] {
  const { lanes, whole } = timeline.picture(asked);
  const at = (time: number | null) => (time === null ? '…' : String((time - whole.from) / 1000));
  return lanes.map(({ label, depth, spans, waits }) => {
    const spanned = spans.map(({ from, to, label: text }) => `${at(from)}-${at(to)} ${text}`);
    const waited = waits.map(({ from, to, label: text }) => `${at(from)}-${at(to)} ${text}`);
    return `${'  '.repeat(depth)}${label}: ${[...spanned, ...waited].join('; ')}`;
  });
}
