import { ConvergeError, messageOf } from '../failure';
import { EVERY_GUARD } from '../loops/guards';
import type { Control } from '../trace/control';
import { advance, end, failedEnd } from './advance';
import { takeControl } from './control';
import type { Drive, Driving, Opening } from './driving';
import type { Holding } from './hold';
import { hops } from './hops';
import type { RunIo } from './io';
import { ownStop } from './ownStop';
import type { Plan } from './plan';
import { planOf } from './plan';
import { gathered, projector } from './projections';
import { reopened } from './reopen';
import { assertResumable, boundedLoops, exhaustedImproves } from './resumable';
import type { RunEnd, RunState } from './state';
import { createStrands } from './strands';
import type { Writer } from './writer';
import { createWriter } from './writer';

/**
 * Carries a run until there is nothing to do now.
 *
 * R1 Acts from outside are taken at boundaries, in order; those sent before the first one are taken first. A change of caps
 *    does not wait for the end of a super-step: it is in force for what that end decides.
 * R2 Every stretch that ends the run ends it once, whatever happened; only where the trace itself cannot be written does
 *    it end without a word.
 * R3 Whoever holds it is asked between two actions. Nothing of that is in the trace.
 */
export const drive: Drive = (flow, opening, ports, observe = () => {}, holding, guards = EVERY_GUARD) => {
  if (opening.kind === 'resume') assertResumable(opening.state, opening.raised ?? {});
  const writer = createWriter(ports, opening, observe);
  const stop = ownStop(ports.stop);
  const inbox: Inbox = { sent: [], closed: false };
  const send: Driving['send'] = (act, by) => {
    if (inbox.closed) return false;
    inbox.sent.push({ act, by });
    if (act.do === 'cancel') stop.want('now');
    if (act.do === 'stop' && act.when !== 'pass') stop.want('boundary');
    return true;
  };
  const plan = planOf(flow);
  const unwritten = opening.kind === 'resume' ? opening.unwritten : [];
  const project = projector({ ports, state: writer.state, flush: writer.flush }, unwritten);
  const io = rootIo(plan, writer, { ports, stop: stop.signal, guards }, inbox, gathered(ports.clock, project), holding);
  const carryOn = async (): Promise<RunState> => {
    open(plan, opening, io);
    do {
      await carry(plan, io, writer);
      await project();
    } while (inbox.sent.length > 0);
    inbox.closed = true;
    return writer.state();
  };
  return { state: writer.state, send, parked: Promise.resolve().then(carryOn) };
};

interface Sent {
  readonly act: Control;
  readonly by: string;
}

interface Inbox {
  readonly sent: Sent[];
  /** It has ended, or parked: nothing is taken any more. */
  closed: boolean;
}

function rootIo(
  plan: Plan,
  writer: Writer,
  { ports, stop, guards }: Pick<RunIo, 'ports' | 'stop' | 'guards'>,
  inbox: Inbox,
  project: () => Promise<void>,
  holding: Holding | undefined,
): RunIo {
  const strands = createStrands();
  const take = async ({ act, by }: Sent) => {
    writer.record({ type: 'control', act, by });
    await takeControl(plan, io, act, by);
  };
  const hold = async (who: Holding, point: Parameters<RunIo['held']>[0]) => {
    await writer.flush();
    const quiet = async () => {
      await strands.quiet();
      await writer.flush();
    };
    await new Promise<void>((resolve) => {
      const go = () => {
        strands.change(1);
        resolve();
      };
      strands.change(-1);
      who.hold({ ...point, within: point.plan.within, state: writer.state() }, { go, quiet });
    });
  };
  const io: RunIo = {
    ports,
    stop,
    guards,
    within: '',
    record: writer.record,
    commit: (events, frontier, within = '') => {
      // What came too late to be carried out is still what somebody asked for, such as the stop that ends it now.
      if (within === '' && events.some(({ type }) => type === 'run.ended')) {
        for (const { act, by } of inbox.sent.splice(0)) writer.record({ type: 'control', act, by });
        inbox.closed = true;
      }
      writer.commit(events, frontier, within);
    },
    flush: writer.flush,
    state: writer.state,
    root: writer.state,
    advance,
    strands: strands.change,
    held: (point) => (holding?.wanted() === true ? hold(holding, point) : null),
    takeCaps: async () => {
      const isCaps = ({ act }: Sent) => act.do === 'caps';
      const changes = inbox.sent.filter(isCaps);
      inbox.sent.splice(0, inbox.sent.length, ...inbox.sent.filter((sent) => !isCaps(sent)));
      for (const change of changes) await take(change);
    },
    boundary: async () => {
      do {
        for (let next = inbox.sent.shift(); next !== undefined; next = inbox.sent.shift()) await take(next);
        await project();
        await writer.relieved();
      } while (inbox.sent.length > 0);
      const wanted = stop.wanted();
      if (wanted === 'now') return 'now';
      return wanted === 'boundary' || writer.state().paused ? 'yield' : 'go';
    },
  };
  return io;
}

async function carry(plan: Plan, io: RunIo, writer: Writer) {
  try {
    const came = await advance(plan, io);
    if (io.state().end === null && came !== 'ended' && came !== 'parked') {
      if (io.stop.wanted() === 'now' || came !== 'yield') end(io, CANCELLED_END);
      else if (!io.state().paused) end(io, STOPPED_END);
    }
  } catch (thrown) {
    if (thrown instanceof ConvergeError && TRACE_LOST.has(thrown.code)) throw thrown;
    const ended = failedEnd(messageOf(thrown), thrown instanceof ConvergeError ? thrown.code : 'internal');
    await io.held({ plan, due: [], next: 'end', end: ended, extra: {} });
    end(io, ended);
  }
  await writer.flush();
}

function open(plan: Plan, opening: Opening, io: RunIo): void {
  const { flow } = plan;
  const { fence, program } = opening;
  const place = opening.place === undefined ? {} : { place: opening.place };
  if (opening.kind === 'start') {
    const start = opening.start ?? (typeof flow.start === 'string' ? [flow.start] : flow.start);
    const { run, mode, goal, flow: of, inputs, channels } = opening;
    const given = { run, flow: of, mode, goal, start, inputs, channels };
    io.record({ type: 'run.started', format: 1, ...given, fence, program, ...place });
    return;
  }
  const bounded = [...boundedLoops(opening.state), ...exhaustedImproves(opening.state)];
  const { damaged, tornBytes, raised, changedFlow } = opening;
  if (damaged.length > 0 || tornBytes > 0) io.record({ type: 'trace.repaired', lines: damaged, tornBytes });
  io.record({
    type: 'run.resumed',
    fence,
    program,
    ...(raised === undefined ? {} : { raised }),
    ...(changedFlow === undefined ? {} : { flow: changedFlow }),
    ...place,
  });
  for (const loop of bounded) {
    const events = reopened(plan, io.state(), loop);
    if (events.length === 0) continue;
    const hopped = hops(plan, io.state(), events, { done: [] });
    io.commit(hopped.events, hopped.frontier);
  }
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
