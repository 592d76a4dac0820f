import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordedRun } from '../../engine/node/recordedRun';
import { openRecordedRun } from '../../engine/node/recordedRun';
import { createFeed } from '../../extension/timeline/feed';
import { timelineIntent } from '../../extension/timeline/timelineIntent';
import { everySign, twoPasses } from '../timeline/story';

const textOf = (entries: readonly unknown[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

describe('a trace read into a timeline', () => {
  let folder = '';
  let run: RecordedRun;
  const write = async (text: string) => {
    await writeFile(path.join(folder, 'trace.ndjson'), text);
    run = await openRecordedRun(folder);
  };
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'converge-timeline-'));
  });
  afterEach(async () => {
    run.close();
    await rm(folder, { recursive: true, force: true });
  });
  const recorded = async () => {
    await run.grow();
    return run;
  };

  it('of a short one all is there at once, and what is appended is read on', async () => {
    await write(textOf(twoPasses.slice(0, 5)));
    let reads = 0;
    const feed = createFeed(recorded, () => {
      reads += 1;
    });
    expect(feed.indexed()).toBe(0);
    await feed.read();
    expect([feed.timeline().lines(), feed.indexed(), reads]).toEqual([5, 1, 1]);
    await appendFile(path.join(folder, 'trace.ndjson'), textOf(twoPasses.slice(5)));
    await Promise.all([feed.read(), feed.read()]);
    expect(feed.timeline().lines()).toBe(twoPasses.length);
  });

  it('of a long one the end is shown first, as the end, and then the whole', async () => {
    const long = Array.from({ length: 400 }, () => twoPasses.slice(1)).flat();
    await write(textOf(long.map((entry, seq) => ({ ...entry, seq }))));
    const shown: { readonly lines: number; readonly visits: number; readonly indexed: number }[] = [];
    const feed = createFeed(recorded, () => {
      const { lanes, whole } = feed.timeline().picture({ from: null, to: null, pixels: 1000, now: null });
      const visits = lanes.reduce((sum, lane) => sum + lane.total.visits, 0);
      shown.push({ lines: whole.lines, visits, indexed: feed.indexed() });
    });
    await feed.read();
    const [first, last] = [shown[0], shown.at(-1)];
    expect(first?.lines).toBe(long.length);
    expect(first?.indexed).toBeLessThan(1);
    expect(last?.indexed).toBe(1);
    expect(first?.visits).toBeLessThan(last?.visits ?? 0);
    expect(feed.timeline().commit(0, 'first')).toBe(1);
  });

  it('one that was replaced by a shorter one is read anew', async () => {
    await write(textOf(everySign));
    const feed = createFeed(recorded, () => undefined);
    await feed.read();
    run.close();
    await write(textOf(twoPasses));
    await feed.read();
    expect(feed.timeline().lines()).toBe(twoPasses.length);
  });
});

describe('what a timeline sends', () => {
  it('is an intent in every detail, or nothing', () => {
    const good = [
      { type: 'ready' },
      { type: 'window', from: null, to: null, pixels: 800 },
      { type: 'window', from: 1.5, to: 9, pixels: 800.5 },
      { type: 'moment', line: null },
      { type: 'scrub', at: 12 },
      { type: 'step', to: 'before', by: 'pass' },
      { type: 'open', line: 7 },
      { type: 'failed', message: 'x' },
    ];
    for (const intent of good) expect(timelineIntent.parse(intent)).toEqual(intent);
    const bad = [
      null,
      { type: 'ready', more: 1 },
      { type: 'window', from: 0, to: 1, pixels: 0 },
      { type: 'window', from: Number.NaN, to: 1, pixels: 9 },
      { type: 'moment', line: -1 },
      { type: 'moment', line: 1.5 },
      { type: 'step', to: 'sideways' },
      { type: 'open' },
      { type: 'run' },
    ];
    for (const message of bad) expect(timelineIntent.safeParse(message).success, JSON.stringify(message)).toBe(false);
  });
});
