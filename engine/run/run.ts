import { ConvergeError, messageOf } from '../failure';
import { CANCELLED } from '../steps/context';
import type { Control } from '../trace/control';
import type { Decision } from '../trace/decision';
import { controlEvents } from './control';
import type { Plan } from './decide';
import { decide, planOf } from './decide';
import type { Drive, Driving, Opening } from './driving';
import { endOfPass } from './endOfPass';
import { enterLoop } from './enterLoop';
import type { RunIo } from './io';
import { ownStop } from './ownStop';
import { projector } from './projections';
import { reopened } from './reopen';
import { assertResumable, boundedLoops } from './resumable';
import { frontierAfter } from './routes';
import type { RunEnd } from './state';
import { EMPTY_STATE } from './state';
import { superStep } from './superStep';
import type { Writer } from './writer';
import { createWriter } from './writer';

/**
 * Carries a run: decide, perform, commit, until there is nothing to do now.
 *
 * R1 What is decided is decided by `decide` on the folded state; a resumed run takes the same path as one that never
 *    stopped.
 * R2 Acts from outside are taken at boundaries, in order; those sent before the first one are taken first.
 * R3 Every stretch that ends the run ends it once, whatever happened; only where the trace itself cannot be written does
 *    it end without a word.
 */
export const drive: Drive = (flow, opening, ports, observe = () => {}) => {
  if (opening.kind === 'resume') assertResumable(opening.state, opening.raised ?? {});
  const writer = createWriter(ports, opening.kind === 'resume' ? opening.state : EMPTY_STATE, observe);
  const stop = ownStop(ports.stop);
  const inbox: { readonly act: Control; readonly by: string }[] = [];
  const send: Driving['send'] = (act, by) => {
    inbox.push({ act, by });
    if (act.do === 'cancel') stop.want('now');
    if (act.do === 'stop') stop.want('boundary');
  };
  const io: RunIo = { ports, stop: stop.signal, record: writer.record, flush: writer.flush, state: writer.state };
  const parked = Promise.resolve().then(() => carry(planOf(flow), opening, io, writer, inbox));
  return { state: writer.state, send, parked };
};

async function carry(
  plan: Plan,
  opening: Opening,
  io: RunIo,
  writer: Writer,
  inbox: { readonly act: Control; readonly by: string }[],
) {
  const commit = (events: readonly Decision[], done: Parameters<typeof frontierAfter>[2] = []) =>
    writer.commit(events, frontierAfter(plan, io.state(), done, events));
  const end = (ended: RunEnd) => {
    // What came too late to be carried out is still what somebody asked for, such as the stop that ends it now.
    for (const { act, by } of inbox.splice(0)) io.record({ type: 'control', act, by });
    writer.commit([endEvent(ended)], io.state().frontier);
  };
  const project = projector(io);
  open(plan, opening, writer, commit);
  try {
    while (io.state().end === null) {
      for (let next = inbox.shift(); next !== undefined; next = inbox.shift()) {
        io.record({ type: 'control', act: next.act, by: next.by });
        const events = await controlEvents(plan, io, next.act, next.by);
        if (events.length > 0) commit(events);
      }
      const wanted = io.stop.wanted();
      if (wanted !== 'no') end(wanted === 'now' ? CANCELLED_END : STOPPED_END);
      else if (!(await step(plan, io, commit, end))) break;
      await project();
    }
  } catch (thrown) {
    if (thrown instanceof ConvergeError && TRACE_LOST.has(thrown.code)) throw thrown;
    end(failedEnd(messageOf(thrown), thrown instanceof ConvergeError ? thrown.code : 'internal'));
  }
  await writer.flush();
  await project();
  return io.state();
}

/** Carries out one action. False: only people can go on from here. */
async function step(
  plan: Plan,
  io: RunIo,
  commit: (events: readonly Decision[], done?: Parameters<typeof frontierAfter>[2]) => void,
  end: (ended: RunEnd) => void,
): Promise<boolean> {
  const action = decide(plan, io.state());
  switch (action.do) {
    case 'nothing':
      return false;
    case 'end':
      end(action.end);
      return true;
    case 'enter-loop':
    case 'end-pass': {
      const events = await (action.do === 'enter-loop' ? enterLoop : endOfPass)(plan, io, action.loop);
      if (events === CANCELLED) end(CANCELLED_END);
      else commit(events);
      return true;
    }
    case 'wait':
    case 'super-step': {
      if (action.do === 'wait' && !duePassed(io)) return false;
      const came = await superStep(plan, io, action.due);
      if (came.end === CANCELLED) end(CANCELLED_END);
      else if (came.end === 'failed') end(failedEnd(came.why, null));
      else if (came.end === 'parked') commit(came.events);
      else commit(came.events, came.done);
      return true;
    }
  }
}

function open(plan: Plan, opening: Opening, writer: Writer, commit: (events: readonly Decision[]) => void): void {
  const { flow } = plan;
  const { fence, program } = opening;
  if (opening.kind === 'start') {
    const start = opening.start ?? (typeof flow.start === 'string' ? [flow.start] : flow.start);
    const { run, mode, goal, flow: of } = opening;
    writer.record({ type: 'run.started', format: 1, run, flow: of, mode, goal, start, fence, program });
    return;
  }
  const bounded = boundedLoops(opening.state);
  const { damaged, tornBytes, raised } = opening;
  if (damaged.length > 0 || tornBytes > 0) writer.record({ type: 'trace.repaired', lines: damaged, tornBytes });
  writer.record({ type: 'run.resumed', fence, program, ...(raised === undefined ? {} : { raised }) });
  for (const loop of bounded) {
    const events = reopened(plan, writer.state(), loop);
    if (events.length > 0) commit(events);
  }
}

/** A deadline with a default is over: the super-step can go on without an answer. */
function duePassed(io: RunIo): boolean {
  const now = io.ports.clock.now();
  return Object.values(io.state().asks).some(
    (ask) => ask.answer === null && ask.default !== null && ask.due !== null && Date.parse(ask.due) <= now,
  );
}

function endEvent(ended: RunEnd): Decision {
  const { outcome, reason, confirmed, why, failure } = ended;
  return { type: 'run.ended', outcome, reason, confirmed, why, ...(failure === null ? {} : { failure }) };
}

const TRACE_LOST: ReadonlySet<string> = new Set(['trace-changed', 'disk-full', 'folder-unwritable']);
const CANCELLED_END: RunEnd = {
  outcome: 'cancelled',
  reason: null,
  confirmed: 'none',
  why: 'it was stopped at once',
  failure: null,
};
const STOPPED_END: RunEnd = {
  outcome: 'stopped',
  reason: 'by-person',
  confirmed: 'none',
  why: 'it was asked to stop',
  failure: null,
};
const failedEnd = (why: string, failure: string | null): RunEnd => ({
  outcome: 'failed',
  reason: null,
  confirmed: 'none',
  why,
  failure,
});
