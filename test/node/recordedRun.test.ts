import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RecordedRun } from '../../engine/node/recordedRun';
import { openRecordedRun, recordedRun } from '../../engine/node/recordedRun';
import { foldHistoryLine, foldLine } from '../../engine/run/foldLine';
import type { RunHistory } from '../../engine/run/history';
import { EMPTY_HISTORY } from '../../engine/run/history';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import type { RecordedLine } from '../../engine/trace/recordedLine';
import { ended, entered, pass, start } from '../extension/traces';
import { linesOf, lives, longLives, plainLines, traceIn, write } from '../fakes/recorded';
import { trace } from '../fakes/trace';
import { fc } from '../fc';
import { scratch } from './scratch';

const bounded = { seed: 7, numRuns: 40, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: false };

/** The states behind line 0, 1, 2, … as a fold of everything before tells them. */
function statesOf(lines: readonly RecordedLine[], count: number): readonly RunState[] {
  const states = [EMPTY_STATE];
  let state: RunState = EMPTY_STATE;
  for (let line = 1, at = 0; line <= count; line++) {
    for (; at < lines.length && (lines[at]?.line ?? 0) <= line; at++)
      state = foldLine(state, lines[at] as RecordedLine);
    states.push(state);
  }
  return states;
}

async function expectSame(run: RecordedRun, bytes: Buffer, order: 'up' | 'down' | 'leaps') {
  const lines = plainLines(bytes);
  const count = bytes.filter((byte) => byte === 0x0a).length;
  expect(run.lines()).toBe(count);
  expect(await run.page(1, count)).toEqual(lines);
  const states = statesOf(lines, count);
  const all = states.map((_, line) => line);
  const leap = (line: number) => (line * 7919) % states.length;
  const asked = order === 'up' ? all : order === 'down' ? [...all].reverse() : all.map(leap);
  for (const line of asked) {
    const found = await run.stateAt(line);
    if (JSON.stringify(found) !== JSON.stringify(states[line])) expect(found, `line ${line}`).toEqual(states[line]);
  }
  const commits = lines.flatMap((each) => ('entry' in each && each.entry.type === 'commit' ? [each.line] : []));
  for (const line of asked.filter((_, index) => index % 5 === 0)) {
    expect(await run.commit(line, 'before')).toBe(commits.filter((each) => each < line).at(-1) ?? null);
    expect(await run.commit(line, 'after')).toBe(commits.find((each) => each > line) ?? null);
  }
}

const bytesOf = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''));

describe('a recorded run', () => {
  it('UL-29 tells the state behind every line as a fold of everything before it does', async () => {
    const folder = scratch();
    let snapshots = 0;
    await fc.assert(
      fc.asyncProperty(lives, fc.constantFrom('up', 'down', 'leaps'), async (life, order) => {
        const bytes = bytesOf(await linesOf(life));
        write(folder, bytes);
        const run = await openRecordedRun(folder);
        await expectSame(run, bytes, order);
        run.close();
        if (bytes.includes('"type":"snapshot"')) snapshots++;
      }),
      bounded,
    );
    expect(snapshots).toBeGreaterThan(5);
  }, 60_000);

  it('SH-14 does so with lines that are damaged, empty, of a later version or in another order, and cut at any byte', async () => {
    const folder = scratch();
    const spoilt = (line: string, how: number): readonly string[] => {
      if (how === 0) return [line.slice(0, line.length / 2)];
      if (how === 1) return ['', line];
      if (how === 2) return [JSON.stringify({ seq: 0, at: 'x', type: 'of-a-later-version' }), line];
      if (how === 3) return [JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse()))];
      if (how === 4) return [`${line}\r`];
      if (how === 5) return [];
      return [line];
    };
    await fc.assert(
      fc.asyncProperty(
        lives,
        fc.array(fc.nat(40), { minLength: 60, maxLength: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (life, hows, cut) => {
          const lines = (await linesOf(life)).flatMap((line, index) => spoilt(line, hows[index % hows.length] ?? 9));
          const whole = bytesOf(lines);
          const bytes = whole.subarray(0, Math.floor(whole.length * cut));
          write(folder, bytes);
          const run = await openRecordedRun(folder);
          await expectSame(run, bytes, 'leaps');
          run.close();
        },
      ),
      bounded,
    );
  }, 60_000);

  it('does so while it grows in pieces of any size', async () => {
    const folder = scratch();
    await fc.assert(
      fc.asyncProperty(lives, fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1 }), async (life, sizes) => {
        const bytes = bytesOf(await linesOf(life));
        rmSync(traceIn(folder), { force: true });
        const run = await openRecordedRun(folder);
        expect(run.lines()).toBe(0);
        let at = 0;
        for (let piece = 0; at < bytes.length; piece++) {
          // The longest traces are not read a hundred times.
          const next = piece > 30 ? bytes.length : Math.min(bytes.length, at + (sizes[piece % sizes.length] ?? 1));
          const more = bytes.subarray(at, next);
          appendFileSync(traceIn(folder), more);
          expect(await run.grow()).toBe(at === 0 || more.includes(0x0a) ? more.includes(0x0a) : false);
          expect(await run.grow()).toBe(false);
          at = next;
          const lines = plainLines(bytes.subarray(0, at));
          expect(await run.stateAt(run.lines())).toEqual(lines.reduce(foldLine, EMPTY_STATE));
        }
        await expectSame(run, bytes, 'down');
        run.close();
      }),
      { ...bounded, numRuns: 15 },
    );
  }, 60_000);

  it('tells the history as a fold of everything before it does, damaged lines with it', async () => {
    const folder = scratch();
    await fc.assert(
      fc.asyncProperty(lives, fc.nat(), async (life, damaged) => {
        const lines = [...(await linesOf(life))];
        lines[damaged % lines.length] = '{';
        const bytes = bytesOf(lines);
        write(folder, bytes);
        const run = await openRecordedRun(folder);
        const histories: RunHistory[] = [EMPTY_HISTORY];
        for (const line of plainLines(bytes)) histories.push(foldHistoryLine(histories.at(-1) ?? EMPTY_HISTORY, line));
        for (let line = histories.length - 1; line >= 0; line -= 3) {
          const found = await run.historyAt(line);
          expect(found.earlier).toBe(false);
          expect(JSON.stringify(found.history)).toBe(JSON.stringify(histories[line]));
        }
        run.close();
      }),
      { ...bounded, numRuns: 20 },
    );
  }, 60_000);
});

const entries = trace(
  start,
  entered,
  ...pass(1, { usd: 0.4, clean: false, met: true, marker: '1', decision: 'again' }),
  ...pass(2, { usd: 0.2, clean: true, met: true, marker: '2', decision: 'confirmed', last: [ended('complete', null)] }),
);
const written = entries.map((entry) => JSON.stringify(entry));

describe('the file of a recorded run', () => {
  it('is empty where it is missing, and is there once it comes', async () => {
    const folder = scratch();
    const run = await openRecordedRun(folder);
    expect(run.lines()).toBe(0);
    expect(await run.stateAt(5)).toBe(EMPTY_STATE);
    expect(await run.page(1, 10)).toEqual([]);
    expect(await run.last(10)).toEqual({ lines: [], numbered: true });
    expect(await run.commit(3, 'before')).toBe(null);
    expect(await run.grow()).toBe(false);
    write(folder, bytesOf(written));
    expect(await run.grow()).toBe(true);
    expect(run.lines()).toBe(written.length);
    run.close();
  });

  it('starts anew where it is replaced, shortened or removed', async () => {
    const folder = scratch();
    write(folder, bytesOf(written));
    const run = await openRecordedRun(folder);
    const whole = await run.stateAt(run.lines());
    expect(whole.end?.outcome).toBe('complete');

    write(folder, bytesOf(written.slice(0, 5)));
    expect(await run.grow()).toBe(true);
    expect(run.lines()).toBe(5);
    expect((await run.stateAt(5)).end).toBe(null);

    writeFileSync(join(folder, 'other'), bytesOf(written));
    renameSync(join(folder, 'other'), traceIn(folder));
    expect(await run.grow()).toBe(true);
    expect(run.lines()).toBe(written.length);

    // In the same file, longer, and not what it was.
    write(folder, bytesOf([...written.map((line) => line.replace('"at":"2026', '"at":"2027')), '{}']));
    expect(await run.grow()).toBe(true);
    expect(run.lines()).toBe(written.length + 1);
    expect((await run.historyAt(2)).history.startedAt).toMatch(/^2027/);

    rmSync(traceIn(folder));
    expect(await run.grow()).toBe(true);
    expect(run.lines()).toBe(0);
    run.close();
  });

  it('is read to its end in one go, also where a line is longer than what is read at a time', async () => {
    const folder = scratch();
    const long = JSON.stringify({ seq: 9, at: 'x', type: 'of-a-later-version', text: 'y'.repeat(3_500_000) });
    write(folder, bytesOf([...written, long, ...written]));
    const run = await openRecordedRun(folder);
    expect(run.lines()).toBe(2 * written.length + 1);
    expect(run.indexed()).toBe(1);
    expect(await run.page(written.length + 1, 1)).toEqual([{ line: written.length + 1, hidden: 'unknown' }]);
    expect((await run.page(written.length + 2, 1))[0]).toMatchObject({ entry: { type: 'run.started' } });
    expect(await run.text(written.length + 1)).toBe(long);
    run.close();
  });

  it('is read after it was closed, too', async () => {
    const folder = scratch();
    write(folder, bytesOf(written));
    const run = await openRecordedRun(folder);
    run.close();
    expect((await run.page(2, 1))[0]).toMatchObject({ line: 2, entry: { type: 'commit' } });
  });

  it('gives a line as it stands there', async () => {
    const folder = scratch();
    write(folder, bytesOf(['{"seq": broken', ...written]));
    const run = await openRecordedRun(folder);
    expect(await run.text(1)).toBe('{"seq": broken');
    expect(await run.text(2)).toBe(written[0]);
    expect(await run.text(999)).toBe('');
    run.close();
  });
});

describe('the last lines of a recorded run', () => {
  it('are there before it was looked through, numbered by what they say of themselves', async () => {
    const folder = scratch();
    const many = Array.from({ length: 2000 }, (_, seq) =>
      JSON.stringify({ ...entries[2], seq, at: new Date(seq * 1000).toISOString(), text: 'x'.repeat(300) }),
    );
    write(folder, bytesOf(many));
    const run = recordedRun(folder);
    const at = await run.last(30);
    expect(at.lines.map(({ line }) => line)).toEqual(Array.from({ length: 30 }, (_, index) => 1971 + index));
    await run.ready;
    expect(await run.last(30)).toEqual({ lines: at.lines, numbered: true });
    run.close();
  });

  it('are what the file has where it has fewer, without a line that is cut off', async () => {
    const folder = scratch();
    write(folder, Buffer.concat([bytesOf(written), Buffer.from('{"seq":1')]));
    const run = recordedRun(folder);
    const { lines, numbered } = await run.last(500);
    expect(numbered).toBe(true);
    expect(lines).toEqual(entries.map((entry, index) => ({ line: index + 1, entry })));
    run.close();
  });
});

/** Every visit that a history tells of whole: where it stands and how it came out. */
const toldOf = ({ stretches }: RunHistory): readonly string[] =>
  stretches.flatMap(({ loop, pass: number, steps }) =>
    steps.flatMap(({ step, visit, kind, state, outcome, attempts }) =>
      attempts.length > 0 ? [`${loop} ${number}: ${step}.${visit} ${kind} ${state} ${outcome} ${attempts.length}`] : [],
    ),
  );

describe('looking further back than a history tells', () => {
  it('says that there is more, and tells the same of what it tells', async () => {
    const folder = scratch();
    let middles = 0;
    await fc.assert(
      fc.asyncProperty(longLives, async (life) => {
        const bytes = bytesOf(await linesOf(life));
        write(folder, bytes);
        const run = await openRecordedRun(folder, { longBytes: 3000, toldBytes: 500 });
        const whole = plainLines(bytes).reduce(foldHistoryLine, EMPTY_HISTORY);
        const { history, earlier } = await run.historyAt(run.lines());
        expect(history.lastAt).toBe(whole.lastAt);
        expect(history.startedAt).toBe(whole.startedAt);
        expect(history.mode).toBe(whole.mode);
        if (earlier) middles++;
        else expect(history).toEqual(whole);
        // What began before may have lost its beginning; nothing is told that was not so.
        const known = new Set(toldOf(whole));
        expect(toldOf(history).filter((each) => !known.has(each))).toEqual([]);
        for (const state of ['up', 'again'])
          expect(await run.historyAt(run.lines()), state).toEqual({ history, earlier });
        run.close();
      }),
      bounded,
    );
    expect(middles).toBeGreaterThan(5);
  }, 60_000);

  it('a look that is given up ends', async () => {
    const folder = scratch();
    write(folder, bytesOf(written));
    const run = await openRecordedRun(folder);
    const given = new AbortController();
    given.abort(new Error('given up'));
    await expect(run.stateAt(20, given.signal)).rejects.toThrow('given up');
    await expect(run.historyAt(20, given.signal)).rejects.toThrow('given up');
    expect((await run.stateAt(20)).head).not.toBe(null);
    run.close();
  });
});
