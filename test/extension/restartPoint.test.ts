import { describe, expect, it } from 'vitest';
import { superStepOf } from '../../extension/debug/restartPoint';
import type { Row } from '../../extension/rows/row';
import { runsRows } from '../../extension/rows/runsRows';
import type { RunView } from '../../extension/rows/runView';
import { trace } from '../fakes/trace';
import { entered, pass, start, viewOf } from './traces';

const said = { usd: 0.1, clean: false, met: false, marker: 'x', decision: 'again' } as const;
const entries = trace(start, entered, ...pass(1, said), ...pass(2, { ...said, marker: 'y' }));
const run = viewOf(entries);

/** Shows the run as it was behind so many entries. */
const momentAt = (count = entries.length) => ({
  shown: (_: RunView) => viewOf(entries.slice(0, count)),
  recorded: async () => ({
    lines: () => entries.length,
    page: async (from: number, size: number) =>
      entries.slice(from - 1, from - 1 + size).map((entry, index) => ({ line: from + index, entry })),
  }),
});
const rows = (list: readonly Row[]): readonly Row[] => list.flatMap((row) => [row, ...rows(row.children)]);
const rowOf = (label: RegExp) => rows(runsRows([run])).find((row) => label.test(row.label));

describe('where a restart begins', () => {
  it('of a pass’s row, and of what stands below it, behind the super-step that began the pass', async () => {
    const [first, second] = [rowOf(/fix · pass 1/), rowOf(/fix · pass 2/)];
    expect(await superStepOf(first?.id, run, momentAt())).toBe(1);
    expect(await superStepOf(second?.id, run, momentAt())).toBe(4);
    expect(second?.children.length).toBeGreaterThan(0);
    for (const child of second?.children ?? []) expect(await superStepOf(child.id, run, momentAt())).toBe(4);
  });

  it('else behind the last super-step of the moment that is looked at, and nowhere before the first', async () => {
    expect(await superStepOf(undefined, run, momentAt())).toBe(run.state.superStep);
    expect(await superStepOf(undefined, run, momentAt(2))).toBe(1);
    expect(await superStepOf(`run:${run.folder}`, run, momentAt(1))).toBeNull();
  });
});
