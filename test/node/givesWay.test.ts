import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { foldTrace } from '../../engine/node/foldedTrace';
import { openRecordedRun, recordedRun } from '../../engine/node/recordedRun';
import { entered, pass, start } from '../extension/traces';
import { plainLines, traceIn, write } from '../fakes/recorded';
import { trace } from '../fakes/trace';
import { scratch } from './scratch';

/** How often others had their turn while this went on. */
async function turnsDuring<T>(act: () => Promise<T>): Promise<{ readonly turns: number; readonly answer: T }> {
  let turns = 0;
  let over = false;
  const tick = () => {
    turns += 1;
    if (!over) setImmediate(tick);
  };
  setImmediate(tick);
  const answer = await act();
  over = true;
  return { turns, answer };
}

it('whoever reads a long stretch of a trace leaves others their turn, every 64 kB at least', async () => {
  const folder = scratch();
  const passes = Array.from({ length: 300 }, (_, at) =>
    pass(at + 1, { usd: 0.1, clean: false, met: false, decision: 'again', marker: `${at}` }),
  );
  const lines = trace(start, entered, ...passes.flat()).map((entry) => `${JSON.stringify(entry)}\n`);
  write(folder, lines.join(''));
  const bytes = readFileSync(traceIn(folder));
  const least = Math.floor(bytes.length / (64 * 1024));
  expect(least).toBeGreaterThan(10);

  // Not looked through yet: from the end of the file.
  const end = await turnsDuring(() => recordedRun(folder).last(lines.length));
  expect(end.answer.lines).toEqual(plainLines(bytes));
  expect(end.turns).toBeGreaterThan(least);

  const run = await openRecordedRun(folder);
  const page = await turnsDuring(() => run.page(1, lines.length));
  expect(page.answer).toEqual(plainLines(bytes));
  expect(page.turns).toBeGreaterThan(least);
  const state = await turnsDuring(() => run.stateAt(lines.length));
  expect(state.turns).toBeGreaterThan(least);
  const folded = await turnsDuring(() => foldTrace(traceIn(folder)).next());
  expect(folded.turns).toBeGreaterThan(least);
  run.close();
});
