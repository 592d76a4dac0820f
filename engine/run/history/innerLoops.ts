import type { Decision } from '../../trace/decision';
import type { Batch, FlowHistory, Round } from '../history';

export type GroupEvent = Extract<Decision, { type: `workflow.loop.${string}` }>;
export type ImproveEvent = Extract<Decision, { type: `improve.${string}` }>;

/**
 * Batches after one more event of a group. Numbers are absolute: an event that says again what is known changes nothing,
 * and one of a batch that nobody began makes it.
 */
export function groupAfter(flow: FlowHistory, event: GroupEvent, at: string): FlowHistory {
  switch (event.type) {
    case 'workflow.loop.batch.started': {
      const last = lastIndex(flow.batches, ({ loop }) => loop === event.loop);
      const before = flow.batches[last];
      const over = before?.endedAt === null ? replaced(flow.batches, last, { ...before, endedAt: at }) : flow.batches;
      return { ...flow, batches: [...over, freshBatch(event, at)] };
    }
    case 'workflow.loop.iteration':
      return withBatch(flow, event, at, (batch) => {
        if (event.total <= batch.lastTotal) return batch;
        const firstTotal = batch.iteration === 0 ? event.total : batch.firstTotal;
        return { ...batch, iteration: event.iteration, firstTotal, lastTotal: event.total };
      });
    case 'workflow.loop.exhausted':
    case 'workflow.loop.abandoned':
    case 'workflow.loop.left':
      return withBatch(flow, event, at, (batch) => (batch.ended ? batch : { ...batch, ended: event, endedAt: at }));
  }
}

/** Rounds after one more event of an improve loop. */
export function improveAfter(flow: FlowHistory, event: ImproveEvent, at: string): FlowHistory {
  const { rounds } = flow;
  const last = lastIndex(rounds, ({ loop }) => loop === event.loop);
  const before = rounds[last];
  switch (event.type) {
    case 'improve.round': {
      if (before !== undefined && before.total >= event.total) return flow;
      // A lower or equal round is a new entry of the loop: its best is looked for anew.
      const best = before !== undefined && event.round > before.round ? before.best : null;
      const round: Round = { loop: event.loop, round: event.round, total: event.total, startedAt: at, ...OPEN, best };
      return { ...flow, rounds: [...rounds, round] };
    }
    case 'improve.scored': {
      const round = roundOf(rounds, event, at);
      const best = event.best?.score ?? round.best;
      return { ...flow, rounds: placed(rounds, { ...round, scored: event, best, endedAt: at }) };
    }
    case 'improve.ended':
      return { ...flow, rounds: placed(rounds, { ...roundOf(rounds, event, at), ended: event, endedAt: at }) };
  }
}

const OPEN = { endedAt: null, scored: null, best: null, ended: null } as const;

function roundOf(
  rounds: readonly Round[],
  event: { readonly loop: string; readonly round: number },
  at: string,
): Round {
  const known = rounds[lastIndex(rounds, ({ loop, round }) => loop === event.loop && round === event.round)];
  const total = (rounds[lastIndex(rounds, ({ loop }) => loop === event.loop)]?.total ?? 0) + 1;
  return known ?? { loop: event.loop, round: event.round, total, startedAt: at, ...OPEN };
}

function placed(rounds: readonly Round[], round: Round): readonly Round[] {
  const known = lastIndex(rounds, ({ loop, total }) => loop === round.loop && total === round.total);
  return known < 0 ? [...rounds, round] : replaced(rounds, known, round);
}

const freshBatch = ({ loop, batch }: { readonly loop: string; readonly batch: number }, at: string): Batch => ({
  loop,
  batch,
  iteration: 0,
  firstTotal: 0,
  lastTotal: 0,
  startedAt: at,
  endedAt: null,
  ended: null,
});

function withBatch(
  flow: FlowHistory,
  event: { readonly loop: string; readonly batch: number },
  at: string,
  change: (batch: Batch) => Batch,
): FlowHistory {
  const { batches } = flow;
  const known = lastIndex(batches, ({ loop, batch }) => loop === event.loop && batch === event.batch);
  const batch = batches[known];
  if (batch === undefined) return { ...flow, batches: [...batches, change(freshBatch(event, at))] };
  return { ...flow, batches: replaced(batches, known, change(batch)) };
}

function lastIndex<T>(items: readonly T[], fits: (item: T) => boolean): number {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (item !== undefined && fits(item)) return index;
  }
  return -1;
}

const replaced = <T>(items: readonly T[], index: number, item: T): readonly T[] =>
  items.map((each, place) => (place === index ? item : each));
