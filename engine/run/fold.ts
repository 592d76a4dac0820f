import type { Terminal } from '../flow/names';
import { closeLatch, openLatch } from '../loops/ledger';
import type { LoopState } from '../loops/loopState';
import { addNote } from '../loops/notes';
import { addDeadTurn, addTurn } from '../loops/spend';
import type { Doing } from '../steps/doing';
import type { Decision } from '../trace/decision';
import type { Commit, Entry } from '../trace/entry';
import type { RunState } from './state';

/**
 * The state after one more entry. Pure and total: an entry that does not fit changes nothing but the count.
 *
 * R1 Facts are kept in `doing` and `spend`; nothing is decided by them.
 * R2 A commit of a lower fence than the run's holder is void.
 * R3 Turns that were open when a resume came are dead, and charged what they were allowed at most, else unproven.
 */
export function fold(state: RunState, entry: Entry): RunState {
  const next = { ...state, nextSeq: entry.seq + 1 };
  switch (entry.type) {
    case 'run.started': {
      const { run, flow, mode, goal, fence } = entry;
      const frontier = entry.start.map((step) => ({ step, visit: 1 }));
      return { ...next, head: { run, flow, mode, goal, fence, raised: {} }, frontier };
    }
    case 'run.resumed':
      return resumed(next, entry.fence, entry.raised ?? {});
    case 'step.started':
      return withDoing(next, entry.step, entry.visit, entry.pass, {
        attempt: entry.attempt,
        open: entry.worker !== undefined,
        inputs: entry.inputs,
        worker: entry.worker ?? null,
        reserved: entry.reserved ?? null,
      });
    case 'worker.turn': {
      const reserved = state.doing[entry.step]?.reserved ?? null;
      const died = entry.status !== 'ok' && entry.usage.state === 'absent' && reserved !== null;
      return {
        ...withDoing(next, entry.step, entry.visit, entry.pass, { open: false }),
        spend: died ? addDeadTurn(state.spend, entry.step, reserved) : addTurn(state.spend, entry.step, entry.usage),
      };
    }
    case 'step.failed': {
      const failures = [...(state.doing[entry.step]?.failures ?? []), entry.reason];
      return withDoing(next, entry.step, entry.visit, entry.pass, { failures, open: false });
    }
    case 'step.finished':
      return withDoing(next, entry.step, entry.visit, entry.pass, { result: entry.result, open: false });
    case 'workspace.snapshot': {
      if (entry.when === 'step-start')
        return withDoing(next, entry.step, entry.visit, entry.pass, { before: entry.tree });
      const changed = (entry.changed ?? []).map(({ path }) => path);
      return withDoing(next, entry.step, entry.visit, entry.pass, { changed });
    }
    case 'commit':
      return committed(next, entry);
    case 'trace.repaired':
    case 'check.evaluated':
    case 'verify.command':
    case 'control':
      return next;
  }
}

function resumed(state: RunState, fence: number, raised: NonNullable<RunState['head']>['raised']): RunState {
  if (state.head === null) return state;
  let spend = state.spend;
  const doing: Record<string, Doing> = {};
  for (const [step, each] of Object.entries(state.doing)) {
    if (each.open) spend = addDeadTurn(spend, step, each.reserved);
    doing[step] = { ...each, open: false };
  }
  const bounds = { ...state.head.raised };
  for (const [loop, more] of Object.entries(raised)) bounds[loop] = { ...bounds[loop], ...more };
  return { ...state, head: { ...state.head, fence, raised: bounds }, spend, doing, end: null };
}

function committed(state: RunState, commit: Commit): RunState {
  if (state.head !== null && commit.fence < state.head.fence) return state;
  const decided = commit.events.reduce((so, event) => decide(so, event, commit.superStep), state);
  const free = commit.events.some((event) => event.type === 'step.done' && event.loop === undefined);
  return {
    ...decided,
    prev: commit.digest,
    superStep: commit.superStep,
    freeSuperSteps: state.freeSuperSteps + (free ? 1 : 0),
    frontier: commit.frontier,
  };
}

function decide(state: RunState, event: Decision, superStep: number): RunState {
  switch (event.type) {
    case 'step.done': {
      const { step, visit, pass, outcome, result } = event;
      const { [step]: _, ...doing } = state.doing;
      const after = {
        ...state,
        doing,
        steps: { ...state.steps, [step]: { visits: visit, pass, at: superStep, outcome, result } },
        reached: reachedAfter(state, event.to),
      };
      if (event.loop === undefined || event.endsPass === undefined) return after;
      const closing =
        event.endsPass === 'judged'
          ? { how: 'judged' as const }
          : { how: 'ended-early' as const, step, reason: result.kind === 'work' ? (result.reason ?? '') : outcome };
      // The first step that ends a pass is what it ended for.
      return withLoop(after, event.loop, (loop) => ({ ...loop, closing: loop.closing ?? closing }));
    }
    case 'loop.entered': {
      const known = state.loops[event.loop];
      const entered: LoopState = {
        status: 'running',
        pass: 0,
        since: superStep,
        total: known?.total ?? 0,
        closing: null,
        stalled: 0,
        marker: null,
        notes: [],
        steers: [],
        warned: false,
        baseline: event.baseline,
        exit: null,
      };
      return { ...state, loops: { ...state.loops, [event.loop]: entered } };
    }
    case 'loop.reopened':
      return {
        ...withLoop(state, event.loop, (loop) => ({ ...loop, status: 'running', exit: null })),
        bound: null,
        reached: [],
      };
    case 'pass.started':
      return withLoop(state, event.loop, (loop) => ({
        ...loop,
        pass: event.pass,
        since: superStep,
        total: event.total,
        closing: null,
      }));
    case 'pass.ended':
      return withLoop(state, event.loop, (loop) => ({
        ...loop,
        stalled: event.stalled,
        marker: event.marker,
        steers: [],
        closing: null,
      }));
    case 'loop.exited': {
      const { reason } = event;
      const after = withLoop(state, event.loop, (loop) => ({ ...loop, status: 'exited', exit: reason, closing: null }));
      return {
        ...after,
        reached: reachedAfter(after, event.to),
        bound: reason === 'confirmed' ? after.bound : reason,
        confirmed: reason === 'confirmed' ? 'evidence' : after.confirmed,
      };
    }
    case 'latch.opened':
      return { ...state, ledger: openLatch(state.ledger, event.loop, event.pass, event.latch) };
    case 'latch.cleared':
      return { ...state, ledger: closeLatch(state.ledger, event.latch, 'cleared', event.pass, event.evidence) };
    case 'latch.accepted': {
      const ledger = closeLatch(state.ledger, event.latch, 'accepted', event.pass, `${event.by}: ${event.why}`);
      const { baseline } = event;
      if (event.loop === null || baseline === null) return { ...state, ledger };
      return withLoop({ ...state, ledger }, event.loop, (loop) => ({ ...loop, baseline }));
    }
    case 'note.added':
      return withLoop(state, event.loop, (loop) => ({ ...loop, notes: addNote(loop.notes, event.note, event.keep) }));
    case 'steer.sent':
      return withLoop(state, event.loop, (loop) => ({ ...loop, steers: [...loop.steers, event.text] }));
    case 'spend.warned':
      return withLoop(state, event.loop, (loop) => ({ ...loop, warned: true }));
    case 'ask.opened': {
      const { step, visit, question, choices } = event;
      const ask = {
        step,
        visit,
        question,
        choices,
        due: event.due ?? null,
        default: event.default ?? null,
        answer: null,
      };
      return { ...state, asks: { ...state.asks, [event.ask]: ask } };
    }
    case 'ask.answered': {
      const ask = state.asks[event.ask];
      return ask === undefined
        ? state
        : { ...state, asks: { ...state.asks, [event.ask]: { ...ask, answer: event.choice } } };
    }
    case 'run.ended': {
      const { outcome, reason, confirmed } = event;
      const end = { outcome, reason, confirmed, why: event.why ?? '', failure: event.failure ?? null };
      // What failed is done anew by a resume, from its first attempt.
      return { ...state, end, doing: outcome === 'failed' ? {} : state.doing };
    }
    case 'claim.weighed':
    case 'frozen.drifted':
      return state;
  }
}

const reachedAfter = (state: RunState, to: readonly string[]): readonly Terminal[] => [
  ...state.reached,
  ...to.filter((target): target is Terminal => target.startsWith('@')),
];

function withLoop(state: RunState, id: string, change: (loop: LoopState) => LoopState): RunState {
  const loop = state.loops[id];
  return loop === undefined ? state : { ...state, loops: { ...state.loops, [id]: change(loop) } };
}

function withDoing(state: RunState, step: string, visit: number, pass: number, change: Partial<Doing>): RunState {
  const known = state.doing[step];
  const base: Doing =
    known?.visit === visit
      ? known
      : {
          visit,
          pass,
          inputs: '',
          attempt: 0,
          open: false,
          reserved: null,
          worker: null,
          failures: [],
          before: null,
          changed: [],
          result: null,
        };
  return { ...state, doing: { ...state.doing, [step]: { ...base, ...change } } };
}
