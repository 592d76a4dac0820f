import { appendFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RecordedRun } from '../../engine/node/recordedRun';
import { recordedRun } from '../../engine/node/recordedRun';
import { WHOLE_TRACE } from '../../extension/rows/traceFilter';
import { TRACE_PAGE } from '../../extension/rows/traceRows';
import { createTracePages } from '../../extension/tracePages';
import { traceIn, write } from '../fakes/recorded';
import { scratch } from '../node/scratch';

const line = (seq: number) =>
  JSON.stringify({
    seq,
    at: 'x',
    type: seq % 100 === 7 ? 'run.resumed' : 'cache.hit',
    step: 's',
    visit: 1,
    pass: 0,
    key: 'k',
    from: 'r',
    fence: 1,
    program: 'p',
  });
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${line(from + at)}\n`).join('');

function pages() {
  const runs = new Map<string, RecordedRun>();
  let reads = 0;
  const failed: unknown[] = [];
  onTestFinished(() => {
    for (const run of runs.values()) run.close();
  });
  const opened = (folder: string) => {
    const run = runs.get(folder) ?? recordedRun(folder);
    runs.set(folder, run);
    return run;
  };
  const shown = createTracePages(
    opened,
    () => void reads++,
    (thrown) => void failed.push(thrown),
  );
  return { shown, reads: () => reads, failed };
}

describe('the pages of a trace', () => {
  it('are its last one, and one more each time it is asked for', async () => {
    const folder = scratch();
    write(folder, lines(0, 1730));
    const { shown, failed } = pages();
    expect(shown.show(folder, 1, WHOLE_TRACE)).toEqual({ lines: [], above: 0 });
    await shown.settled();
    for (const [count, above] of [
      [1, 1230],
      [2, 730],
      [3, 230],
      [4, 0],
    ] as const) {
      shown.show(folder, count, WHOLE_TRACE);
      await shown.settled();
      const now = shown.show(folder, count, WHOLE_TRACE);
      expect([now.above, now.lines.length]).toEqual([above, Math.min(1730, count * TRACE_PAGE)]);
      expect(now.lines.map((each) => each.line)).toEqual(now.lines.map((_, index) => above + 1 + index));
    }
    expect(failed).toEqual([]);
  });

  it('follow a trace that grows, keep as many lines as are listed, and begin anew in another file', async () => {
    const folder = scratch();
    write(folder, lines(0, 10));
    const { shown, reads } = pages();
    shown.show(folder, 1, WHOLE_TRACE);
    await shown.settled();
    for (let at = 10; at < 1500; at += 149) {
      appendFileSync(traceIn(folder), lines(at, at + 149));
      shown.grown();
      await shown.settled();
      const now = shown.show(folder, 1, WHOLE_TRACE);
      expect(now.lines.at(-1)?.line).toBe(at + 149);
      expect(now.lines.length).toBe(Math.min(at + 149, TRACE_PAGE));
      expect(now.above).toBe(Math.max(0, at + 149 - TRACE_PAGE));
    }
    const before = reads();
    shown.grown();
    await shown.settled();
    expect(reads()).toBe(before);
    write(folder, lines(5000, 5003));
    shown.grown();
    await shown.settled();
    const anew = shown.show(folder, 1, WHOLE_TRACE);
    expect([anew.lines.length, anew.above]).toEqual([3, 0]);
    expect(anew.lines[0]).toMatchObject({ line: 1, entry: { seq: 5000 } });
  });

  it('of what a filter leaves are looked for further up, as far as is bearable', async () => {
    const folder = scratch();
    write(folder, lines(0, 45_000));
    const { shown } = pages();
    const filter = { ...WHOLE_TRACE, kind: 'run' as const };
    shown.show(folder, 1, filter);
    await shown.settled();
    const one = shown.show(folder, 1, filter);
    expect([one.lines.length, one.above]).toEqual([200, 24_999]);
    shown.show(folder, 3, filter);
    await shown.settled();
    const all = shown.show(folder, 3, filter);
    expect([all.lines.length, all.above]).toEqual([450, 0]);
    appendFileSync(traceIn(folder), lines(45_000, 45_008));
    shown.grown();
    await shown.settled();
    expect(shown.show(folder, 3, filter).lines.at(-1)).toMatchObject({ line: 45_008 });
  });

  it('of another run are shown once it is the one that is looked at', async () => {
    const [one, two] = [scratch(), scratch()];
    write(one, lines(0, 20));
    write(two, lines(0, 5));
    const { shown, failed } = pages();
    shown.show(one, 1, WHOLE_TRACE);
    shown.show(two, 1, WHOLE_TRACE);
    await shown.settled();
    expect(shown.show(two, 1, WHOLE_TRACE).lines.length).toBe(5);
    expect(shown.show(one, 1, WHOLE_TRACE)).toEqual({ lines: [], above: 0 });
    await shown.settled();
    expect(shown.show(one, 1, WHOLE_TRACE).lines.length).toBe(20);
    expect(failed).toEqual([]);
  });
});
