import type { Batch, Round, StepRun } from '../../engine/run/history';
import { spendOf } from '../../engine/run/history/spent';
import { iterationLimit } from '../../engine/run/iterations';
import type { InnerScope } from '../../engine/trace/scope';
import { outOf } from './countWords';
import type { FlowPlace } from './flowPlace';
import type { Row } from './row';
import { say } from './say';
import type { Look } from './stepLook';
import { stepRow } from './stepRows';
import { duration, joined, spendText } from './words';

/** Steps in order; those of a batch or a round stand under it, where its first step stands. */
export function ladderRows(place: FlowPlace, above: string, steps: readonly StepRun[]): readonly Row[] {
  return [...gathered(steps)].flatMap(([key, all]) => {
    const inner = all.at(-1)?.inner ?? null;
    if (inner === null) return all.map((step) => stepRow(place, above, step));
    const rung: Rung = { place, id: `${above}/${key}`, steps: all, inner };
    return [inner.batch === undefined ? roundRow(rung) : batchRow(rung, inner.batch)];
  });
}

interface Rung {
  readonly place: FlowPlace;
  readonly id: string;
  readonly steps: readonly StepRun[];
  /** Of its last step. */
  readonly inner: InnerScope;
}

/** Steps by the batch or round they stand in, in the order in which each began; the others by themselves. */
function gathered(steps: readonly StepRun[]): ReadonlyMap<string, readonly StepRun[]> {
  const rungs = new Map<string, StepRun[]>();
  for (const step of steps) {
    const key = step.inner === null ? `${step.step}.${step.visit}` : rungOf(step.inner);
    const known = rungs.get(key);
    if (known === undefined) rungs.set(key, [step]);
    else known.push(step);
  }
  return rungs;
}

const rungOf = ({ loop, batch, total }: InnerScope): string =>
  batch === undefined ? `${loop}/round/${total}` : `${loop}/batch/${batch}`;

/** `refine · batch 2 · iteration 2 of 3 · total 5`, its iterations below; batch 0 is what ran before the first. */
function batchRow(rung: Rung, number: number): Row {
  const { place, id, steps, inner } = rung;
  const { loop, iteration, total } = inner;
  const limit = iterationLimit(place.run.state, place.run.flow, place.within, loop);
  const batch = place.flow.batches.find((each) => each.batch === number && holds(each, inner));
  if (number === 0) {
    const rows = steps.map((step) => stepRow(place, id, step));
    return rungRow(rung, joined(loop, say('number 0')), [say('before batch 1')], { icon: 'milestone' }, rows);
  }
  const iterations = [...new Set(steps.map((step) => step.inner?.iteration ?? 0))];
  const rows = iterations.map((each) => iterationRow(rung, each));
  const said = [
    say('iteration {0}', outOf(batch?.iteration ?? iteration, limit)),
    say('total {0}', batch?.lastTotal ?? total),
  ];
  return rungRow(
    rung,
    joined(loop, say('batch {0}', number)),
    [...said, batchEnd(batch)],
    batchLook(rung, batch),
    rows,
  );
}

const holds = (batch: Batch, { loop, total }: InnerScope): boolean =>
  batch.loop === loop && batch.firstTotal <= total && total <= batch.lastTotal;

function iterationRow(rung: Rung, iteration: number): Row {
  const steps = rung.steps.filter((step) => step.inner?.iteration === iteration);
  const inner = steps.at(-1)?.inner ?? rung.inner;
  const own: Rung = { ...rung, id: `${rung.id}/${iteration}`, steps, inner };
  const rows = steps.map((step) => stepRow(rung.place, own.id, step));
  const look: Look = { icon: isLive(own) ? 'loading~spin' : 'circle-outline' };
  return rungRow(own, say('Iteration {0}', iteration), [say('total {0}', inner.total)], look, rows);
}

function batchEnd(batch: Batch | undefined): string {
  switch (batch?.ended?.type) {
    case 'workflow.loop.exhausted':
      return say('used up → {0}', batch.ended.to);
    case 'workflow.loop.abandoned':
      return say('abandoned by {0}', batch.ended.by);
    case 'workflow.loop.left':
      return say('condition met → {0}', batch.ended.to);
    case undefined:
      return '';
  }
}

function batchLook(rung: Rung, batch: Batch | undefined): Look {
  switch (batch?.ended?.type) {
    case 'workflow.loop.exhausted':
      return { icon: 'circle-slash', colour: 'warning' };
    case 'workflow.loop.abandoned':
      return { icon: 'debug-step-out', colour: 'warning' };
    case 'workflow.loop.left':
      return { icon: 'circle-outline' };
    case undefined:
      return openLook(rung, batch?.endedAt ?? null);
  }
}

/** `tune · round 3 of 20 · score 60 · best 60`. A score is an opinion, so that no round has the colour of success. */
function roundRow(rung: Rung): Row {
  const { place, id, steps, inner } = rung;
  const { loop, iteration, total } = inner;
  const limit = iterationLimit(place.run.state, place.run.flow, place.within, loop);
  const round = place.flow.rounds.find((each) => each.loop === loop && each.total === total);
  const rows = steps.map((step) => stepRow(place, id, step));
  return rungRow(
    rung,
    joined(loop, say('round {0}', outOf(iteration, limit))),
    roundSaid(round),
    roundLook(rung, round),
    rows,
  );
}

function roundSaid(round: Round | undefined): readonly string[] {
  if (!round) return [];
  const { scored, best, ended } = round;
  return [
    scored === null ? '' : scored.score === null ? say('no score: {0}', scored.why) : say('score {0}', scored.score),
    best === null ? '' : say('best {0}', best),
    scored === null || scored.improved ? '' : say('no improvement ×{0}', scored.stale),
    ended?.reason ?? '',
    ended?.restored === undefined ? '' : say('files of round {0} put back', ended.restored),
  ];
}

function roundLook(rung: Rung, round: Round | undefined): Look {
  if (round?.ended?.reason === 'exhausted') return { icon: 'circle-slash', colour: 'warning' };
  if (!round?.scored) return openLook(rung, null);
  if (round.scored.score === null) return { icon: 'warning', colour: 'warning' };
  return { icon: round.scored.improved ? 'arrow-up' : 'dash' };
}

function rungRow(rung: Rung, label: string, said: readonly string[], look: Look, children: readonly Row[]): Row {
  const { id, steps } = rung;
  const ended = steps.every(({ endedAt }) => endedAt !== null) ? (steps.at(-1)?.endedAt ?? null) : null;
  return {
    id,
    label,
    description: joined(...said, spendText(spendOf(steps)), duration(steps[0]?.startedAt ?? null, ended)),
    ...look,
    contextValue: 'rung',
    collapsed: !isLive(rung),
    children,
  };
}

const isLive = ({ place, steps }: Rung): boolean =>
  place.run.held && place.run.state.end === null && steps.some(({ state }) => state === 'running');

/** Of what no decision has ended: it runs, it is over, or it was left where it was. */
function openLook(rung: Rung, endedAt: string | null): Look {
  if (isLive(rung)) return { icon: 'loading~spin' };
  const open = rung.steps.some(({ state }) => state === 'running' || state === 'interrupted');
  return { icon: endedAt === null && open ? 'debug-pause' : 'circle-outline' };
}
