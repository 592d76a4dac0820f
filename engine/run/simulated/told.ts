import type { Decision, ExitReason } from '../../trace/decision';
import type { Entry } from '../../trace/entry';
import type { Judgment, Term } from '../../trace/result';
import type { StepScope, Within } from '../../trace/scope';
import { placeOf, qualified } from '../../trace/scope';

/** What a trace tells of passes, batches and rounds, each in the order in which it began (`since`: that entry's number). */
export interface Told {
  readonly passes: readonly SimulatedPass[];
  readonly batches: readonly SimulatedBatch[];
  readonly rounds: readonly SimulatedRound[];
  readonly steps: readonly SimulatedStep[];
}

export interface SimulatedPass {
  readonly since: number;
  /** Behind the place of the call where the flow is called. */
  readonly loop: string;
  readonly pass: number;
  readonly how: 'judged' | 'ended-early' | null;
  /** Why it ended before its judge. */
  readonly why: string;
  /** What the judge proposed; null: the pass has not ended. */
  readonly proposed: Judgment['read'] | null;
  readonly verdict: readonly Term[];
  readonly confirmed: boolean;
  readonly latches: {
    readonly opened: readonly string[];
    readonly cleared: readonly string[];
    /** When the pass ended, those that were opened before it too. */
    readonly open: readonly string[];
  };
  readonly decision: 'confirmed' | 'again' | ExitReason | null;
  /** Where the loop led with this pass; null: it went on. */
  readonly exit: { readonly reason: string; readonly to: readonly string[] } | null;
}

export interface SimulatedBatch {
  readonly since: number;
  readonly loop: string;
  readonly batch: number;
  readonly iterations: number;
  /** Over all batches. */
  readonly total: number;
  readonly exit: { readonly reason: 'loop-limit' | 'condition' | 'abandoned'; readonly to: string } | null;
}

export interface SimulatedRound {
  readonly since: number;
  readonly loop: string;
  readonly round: number;
  readonly score: number | null;
  readonly improved: boolean;
  readonly stale: number;
  readonly why: string;
  readonly exit: { readonly reason: string; readonly to: readonly string[] } | null;
}

export interface SimulatedStep extends Pick<StepScope, 'step' | 'visit' | 'pass'> {
  readonly within: Within;
  readonly outcome: string;
  readonly to: readonly string[];
}

export function toldBy(trace: readonly Entry[]): Told {
  const passes = new Map<string, SimulatedPass>();
  const batches = new Map<string, SimulatedBatch>();
  const rounds = new Map<string, SimulatedRound>();
  const steps: SimulatedStep[] = [];
  const open = new Set<string>();
  for (const entry of trace) {
    if (entry.type !== 'commit') continue;
    const { within = '', seq: since, events } = entry;
    const place = (loop: string) => ({ since, loop: qualified(placeOf(within), loop) });
    for (const event of events) {
      if (event.type === 'latch.opened') open.add(event.latch.id);
      if (event.type === 'latch.cleared' || event.type === 'latch.accepted') open.delete(event.latch);
      if (event.type === 'step.done') {
        const { step, visit, pass, outcome, to } = event;
        steps.push({ within, step, visit, pass, outcome, to });
      }
      if ('loop' in event && 'pass' in event && event.loop !== null && event.loop !== undefined) {
        const key = `${within} ${event.loop} ${event.pass}`;
        const before = passes.get(key);
        if (before !== undefined) passes.set(key, passAfter(before, event, open));
        else if (event.type === 'pass.started')
          passes.set(key, { ...EMPTY_PASS, ...place(event.loop), pass: event.pass });
      }
      if ('loop' in event && 'batch' in event) {
        const key = `${within} ${event.loop} ${event.batch}`;
        const known = batches.get(key) ?? {
          ...place(event.loop),
          batch: event.batch,
          iterations: 0,
          total: 0,
          exit: null,
        };
        batches.set(key, batchAfter(known, event));
      }
      if (event.type === 'improve.round') {
        const key = `${within} ${event.loop} ${event.total}`;
        rounds.set(key, { ...EMPTY_ROUND, ...place(event.loop), round: event.round });
      }
      if (event.type === 'improve.scored' || event.type === 'improve.ended') {
        const name = qualified(placeOf(within), event.loop);
        const last = [...rounds].filter(([, { loop }]) => loop === name).at(-1);
        if (last !== undefined) rounds.set(last[0], roundAfter(last[1], event));
      }
    }
  }
  return { passes: [...passes.values()], batches: [...batches.values()], rounds: [...rounds.values()], steps };
}

const EMPTY_PASS: Omit<SimulatedPass, 'since' | 'loop' | 'pass'> = {
  how: null,
  why: '',
  proposed: null,
  verdict: [],
  confirmed: false,
  latches: { opened: [], cleared: [], open: [] },
  decision: null,
  exit: null,
};

const EMPTY_ROUND: Omit<SimulatedRound, 'since' | 'loop' | 'round'> = {
  score: null,
  improved: false,
  stale: 0,
  why: '',
  exit: null,
};

function passAfter(pass: SimulatedPass, event: Decision, open: ReadonlySet<string>): SimulatedPass {
  const { latches } = pass;
  switch (event.type) {
    case 'latch.opened':
      return { ...pass, latches: { ...latches, opened: [...latches.opened, event.latch.id] } };
    case 'latch.cleared':
    case 'latch.accepted':
      return { ...pass, latches: { ...latches, cleared: [...latches.cleared, event.latch] } };
    case 'claim.weighed':
      return { ...pass, proposed: event.proposed, verdict: event.terms, confirmed: event.confirmed };
    case 'pass.ended': {
      const { how, why = '', decision } = event;
      return { ...pass, how, why, decision, latches: { ...latches, open: [...open] } };
    }
    case 'loop.exited':
      return { ...pass, exit: { reason: event.reason, to: event.to } };
    default:
      return pass;
  }
}

function batchAfter(batch: SimulatedBatch, event: Decision): SimulatedBatch {
  switch (event.type) {
    case 'workflow.loop.iteration':
      return { ...batch, iterations: event.iteration, total: event.total };
    case 'workflow.loop.exhausted':
      return { ...batch, exit: { reason: 'loop-limit', to: event.to } };
    case 'workflow.loop.left':
      return { ...batch, exit: { reason: 'condition', to: event.to } };
    case 'workflow.loop.abandoned':
      return { ...batch, exit: { reason: 'abandoned', to: event.by } };
    default:
      return batch;
  }
}

function roundAfter(
  round: SimulatedRound,
  event: Extract<Decision, { type: 'improve.scored' | 'improve.ended' }>,
): SimulatedRound {
  if (event.type === 'improve.ended') return { ...round, exit: { reason: event.reason, to: event.to } };
  const { score, improved, stale, why } = event;
  return { ...round, score, improved, stale, why };
}
