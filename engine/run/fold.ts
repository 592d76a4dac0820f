import { addToMeters } from '../loops/meters';
import type { Spend } from '../loops/spend';
import { addDeadTurn, addTurn } from '../loops/spend';
import type { Doing } from '../steps/doing';
import type { ChangedFlow, Commit, Entry, Snapshot } from '../trace/entry';
import { foldDecision, foldFlowDecisions } from './foldDecision';
import { loopsAround } from './loopsAround';
import { stateIn } from './snapshots';
import type { ChildState, FlowState, RunHead, RunState } from './state';
import { EMPTY_CHILD } from './state';
import { isUnbounded } from './unbounded';

/**
 * The state after one more entry. Pure and total: an entry that does not fit changes nothing but the count.
 *
 * R1 Facts are kept in `doing` and `spend`; nothing is decided by them.
 * R2 A commit of a lower fence than the run's holder is void.
 * R3 Turns that were open when a resume came are dead, and charged what they were allowed at most, else unproven.
 * R4 An entry changes the flow it is `within`; the ledger, spend, questions and waits are the run's.
 * R5 A snapshot of the run's holder sets the state, for what could not be read before it.
 */
export function fold(state: RunState, entry: Entry): RunState {
  const next = { ...state, nextSeq: entry.seq + 1 };
  switch (entry.type) {
    case 'run.started': {
      const { run, flow, mode, goal, fence, inputs, channels, at: startedAt } = entry;
      const place = entry.place === undefined ? {} : { place: entry.place };
      const head = { run, flow, mode, goal, fence, startedAt, raised: {}, ...place };
      return { ...next, head, inputs, channels, frontier: dueFirst(entry.start) };
    }
    case 'run.forked': {
      const head = state.head === null ? null : { ...state.head, run: entry.run, startedAt: entry.at };
      return { ...next, head, channels: { ...state.channels, ...entry.set }, end: null, paused: false };
    }
    case 'run.resumed':
      return resumed(next, entry);
    case 'call.started': {
      const { flow, goal, inputs, channels, at: startedAt } = entry;
      const child: ChildState = {
        ...EMPTY_CHILD,
        flow,
        goal,
        startedAt,
        inputs,
        channels,
        before: state.spend,
        around: loopsAround(state, entry),
        frontier: dueFirst(entry.start),
      };
      return { ...next, children: { ...state.children, [entry.path]: child } };
    }
    case 'step.started':
      return withDoing(next, entry, () => ({
        attempt: entry.attempt,
        open: entry.worker !== undefined,
        inputs: entry.inputs,
        worker: entry.worker ?? null,
        loops: loopsAround(state, entry),
        reserved: entry.reserved ?? null,
      }));
    case 'worker.turn': {
      const reserved = flowIn(state, entry.within).doing[entry.step]?.reserved ?? null;
      const died = entry.status !== 'ok' && entry.usage.state === 'absent' && reserved !== null;
      const add = (spend: Spend): Spend =>
        died ? addDeadTurn(spend, entry.step, reserved) : addTurn(spend, entry.step, entry.usage);
      const closed = withDoing(next, entry, () => ({ open: false }));
      return { ...closed, ...spentBy(state, entry.worker, loopsAround(state, entry), add) };
    }
    case 'step.failed':
      return withDoing(next, entry, ({ failures }) => ({ failures: [...failures, entry.reason], open: false }));
    case 'step.finished':
      return withDoing(next, entry, () => ({
        result: entry.result,
        open: false,
        ...(entry.settled === true ? { inputs: '' } : {}),
      }));
    case 'workspace.snapshot':
      return withDoing(next, entry, () =>
        entry.when === 'step-start'
          ? { before: entry.tree }
          : { changed: (entry.changed ?? []).map(({ path }) => path) },
      );
    case 'commit':
      return committed(next, entry);
    case 'snapshot':
      return snapshotted(next, entry);
    case 'control':
      return entry.act.do === 'stop' && entry.act.when === 'pass' ? { ...next, stopAfterPass: true } : next;
    case 'trace.repaired':
    case 'check.evaluated':
    case 'verify.command':
    case 'cache.hit':
    case 'effect.claimed':
    case 'effect.committed':
    case 'effect.incomplete':
      return next;
  }
}

/** What it carries is the fold of everything before it; it counts where something of that could not be read. */
function snapshotted(state: RunState, snapshot: Snapshot): RunState {
  if (state.head !== null && snapshot.fence < state.head.fence) return state;
  const carried = stateIn(snapshot.state);
  return carried === null ? state : { ...carried, nextSeq: state.nextSeq };
}

const dueFirst = (steps: readonly string[]) => steps.map((step) => ({ step, visit: 1 }));

function resumed(state: RunState, entry: Extract<Entry, { type: 'run.resumed' }>): RunState {
  if (state.head === null) return state;
  const own = deadTurns(state, state.doing);
  let { spend, meters } = own;
  const children: Record<string, ChildState> = {};
  for (const [within, child] of Object.entries(state.children)) {
    const dead = deadTurns({ spend, meters }, child.doing);
    spend = dead.spend;
    meters = dead.meters;
    children[within] = { ...child, doing: dead.doing };
  }
  const raised = { ...state.head.raised };
  for (const [loop, more] of Object.entries(entry.raised ?? {})) raised[loop] = { ...raised[loop], ...more };
  const flow = entry.flow === undefined ? state.head.flow : changedTo(state.head.flow, entry.flow);
  const { place: _before, ...rest } = state.head;
  const place = entry.place === undefined ? {} : { place: entry.place };
  const head = { ...rest, fence: entry.fence, raised, flow, ...place };
  return { ...state, head, spend, meters, doing: own.doing, children, end: null, paused: false, stopAfterPass: false };
}

const changedTo = (flow: RunHead['flow'], { hash, called }: ChangedFlow): RunHead['flow'] => ({
  ...flow,
  hash,
  ...(called === undefined ? {} : { called }),
});

type Spent = Pick<RunState, 'spend' | 'meters'>;

const spentBy = (
  { spend, meters }: Spent,
  worker: string,
  loops: readonly string[],
  add: (spend: Spend) => Spend,
): Spent => ({ spend: add(spend), meters: addToMeters(meters, worker, loops, add) });

function deadTurns(before: Spent, doing: FlowState['doing']) {
  let spent: Spent = { spend: before.spend, meters: before.meters };
  const after: Record<string, Doing> = {};
  for (const [step, each] of Object.entries(doing)) {
    const { open, worker, loops = [], reserved } = each;
    if (open) spent = spentBy(spent, worker ?? '', loops, (spend) => addDeadTurn(spend, step, reserved));
    after[step] = { ...each, open: false };
  }
  return { ...spent, doing: after };
}

function committed(state: RunState, commit: Commit): RunState {
  if (state.head !== null && commit.fence < state.head.fence) return state;
  const { within = '', superStep, events } = commit;
  const before = flowIn(state, within);
  const free = events.some((event) => event.type === 'step.done' && isUnbounded(before, event));
  const run = events.reduce((so, event) => foldDecision(so, event, within), state);
  const changed = withFlow(run, within, (flow) => {
    const decided = foldFlowDecisions(flow, events, superStep);
    return {
      ...decided,
      freeSuperSteps: flow.freeSuperSteps + (free ? 1 : 0),
      frontier: commit.frontier,
    };
  });
  return { ...changed, prev: commit.digest, superStep };
}

/** The flow that an entry belongs to: the run's own, or a called one. */
const flowIn = (state: RunState, within = ''): FlowState =>
  within === '' ? state : (state.children[within] ?? EMPTY_CHILD);

function withFlow(state: RunState, within: string, change: (flow: FlowState) => FlowState): RunState {
  if (within === '') return { ...state, ...change(state) };
  const child = state.children[within] ?? EMPTY_CHILD;
  return { ...state, children: { ...state.children, [within]: { ...child, ...change(child) } } };
}

interface Placed {
  readonly step: string;
  readonly visit: number;
  readonly pass: number;
  readonly within?: string;
}

function withDoing(state: RunState, placed: Placed, change: (doing: Doing) => Partial<Doing>): RunState {
  const { step, visit, pass, within = '' } = placed;
  return withFlow(state, within, (flow) => {
    const known = flow.doing[step];
    const base = known?.visit === visit ? known : { ...NOTHING_DONE, visit, pass };
    return { ...flow, doing: { ...flow.doing, [step]: { ...base, ...change(base) } } };
  });
}

const NOTHING_DONE: Doing = {
  visit: 0,
  pass: 0,
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
