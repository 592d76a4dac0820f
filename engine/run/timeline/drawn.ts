import type { Say } from '../../say';
import type { Bundle, Bundler } from './bundle';
import { createBundler } from './bundle';
import type { Column } from './column';
import { lastAtMost } from './column';
import type { SpanLook, TimelineLane, TimelineSection, TimelineSpan } from './picture';
import { sectionText } from './sectioning';
import type { Tables } from './tables';
import { lookNumber, lookOf, OPEN, WAITS } from './tables';

/** What is looked at, and how closely. */
export interface Drawn {
  readonly window: { readonly from: number; readonly to: number };
  /** Until when what is not over is drawn. */
  readonly end: number;
  readonly live: boolean;
  readonly pixels: number;
}

/** Spans of lanes in one picture, and for each lane one more. */
export const MOST_SPANS = 4000;
/** The narrowest that is told apart, in CSS pixels. */
const LEAST_PIXELS = 3;
const LATCH_ROWS = 5;

export function lanesIn(tables: Tables, view: Drawn, say: Say): readonly TimelineLane[] {
  const { lanes, visits, waits } = tables;
  const totals = Array.from({ length: lanes.count() }, () => ({ visits: 0, failed: 0, took: 0, last: -1 }));
  const failed = lookNumber('failed');
  const rows = visits.from.length();
  for (let row = 0; row < rows; row++) {
    const total = totals[visits.lane.get(row)];
    if (total === undefined) continue;
    total.visits += 1;
    total.last = row;
    if (visits.look.get(row) === failed) total.failed += 1;
    total.took += Math.min(visits.to.get(row), view.end) - visits.from.get(row);
  }
  const isFailed = (row: number) => visits.look.get(row) === failed;
  const spans = coarsened(view, (least) => byGroup(visits, view, visits.lane, least, 1, isFailed));
  const waited = coarsened(view, (least) => byGroup(waits, view, waits.lane, least, 1, () => false));
  return lanes.inOrder().map((index) => {
    const { key, label, depth } = lanes.lane(index);
    const total = totals[index] ?? { visits: 0, failed: 0, took: 0, last: -1 };
    return {
      key,
      label,
      depth,
      spans: (spans.get(index) ?? []).map((bundle) => visitSpan(tables, view, bundle, say)),
      waits: (waited.get(index) ?? []).map((bundle) => waitSpan(tables, bundle, say)),
      total: {
        visits: total.visits,
        failed: total.failed,
        took: total.took,
        last: total.last < 0 ? 'done' : lookNow(view, visits.look.get(total.last)),
      },
    };
  });
}

export function latchesIn({ latches, texts }: Tables, view: Drawn, say: Say): readonly TimelineSpan[] {
  const open = lookNumber('latch');
  const groups = byGroup(latches, view, null, least(view), LATCH_ROWS, (row) => latches.look.get(row) === open);
  return (groups.get(0) ?? []).map((bundle) => {
    const look = lookOf(latches.look.get(bundle.first));
    const label = `${texts.text(latches.label.get(bundle.first))} (${lookText(look, say)})`;
    const many = say('{0} latches, {1} of them open', bundle.count, bundle.failed);
    return spanOf(latches.to, bundle, look, label, many);
  });
}

export function sectionsIn({ sections, texts }: Tables, view: Drawn, say: Say): readonly TimelineSection[] {
  const groups = byGroup(sections, view, sections.loop, least(view), 1, () => false);
  return [...groups.values()].flat().map((bundle) => {
    const text = (row: number) =>
      sectionText(say, sections.kind.get(row), sections.batch.get(row), sections.number.get(row));
    return {
      loop: texts.text(sections.loop.get(bundle.first)),
      label: bundle.count === 1 ? text(bundle.first) : `${text(bundle.first)} – ${text(bundle.last)}`,
      from: bundle.from,
      to: sections.to.get(bundle.last) === OPEN ? null : bundle.to,
      line: bundle.firstLine,
      depth: sections.depth.get(bundle.first),
      count: bundle.count,
      decided: bundle.count === 1 ? texts.text(sections.decided.get(bundle.first)) : '',
    };
  });
}

const least = ({ window, pixels }: Drawn): number => (LEAST_PIXELS * (window.to - window.from)) / pixels;

/** As fine as may be without more spans than a page can draw at once. */
function coarsened(
  view: Drawn,
  bundled: (least: number) => ReadonlyMap<number, readonly Bundle[]>,
): ReadonlyMap<number, readonly Bundle[]> {
  for (let time = least(view); ; time *= 2) {
    const groups = bundled(time);
    const spans = [...groups.values()].reduce((sum, bundles) => sum + bundles.length, 0);
    if (spans <= MOST_SPANS + groups.size || time > 4 * (view.end - view.window.from) + 1e9) return groups;
  }
}

type Spans = Record<'from' | 'to' | 'first' | 'last', Column>;

/** The rows of a table that touch the window, bundled within each group; without groups all are in group 0. */
function byGroup(
  table: Spans,
  { window, end }: Drawn,
  group: Column | null,
  time: number,
  rows: number,
  isFailed: (row: number) => boolean,
): ReadonlyMap<number, readonly Bundle[]> {
  const bundlers: (Bundler | undefined)[] = [];
  const behind = lastAtMost(table.from, window.to);
  for (let place = 0; place <= behind; place++) {
    const from = table.from.get(place);
    const to = Math.min(table.to.get(place), Math.max(end, from));
    if (to < window.from) continue;
    const number = group === null ? 0 : group.get(place);
    let bundler = bundlers[number];
    if (bundler === undefined) {
      bundler = createBundler(time, rows);
      bundlers[number] = bundler;
    }
    bundler.add(place, from, to, table.first.get(place), table.last.get(place), isFailed(place));
  }
  const groups = new Map<number, readonly Bundle[]>();
  for (const [number, bundler] of bundlers.entries()) if (bundler !== undefined) groups.set(number, bundler.bundles());
  return groups;
}
/** What goes on where nobody carries it was cut off. */
const lookNow = (view: Drawn, look: number): SpanLook =>
  !view.live && lookOf(look) === 'running' ? 'interrupted' : lookOf(look);

function visitSpan({ visits, texts }: Tables, view: Drawn, bundle: Bundle, say: Say): TimelineSpan {
  const row = bundle.first;
  const look = lookNow(view, visits.look.get(row));
  const outcome = texts.text(visits.outcome.get(row));
  const [visit, pass] = [visits.visit.get(row), visits.pass.get(row)];
  const came = outcome === look ? '' : outcome;
  const parts = [say('visit {0}', visit), pass > 0 ? say('pass {0}', pass) : '', lookText(look, say), came];
  const { count, failed } = bundle;
  const many = failed > 0 ? say('{0} visits, {1} failed', count, failed) : say('{0} visits', count);
  return spanOf(visits.to, bundle, look, parts.filter((part) => part !== '').join(', '), many);
}

function waitSpan({ waits }: Tables, bundle: Bundle, say: Say): TimelineSpan {
  const label = waitText(WAITS[waits.kind.get(bundle.first)], say);
  return spanOf(waits.to, bundle, 'waiting', label, say('{0} waits', bundle.count));
}

function waitText(what: (typeof WAITS)[number] | undefined, say: Say): string {
  switch (what) {
    case 'a person':
      return say('waits for a person');
    case 'a time':
      return say('waits for a time');
    case 'a resume':
      return say('waits for a resume');
    case 'somebody to carry it on':
      return say('waits for somebody to carry it on');
    case undefined:
      return say('waits for something');
  }
}

function lookText(look: SpanLook, say: Say): string {
  switch (look) {
    case 'done':
      return say('done');
    case 'failed':
      return say('failed');
    case 'running':
      return say('running');
    case 'waiting':
      return say('waiting');
    case 'interrupted':
      return say('interrupted');
    case 'latch':
      return say('open');
    case 'cleared':
      return say('cleared');
    case 'accepted':
      return say('accepted');
    case 'many':
      return say('many');
  }
}

/** One span in its own words, or the words for many. */
function spanOf(ends: Column, bundle: Bundle, look: SpanLook, label: string, many: string): TimelineSpan {
  const { from, to, firstLine, lastLine, count, failed, row } = bundle;
  return {
    ...{ from, firstLine, lastLine, count, failed, row },
    to: ends.get(bundle.last) === OPEN ? null : to,
    look: count === 1 ? look : 'many',
    label: count === 1 ? label : many,
  };
}
