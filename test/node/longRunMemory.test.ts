import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { foldTrace } from '../../engine/node/foldedTrace';
import { openRecordedRun } from '../../engine/node/recordedRun';
import { WHOLE_TRACE } from '../../extension/rows/traceFilter';
import { TRACE_PAGE } from '../../extension/rows/traceRows';
import { createTracePages } from '../../extension/tracePages';
import { entered, pass, start } from '../extension/traces';
import { traceIn, write } from '../fakes/recorded';
import { trace } from '../fakes/trace';
import { scratch } from './scratch';

setFlagsFromString('--expose-gc');
const gc: () => void = runInNewContext('gc');

/** MB in use once all that nobody holds is gone. */
async function heldMb(): Promise<number> {
  // What a promise still holds is let go in the next turns.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise<void>((go) => setImmediate(go));
    gc();
  }
  return process.memoryUsage().heapUsed / 1e6;
}

const PASSES = 50;
const said = { usd: 0.1, clean: false, met: false, decision: 'again' } as const;

/** The lines of fifty passes from this one on, about 650. */
function fifty(first: number, seq: number): readonly string[] {
  const given = Array.from({ length: PASSES }, (_, at) =>
    pass(first + at, { ...said, marker: `${first + at}` }),
  ).flat();
  return trace(...given).map((entry, index) => JSON.stringify({ ...entry, seq: seq + index }));
}

describe('a live run that goes on and on', () => {
  it('takes no more memory after 30,000 entries than after 10,000: what is shown of it, and nothing else', async () => {
    const folder = scratch();
    const begin = trace(start, entered).map((entry) => JSON.stringify(entry));
    write(folder, begin.map((line) => `${line}\n`).join(''));
    const followed = foldTrace(traceIn(folder));
    const recorded = await openRecordedRun(folder);
    const failed: unknown[] = [];
    const pages = createTracePages(
      () => recorded,
      () => {},
      (thrown) => void failed.push(thrown),
    );
    let entries = begin.length;
    let first = 1;
    let early = 0;
    while (entries < 30_000) {
      const lines = fifty(first, entries);
      appendFileSync(traceIn(folder), lines.map((line) => `${line}\n`).join(''));
      entries += lines.length;
      first += PASSES;
      await followed.next();
      pages.grown();
      pages.show(folder, 1, WHOLE_TRACE);
      await pages.settled();
      if (early === 0 && entries >= 10_000) early = await heldMb();
    }
    const late = await heldMb();
    expect(failed).toEqual([]);
    expect(followed.now().state.nextSeq).toBe(entries);
    expect(recorded.lines()).toBe(entries);
    expect(pages.show(folder, 1, WHOLE_TRACE)).toMatchObject({ above: entries - TRACE_PAGE });
    expect(late - early, `${early.toFixed(1)} MB early, ${late.toFixed(1)} MB late`).toBeLessThan(4);
    recorded.close();
  }, 60_000);
});
