import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inOrder } from '../../engine/node/traceIndex/recordedLines';
import { createTraceLines } from '../../engine/node/traceLines';
import type { RecordedLine } from '../../engine/trace/recordedLine';
import { fc } from '../fc';
import type { MadeFlow, Recipe } from './randomFlows';
import { acts, behaviours, cuts, flows, smallFlows } from './randomLives';
import type { Life } from './randomRuns';
import { live } from './randomRuns';

/** What the traces of random runs are made from: crashes, resumes, acts from outside, and a snapshot every so often. */
export const lives = fc.record({
  flow: smallFlows,
  behaviour: behaviours,
  acts,
  cuts: fc.array(cuts, { maxLength: 3 }),
  snapshotBytes: fc.constantFrom(800, 3000, 20_000),
});

/** Of bigger flows: a few hundred lines. */
export const longLives = fc.record({
  flow: flows,
  behaviour: behaviours,
  acts: fc.constant([]),
  cuts: fc.constant([]),
  snapshotBytes: fc.constant(800),
});

type LivedFrom = Omit<Life, 'resumes'> & { readonly flow: readonly [Recipe, MadeFlow] };

/** The lines of a random run's trace. */
export const linesOf = async ({ flow: [, flow], ...life }: LivedFrom): Promise<readonly string[]> =>
  (await live(flow, { ...life, resumes: 1 })).world.lines;

/** Every whole line of these bytes, read the plain way. */
export const plainLines = (bytes: Buffer): readonly RecordedLine[] => inOrder(createTraceLines().feed(bytes));

export const traceIn = (folder: string): string => join(folder, 'trace.ndjson');
export const write = (folder: string, bytes: Buffer | string) => writeFileSync(traceIn(folder), bytes);
