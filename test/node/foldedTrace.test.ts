import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entryOf } from '../../engine/node/entryOf';
import { foldTrace } from '../../engine/node/foldedTrace';
import { openRecordedRun } from '../../engine/node/recordedRun';
import { foldHistoryLine, foldLine } from '../../engine/run/foldLine';
import { EMPTY_HISTORY } from '../../engine/run/history';
import { recentOf } from '../../engine/run/history/recent';
import { EMPTY_STATE } from '../../engine/run/state';
import { entered, pass, start } from '../extension/traces';
import { linesOf, lives, longLives, plainLines, traceIn, write } from '../fakes/recorded';
import { trace } from '../fakes/trace';
import { fc } from '../fc';
import { scratch } from './scratch';

const bytesOf = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''));
const bounded = { seed: 5, numRuns: 25, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: false };

describe('a trace that is folded as it grows', () => {
  it('is the state and the history of all of it, and says what came', async () => {
    const folder = scratch();
    await fc.assert(
      fc.asyncProperty(lives, fc.double({ min: 0, max: 1, noNaN: true }), async (life, cut) => {
        const bytes = bytesOf(await linesOf(life));
        const at = Math.floor(bytes.length * cut);
        write(folder, bytes.subarray(0, at));
        const folded = foldTrace(traceIn(folder));
        expect(await folded.next()).toMatchObject({ changed: true, began: true });
        expect(await folded.next()).toEqual({ changed: false, began: false, entries: 0 });
        appendFileSync(traceIn(folder), bytes.subarray(at));
        await folded.next();
        const lines = plainLines(bytes);
        expect(folded.now()).toEqual({
          state: lines.reduce(foldLine, EMPTY_STATE),
          history: lines.reduce(foldHistoryLine, EMPTY_HISTORY),
          earlier: false,
        });
      }),
      bounded,
    );
  }, 60_000);

  it('begins at a snapshot near its end where it is long, numbers damaged lines as the file has them, and goes on', async () => {
    const folder = scratch();
    let late = 0;
    await fc.assert(
      fc.asyncProperty(longLives, async (life) => {
        const lines = await linesOf(life);
        const end = lines.length - 3;
        write(folder, bytesOf(lines.slice(0, end)));
        const folded = foldTrace(traceIn(folder), { longBytes: 4000, toldBytes: 1000 });
        await folded.next();
        appendFileSync(traceIn(folder), bytesOf(['{', ...lines.slice(end)]));
        await folded.next();
        const whole = plainLines(bytesOf([...lines.slice(0, end), '{', ...lines.slice(end)]));
        const { state, history, earlier } = folded.now();
        expect(state).toEqual(whole.reduce(foldLine, EMPTY_STATE));
        expect(history.damaged).toEqual([end + 1]);
        if (earlier) late++;
      }),
      bounded,
    );
    expect(late).toBeGreaterThan(5);
  }, 60_000);

  it('starts anew where the file is another one', async () => {
    const folder = scratch();
    const lines = trace(start, entered).map((entry) => JSON.stringify(entry));
    write(folder, bytesOf(lines));
    const folded = foldTrace(traceIn(folder));
    await folded.next();
    expect(folded.now().history.stretches.length).toBe(2);
    write(folder, bytesOf(lines.slice(0, 1)));
    expect(await folded.next()).toEqual({ changed: true, began: true, entries: 1 });
    expect(folded.now().history.stretches.length).toBe(0);
  });

  it('lets go of the older half of a history that has become long', async () => {
    const folder = scratch();
    const said = { usd: 0.1, clean: false, met: false, decision: 'again' } as const;
    const passes = Array.from({ length: 750 }, (_, index) => pass(index + 1, { ...said, marker: `${index}` })).flat();
    const entries = trace(start, entered, ...passes);
    write(folder, bytesOf(entries.map((entry) => JSON.stringify(entry))));
    const folded = foldTrace(traceIn(folder), { longBytes: 1e9, toldBytes: 0 });
    await folded.next();
    const { history, state, earlier } = folded.now();
    expect(earlier).toBe(true);
    expect(state.spend.turns).toBe(750);
    expect(history.stretches.length).toBeLessThan(600);
    expect(history.stretches.length).toBeGreaterThan(300);
    expect(history.stretches.at(-1)).toMatchObject({ loop: 'fix', pass: 751 });
    const keys = history.stretches.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(history.startedAt).toBe(entries[0]?.at);
    const whole = entries.reduce((so, entry, index) => foldHistoryLine(so, { line: index + 1, entry }), EMPTY_HISTORY);
    expect(whole.stretches.slice(-history.stretches.length)).toEqual(history.stretches);
    expect(recentOf(history)).toBe(null);
  });
});

describe('an entry by its number', () => {
  it('is found where it stands, however many lines a crash has moved it', async () => {
    const folder = scratch();
    const all = Array.from({ length: 3000 }, (_, seq) =>
      JSON.stringify({ seq, at: 'x', type: 'run.resumed', fence: 1, program: 'p' }),
    );
    write(folder, bytesOf([...all.slice(0, 100), ...Array<string>(700).fill('{'), ...all.slice(100)]));
    const run = await openRecordedRun(folder);
    for (const seq of [0, 99, 100, 1500, 2999]) expect((await entryOf(run, seq))?.seq).toBe(seq);
    expect(await entryOf(run, 3000)).toBe(null);
    run.close();
    write(folder, bytesOf(all.slice(2000)));
    const late = await openRecordedRun(folder);
    expect((await entryOf(late, 2000))?.seq).toBe(2000);
    expect(await entryOf(late, 5)).toBe(null);
    late.close();
  });
});
