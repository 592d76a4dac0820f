import type { Say } from '../../say';
import { english } from '../../say';
import type { RecordedLine } from '../../trace/recordedLine';
import type { TimelineFlows } from './capsIn';
import type { Column } from './column';
import { lastAtMost } from './column';
import { lanesIn, latchesIn, sectionsIn } from './drawn';
import type { TimelinePicture } from './picture';
import { createRecording } from './recording';
import { sectionText } from './sectioning';
import { spendIn } from './spendIn';
import { spentText } from './spending';
import { createTables, OPEN, SECTIONS } from './tables';

/**
 * A run in time. It is built line by line and kept as columns of numbers, so that a trace of a million entries takes some
 * ten megabytes; what is drawn of it is bounded by the pixels.
 *
 * R1 A picture holds every visit, wait, section and latch that touches its window, alone or among the many that share its
 *    pixels: the counts sum up.
 * R2 Spend that nobody knows is said as so many unknown turns, never as zero.
 */
export interface Timeline {
  /** Lines in their order, each once. */
  readonly add: (line: RecordedLine) => void;
  readonly lines: () => number;
  readonly picture: (asked: AskedPicture) => TimelinePicture;
  /** The run behind a line, in words; line 0 is before anything happened. */
  readonly moment: (line: number) => TimelineMoment;
  /** The last commit at this time or before; 0: there is none. */
  readonly commitAt: (time: number) => number;
  /** The nearest commit from this line on; null: there is none that way. */
  readonly commit: (line: number, to: Direction) => number | null;
  /** The nearest commit at which a pass, an iteration or a round began. */
  readonly section: (line: number, to: Direction) => number | null;
  /** The line of the last entry at this time or before; 0: there is none. */
  readonly lineAt: (time: number) => number;
}

/** `first`, `last`: whatever the line is. */
export type Direction = 'before' | 'after' | 'first' | 'last';

export interface AskedPicture {
  /** Milliseconds since 1970; both null: the whole run. */
  readonly from: number | null;
  readonly to: number | null;
  /** CSS pixels; less than 1 counts as 1. */
  readonly pixels: number;
  /** How late it is, for what goes on; null: nobody carries the run, and nothing goes on. */
  readonly now: number | null;
  /** Absent: none is known. */
  readonly flows?: TimelineFlows;
}

export interface TimelineMoment {
  readonly line: number;
  readonly at: number;
  /** `pass 2, after commit 14, check failed, $0.12`. */
  readonly text: string;
}

/**
 * @param before so many lines come before the first one that is added, and are not told of
 * @param say what is said of entries is said once, when they are added
 */
export function createTimeline(before = 0, say: Say = english): Timeline {
  const tables = createTables(say);
  const recording = createRecording(tables, say);
  const { commits, sections, texts, times, turns } = tables;
  const start = () => times.get(firstTimed(times));
  const lines = () => before + times.length();

  const picture = (asked: AskedPicture): TimelinePicture => {
    const last = times.get(times.length() - 1);
    const whole = { from: start(), to: Math.max(last, asked.now ?? last, start() + 1) };
    const from = asked.from ?? whole.from;
    const window = { from, to: Math.max(from + 1, asked.to ?? whole.to) };
    const view = { window, end: whole.to, live: asked.now !== null, pixels: Math.max(1, asked.pixels) };
    return {
      whole: { ...whole, lines: lines(), hidden: recording.hidden() },
      window,
      lanes: lanesIn(tables, view, say),
      sections: sectionsIn(tables, view, say),
      latches: latchesIn(tables, view, say),
      spend: spendIn(tables, recording.spending, view, asked.flows ?? NONE, whole.from, say),
    };
  };

  const moment = (line: number): TimelineMoment => {
    const bounded = Math.max(0, Math.min(line, lines()));
    const at = bounded <= before ? start() : times.get(bounded - before - 1);
    const commit = lastAtMost(commits.line, bounded);
    if (bounded <= before && before > 0) return { line: bounded, at, text: say('line {0}', bounded) };
    if (bounded === 0) return { line: 0, at, text: say('before the run began') };
    const turn = lastAtMost(turns.line, bounded);
    const parts = [
      passAt(bounded),
      commit < 0 ? say('before the first commit') : say('after commit {0}', commits.superStep.get(commit)),
      commit < 0 ? '' : texts.text(commits.text.get(commit)),
      turn < 0 ? '' : spentText(turns.usd.get(turn), turns.tokens.get(turn), turns.unknownUsd.get(turn), say),
    ];
    return { line: bounded, at, text: parts.filter((part) => part !== '').join(', ') };
  };
  /** What the entry on this line belongs to: a commit that ends a pass and begins the next one tells of the one it ends. */
  const passAt = (line: number): string => {
    for (let index = lastAtMost(sections.first, line); index >= 0; index--) {
      const begun = sections.first.get(index) < line || index === 0;
      const over = sections.to.get(index) !== OPEN && sections.last.get(index) < line;
      if (SECTIONS[sections.kind.get(index)] === 'baseline' || !begun || over) continue;
      return sectionText(say, sections.kind.get(index), sections.batch.get(index), sections.number.get(index));
    }
    return '';
  };
  return {
    add: recording.add,
    lines,
    picture,
    moment,
    commitAt: (time) => commits.line.get(lastAtMost(commits.at, time)),
    commit: (line, to) => near(commits.line, line, to),
    section: (line, to) => near(sections.first, line, to),
    lineAt: (time) => before + lastAtMost(times, time) + 1,
  };
}

const NONE: TimelineFlows = { own: null, called: () => null };

/** Of numbers that never fall. */
function near(sorted: Column, line: number, to: Direction): number | null {
  const place = {
    before: () => lastAtMost(sorted, line - 1),
    after: () => lastAtMost(sorted, line) + 1,
    first: () => 0,
    last: () => sorted.length() - 1,
  }[to]();
  return place < 0 || place >= sorted.length() ? null : sorted.get(place);
}

/** Lines before the first readable time have none. */
const firstTimed = (times: Column): number => {
  const place = lastAtMost(times, 0) + 1;
  return place < times.length() ? place : 0;
};
