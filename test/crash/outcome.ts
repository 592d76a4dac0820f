import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../engine/json';
import { readTrace } from '../../engine/node/traceFile';
import { readRun } from '../../engine/runner/runs';
import type { Where } from './program';
import { runFolder } from './scene';

/** Everything of a run that must be the same, however often it was cut. */
export interface Outcome {
  readonly outcome: string;
  readonly reason: string | null;
  readonly confirmed: string;
  /** Each latch with its whole history. */
  readonly ledger: readonly string[];
  readonly passes: readonly number[];
  readonly ends: readonly string[];
  readonly notes: readonly string[];
  readonly channels: JsonObject;
  /** Of groups and improve loops. */
  readonly counters: readonly string[];
  /** Path → digest of the files of the workspace, the engine's own left out. */
  readonly files: Readonly<Record<string, string>>;
}

export async function outcomeOf(where: Where): Promise<Outcome> {
  const folder = runFolder(where);
  if (folder === undefined) throw new Error('there is no run');
  const { result, state } = await readRun(folder);
  const { entries } = await readTrace(join(folder, 'trace.ndjson'));
  const events = entries.flatMap(({ entry }) => (entry.type === 'commit' ? entry.events : []));
  return {
    outcome: result.outcome,
    reason: result.reason,
    confirmed: result.confirmed,
    ledger: state.ledger.map(
      ({ id, state: now, history }) =>
        `${id} ${now}: ${history.map(({ what, pass, why }) => `${what} ${pass} ${why}`).join(' | ')}`,
    ),
    passes: events.flatMap((event) => (event.type === 'pass.started' ? [event.pass] : [])),
    ends: events.flatMap((event) =>
      event.type === 'pass.ended' ? [`${event.pass} ${event.how} ${event.decision} stalled ${event.stalled}`] : [],
    ),
    notes: Object.values(state.loops).flatMap(({ notes }) =>
      notes.map(({ pass, from, text }) => `${pass} ${from} ${text}`),
    ),
    channels: state.channels,
    counters: [
      ...Object.entries(state.groups).map(
        ([id, { status, batch, iteration, total }]) => `${id} ${status} ${batch}.${iteration}.${total}`,
      ),
      ...Object.entries(state.improves).map(
        ([id, { status, round, best, reason }]) => `${id} ${status} ${round} best ${best?.round} ${reason}`,
      ),
    ],
    files: digests(where.root),
  };
}

function digests(root: string): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^\.(git|converge)(\/|$)/.test(path) && statSync(join(root, path)).isFile())
    .sort();
  return Object.fromEntries(
    paths.map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex'),
    ]),
  );
}
