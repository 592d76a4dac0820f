import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/node/digest';
import { align } from '../../engine/run/align/align';
import { outlineOf } from '../../engine/run/align/outline';
import { fold } from '../../engine/run/fold';
import { reportOf } from '../../engine/run/report/report';
import { snapshotOf } from '../../engine/run/snapshots';
import { EMPTY_STATE } from '../../engine/run/state';
import { toldRun } from '../../engine/runner/toldRun';
import { entered, pass, start } from '../extension/traces';
import type { Given } from '../fakes/trace';
import { trace } from '../fakes/trace';
import { scratch } from '../node/scratch';

describe('a run that is told of', () => {
  const passes = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      pass(index + 1, { usd: 0.4, clean: false, met: false, marker: String(index), decision: 'again' }),
    ).flat();
  it('is told of whole where it is short, and says that it is not where it is long', async () => {
    const folder = scratch();
    const given = [start, entered, ...passes(40)];
    const before = [start, entered, ...passes(30)];
    const snapshot: Given = snapshotOf(trace(...before).reduce(fold, EMPTY_STATE), sha256);
    const entries = trace(...before, snapshot, ...given.slice(before.length));
    writeFileSync(join(folder, 'trace.ndjson'), `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
    const whole = await toldRun(folder);
    const end = await toldRun(folder, { longBytes: 20_000, toldBytes: 4_000 });
    expect([whole.earlier ?? false, end.earlier]).toEqual([false, true]);
    expect(end.result.counters).toEqual(whole.result.counters);
    expect(end.result.spend).toEqual(whole.result.spend);
    expect(end.history.stretches.length).toBeLessThan(whole.history.stretches.length);
    const page = reportOf(end);
    expect(page).toContain('**This run is long**');
    expect(page).toContain('- Time: 2026-03-01 10:00:00 UTC to ');
    expect(reportOf(whole)).not.toContain('This run is long');
    const lines = align(outlineOf(whole), outlineOf(end));
    expect(lines.find(({ before }) => before === 'pass 40 of loop fix')?.same).toBe(true);
    expect(JSON.stringify(lines[0])).toContain('only its end is told of here');
  });
});
