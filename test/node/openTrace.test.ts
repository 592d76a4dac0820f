import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/node/digest';
import { openTrace } from '../../engine/node/openTrace';
import { readTrace } from '../../engine/node/traceFile';
import { stateOf } from '../../engine/run/openRun';
import type { RunState } from '../../engine/run/state';
import { flowOf, run } from '../fakes/runs';
import { world } from '../fakes/world';
import { scratch } from './scratch';

const flow = flowOf({
  converge: 1,
  id: 'f',
  start: 'a',
  channels: { all: { reducer: 'append' } },
  steps: {
    a: { kind: 'work', worker: 'w', prompt: 'Do it.', next: 'b', writes: 'all' },
    b: { kind: 'router', cases: [{ when: 'steps.a.visits < 12', to: 'a' }], else: '@complete' },
  },
});

/** The lines of a run of twelve rounds, whose worker says what a snapshot looks like. */
async function lines(snapshotBytes: number, text = ''): Promise<readonly string[]> {
  const made = world({
    workers: { w: ({ visit }) => ({ text, structured: { type: 'snapshot', visit } }) },
  });
  const state = await run(flow, made, { snapshotBytes });
  expect(state.end).toMatchObject({ outcome: 'complete', failure: null });
  return made.lines;
}

function put(...some: readonly string[]): string {
  const path = join(scratch(), 'trace.ndjson');
  writeFileSync(path, some.map((line) => `${line}\n`).join(''));
  return path;
}

const isSnapshot = (line: string) => JSON.parse(line).type === 'snapshot';
const plain = (state: RunState): unknown => JSON.parse(JSON.stringify(state));
const readWhole = async (path: string) => {
  const read = await readTrace(path);
  return { ...read, state: stateOf(read.entries, sha256) };
};

describe('opening a trace', () => {
  it('UL-29 gives what the whole trace says, cut at any byte behind its last two snapshots', async () => {
    const all = await lines(1500);
    const path = put(...all);
    const bytes = readFileSync(path);
    const places = all.flatMap((line, index) => (isSnapshot(line) ? [index] : []));
    const from = Buffer.byteLength(all.slice(0, places.at(-2)).join('\n'));
    let short = 0;
    for (let length = from; length <= bytes.length; length += 41) {
      writeFileSync(path, bytes.subarray(0, length));
      const opened = await openTrace(path, sha256);
      const whole = await readWhole(path);
      expect(plain(opened.state), `cut at ${length}`).toEqual(plain(whole.state));
      expect(opened).toMatchObject({ damaged: [], tornBytes: whole.tornBytes, size: length });
      expect(opened.startedAt).toBe(whole.entries[0]?.entry.at);
      if (opened.sinceSnapshot < length) short++;
    }
    expect(short).toBeGreaterThan(10);
  });

  it('UL-29 finds the last snapshot however far back it stands', async () => {
    const all = await lines(10_000, 'x'.repeat(2000));
    const first = all.findIndex(isSnapshot);
    const path = put(...all.slice(0, first + 1));
    const turns = all.slice(first + 1).filter((line) => !isSnapshot(line));
    const filler = JSON.stringify({ seq: 0, at: 'x', type: 'of-a-later-version', text: 'y'.repeat(100_000) });
    appendFileSync(path, `${filler}\n`.repeat(30) + turns.map((line) => `${line}\n`).join(''));
    const opened = await openTrace(path, sha256);
    expect(opened.sinceSnapshot).toBeLessThan(opened.size);
    expect(opened.sinceSnapshot).toBeGreaterThan(3_000_000);
    expect(plain(opened.state)).toEqual(plain((await readWhole(path)).state));
  });

  it('SH-14 numbers damaged lines as the file has them, and goes over facts', async () => {
    const run = await lines(3000);
    const checks = run.flatMap((line, index) => (JSON.parse(line).type === 'check.evaluated' ? [index] : []));
    const [before = -1, fact = -1] = [checks[0], checks.at(-1)];
    const all = run.filter((line, index) => index < fact || !isSnapshot(line));
    const cut = (line: string, index: number) => (index === fact || index === before ? line.slice(0, 20) : line);
    const opened = await openTrace(put(...all.map(cut)), sha256);
    expect(opened.damaged).toEqual([before + 1, fact + 1]);
    const only = (line: string, index: number) => (index === before ? line.slice(0, 20) : line);
    expect((await openTrace(put(...all.map(only)), sha256)).damaged).toEqual([]);
  });

  it('UL-29 goes over a commit that is lost before a snapshot, and refuses one that is lost behind it', async () => {
    const all = await lines(3000);
    const whole = await openTrace(put(...all), sha256);
    const last = all.map(isSnapshot).lastIndexOf(true);
    const commits = all.flatMap((line, index) => (JSON.parse(line).type === 'commit' ? [index] : []));
    const early = commits.find((index) => index > 5 && index < last) ?? -1;
    const healed = await openTrace(put(...all.filter((_, index) => index !== early)), sha256);
    expect(plain(healed.state)).toEqual(plain(whole.state));
    const late = commits.find((index) => index > last) ?? -1;
    await expect(openTrace(put(...all.filter((_, index) => index !== late)), sha256)).rejects.toMatchObject({
      code: 'trace-damaged',
      message: expect.stringContaining('converge fork --at'),
    });
  });

  it('UL-29 believes no snapshot that was edited, and falls back to the one before it', async () => {
    const all = await lines(1500);
    const last = all.map(isSnapshot).lastIndexOf(true);
    const edited = all.map((line, index) => (index === last ? line.replace('"superStep":', '"superStep":1') : line));
    expect(edited[last]).not.toBe(all[last]);
    const path = put(...edited);
    const opened = await openTrace(path, sha256);
    expect(plain(opened.state)).toEqual(plain((await openTrace(put(...all), sha256)).state));
    expect(opened.sinceSnapshot).toBeLessThan(opened.size);
  });

  it('believes no snapshot that a holder wrote after it had lost the run', async () => {
    const all = await lines(1500);
    const at = all.map(isSnapshot).lastIndexOf(true);
    const before = all.slice(0, at);
    const { seq, at: time } = JSON.parse(all[at] ?? '');
    const taken = JSON.stringify({ seq, at: time, type: 'run.resumed', fence: 7, program: 'test' });
    const opened = await openTrace(put(...before, taken, all[at] ?? ''), sha256);
    expect(opened.state.head?.fence).toBe(7);
  });

  it('names a run that has no trace, and one whose beginning cannot be read', async () => {
    await expect(openTrace(join(scratch(), 'none'), sha256)).rejects.toMatchObject({ code: 'run-unknown' });
    await expect(openTrace(put('{}'), sha256)).rejects.toMatchObject({ code: 'trace-damaged' });
  });
});
