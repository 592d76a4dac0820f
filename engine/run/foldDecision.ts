import type { Terminal } from '../flow/names';
import { foldWrite } from '../loops/channels';
import { foldGroup, resetGroup } from '../loops/group';
import { foldImprove } from '../loops/improve';
import { closeLatch, openLatch } from '../loops/ledger';
import type { LoopState } from '../loops/loopState';
import { addNote } from '../loops/notes';
import { held } from '../loops/stepMatter';
import { noneIn } from '../steps/inventory';
import type { Confirmed, Decision } from '../trace/decision';
import type { StepResult, TestInventory } from '../trace/result';
import type { Within } from '../trace/scope';
import { childPath, isBelow, placeOf } from '../trace/scope';
import type { FlowState, RunState, StepState } from './state';
import { askId } from './state';

type StepDone = Extract<Decision, { type: 'step.done' }>;

/** What a decision changes of what the whole run shares. */
export function foldDecision(state: RunState, event: Decision, within: Within): RunState {
  switch (event.type) {
    case 'step.done':
      return withoutChildren(state, within, event.step, event.visit);
    case 'latch.opened': {
      const place = placeOf(within);
      return { ...state, ledger: openLatch(state.ledger, { loop: event.loop, place }, event.pass, event.latch) };
    }
    case 'latch.cleared':
      return { ...state, ledger: closeLatch(state.ledger, event.latch, 'cleared', event.pass, event.evidence) };
    case 'latch.accepted':
      return {
        ...state,
        ledger: closeLatch(state.ledger, event.latch, 'accepted', event.pass, `${event.by}: ${event.why}`),
      };
    case 'ask.opened': {
      const { step, visit, question, choices, due = null, default: fallback = null } = event;
      const ask = { within, step, visit, question, choices, due, default: fallback, answer: null };
      return { ...state, asks: { ...state.asks, [event.ask]: ask } };
    }
    case 'ask.answered': {
      const ask = state.asks[event.ask];
      if (ask === undefined) return state;
      const text = event.text === undefined ? {} : { text: event.text };
      return { ...state, asks: { ...state.asks, [event.ask]: { ...ask, answer: event.choice, ...text } } };
    }
    case 'wait.started': {
      const { step, visit, deadline } = event;
      const wait = { within, step, visit, polls: 0, failures: 0, due: null, deadline };
      return { ...state, waits: { ...state.waits, [event.wait]: wait } };
    }
    case 'poll': {
      const wait = state.waits[event.wait];
      if (wait === undefined) return state;
      const { poll: polls, failures, due } = event;
      return { ...state, waits: { ...state.waits, [event.wait]: { ...wait, polls, failures, due } } };
    }
    case 'caps.changed': {
      if (state.head === null) return state;
      const { raised } = state.head;
      const caps = { ...raised[event.loop], ...event.caps };
      return { ...state, head: { ...state.head, raised: { ...raised, [event.loop]: caps } } };
    }
    case 'run.paused':
      return { ...state, paused: true };
    case 'run.ended': {
      const { outcome, reason, confirmed } = event;
      const end = { outcome, reason, confirmed, why: event.why ?? '', failure: event.failure ?? null };
      if (within !== '') {
        const child = state.children[within];
        return child === undefined ? state : { ...state, children: { ...state.children, [within]: { ...child, end } } };
      }
      return outcome === 'failed' ? { ...anewAfterFailure(state), end } : { ...state, end };
    }
    default:
      return state;
  }
}

/** What the decisions of one commit change of the flow they are made in. Steps are many: they are put in place at once. */
export function foldFlowDecisions(flow: FlowState, events: readonly Decision[], superStep: number): FlowState {
  const done: Record<string, StepState> = {};
  let after = flow;
  for (const event of events) {
    if (event.type === 'step.done') done[event.step] = stepAfter(event, superStep);
    after = event.type === 'step.done' ? besideStep(after, event) : foldFlowDecision(after, event, superStep);
  }
  const steps = Object.keys(done);
  if (steps.length === 0) return after;
  return { ...after, steps: { ...after.steps, ...done }, doing: without(after.doing, steps) };
}

/** What a decision changes of the flow it is made in. */
function foldFlowDecision(flow: FlowState, event: Decision, superStep: number): FlowState {
  switch (event.type) {
    case 'step.done':
      return foldFlowDecisions(flow, [event], superStep);
    case 'gate.decided': {
      const { step, attempt: attempts, decision, verdict } = event;
      return { ...flow, gates: { ...flow.gates, [step]: { attempts, decision, verdict } } };
    }
    case 'loop.entered':
      return { ...flow, loops: { ...flow.loops, [event.loop]: entered(flow.loops[event.loop], event, superStep) } };
    case 'loop.reopened':
      return {
        ...withLoop(flow, event.loop, (loop) => ({ ...loop, status: 'running', exit: null })),
        bound: null,
        reached: [],
      };
    case 'pass.started': {
      const { pass, total } = event;
      const after = withLoop(flow, event.loop, (loop) => ({ ...loop, pass, since: superStep, total, closing: null }));
      return (event.inner ?? []).reduce(anew, after);
    }
    case 'pass.ended': {
      const { stalled, marker } = event;
      return withLoop(flow, event.loop, (loop) => ({ ...loop, stalled, marker, steers: [], closing: null }));
    }
    case 'loop.exited': {
      const { reason } = event;
      const after = withLoop(flow, event.loop, (loop) => ({ ...loop, status: 'exited', exit: reason, closing: null }));
      return {
        ...after,
        reached: reachedAfter(after, event.to),
        bound: reason === 'confirmed' ? after.bound : reason,
        confirmed: reason === 'confirmed' ? 'evidence' : after.confirmed,
      };
    }
    case 'latch.accepted': {
      const { baseline } = event;
      if (event.loop === null || baseline === null) return flow;
      return withLoop(flow, event.loop, (loop) => ({ ...loop, baseline }));
    }
    case 'note.added':
      return withLoop(flow, event.loop, (loop) => ({ ...loop, notes: addNote(loop.notes, event.note, event.keep) }));
    case 'steer.sent':
      return withLoop(flow, event.loop, (loop) => ({ ...loop, steers: [...loop.steers, event.text] }));
    case 'spend.warned':
      return withLoop(flow, event.loop, (loop) => ({ ...loop, warned: true }));
    case 'workflow.loop.batch.started':
    case 'workflow.loop.iteration':
    case 'workflow.loop.exhausted':
    case 'workflow.loop.abandoned':
    case 'workflow.loop.left':
      return { ...flow, groups: { ...flow.groups, [event.loop]: foldGroup(flow.groups[event.loop], event) } };
    case 'improve.round':
    case 'improve.scored':
      return {
        ...flow,
        improves: { ...flow.improves, [event.loop]: foldImprove(flow.improves[event.loop], event, superStep) },
      };
    case 'improve.ended': {
      const improves = { ...flow.improves, [event.loop]: foldImprove(flow.improves[event.loop], event, superStep) };
      const stopped = event.reason === 'exhausted' && event.to.includes('@stop');
      // Evidence was about other files, where those of the best round were put back.
      const kept: Confirmed = event.restored === undefined ? flow.confirmed : 'none';
      const won: Confirmed = kept === 'evidence' ? 'evidence' : 'opinion';
      return {
        ...flow,
        improves,
        reached: reachedAfter(flow, event.to),
        bound: stopped ? 'pass-cap' : flow.bound,
        confirmed: event.reason === 'exhausted' ? kept : won,
      };
    }
    case 'poll':
      return { ...flow, cursors: { ...flow.cursors, [event.step]: event.cursor } };
    default:
      return flow;
  }
}

function stepAfter(event: StepDone, at: number): StepState {
  const { visit: visits, loop, pass, inner, outcome, result } = event;
  const places = { ...(loop === undefined ? {} : { loop }), pass, ...(inner === undefined ? {} : { inner }) };
  return { visits, ...places, at, outcome, result };
}

function without(doing: FlowState['doing'], steps: readonly string[]): FlowState['doing'] {
  const left = { ...doing };
  for (const step of steps) delete left[step];
  return left;
}

/** No test ran at number 0: the first that do are what the passes behind are held against. */
function withFirstTests(loop: LoopState, step: string, first: TestInventory | undefined): LoopState {
  const known = loop.baseline.verifications[step];
  const had = known?.inventory ?? null;
  if (first === undefined || (had !== null && !noneIn(had))) return loop;
  const verifications = { ...loop.baseline.verifications, [step]: { clean: known?.clean ?? false, inventory: first } };
  return { ...loop, baseline: { ...loop.baseline, verifications } };
}

/** What a step that is done changes beside its own place. */
function besideStep(flow: FlowState, event: StepDone): FlowState {
  const { step, outcome, result, cache } = event;
  const folded = cache === undefined ? undefined : `${step}:${cache.key}`;
  const after: FlowState = {
    ...flow,
    channels: (event.writes ?? []).reduce(foldWrite, flow.channels),
    folded: folded === undefined || flow.folded.includes(folded) ? flow.folded : [...flow.folded, folded],
    reached: reachedAfter(flow, event.to),
    confirmed: confirmedAfter(flow.confirmed, result),
  };
  if (event.loop === undefined) return after;
  if (result.kind === 'verify' && result.tests?.first !== undefined)
    return withLoop(after, event.loop, (loop) => withFirstTests(loop, step, result.tests?.first));
  if (event.endsPass === undefined) return after;
  const closing =
    event.endsPass === 'judged'
      ? { how: 'judged' as const }
      : { how: 'ended-early' as const, step, reason: reasonOf(result) ?? outcome };
  // The first step that ends a pass is what it ended for.
  return withLoop(after, event.loop, (loop) => ({ ...loop, closing: loop.closing ?? closing }));
}

/** Why a step's result ended its pass, where the result says so. */
function reasonOf(result: StepResult): string | undefined {
  if (result.kind === 'work' || result.kind === 'map') return result.reason;
  return result.kind === 'call' || result.kind === 'watch' || result.kind === 'router' ? result.why : undefined;
}

/** Evidence is about the files as they were: work that changes them makes it worth nothing. */
function confirmedAfter(before: Confirmed, result: StepResult): Confirmed {
  switch (result.kind) {
    case 'verify':
      if (!result.clean) return 'none';
      // Of one that has only hold-outs nothing was run yet.
      return result.commands.length > 0 ? 'evidence' : before;
    case 'gate':
      if (result.read !== 'passed') return before;
      return result.commands.length > 0 || before === 'evidence' ? 'evidence' : 'opinion';
    case 'work':
    case 'map':
    case 'plan':
      return result.changed.length > 0 ? 'none' : before;
    case 'call':
      return result.outcome === 'complete' ? result.confirmed : 'none';
    default:
      return before;
  }
}

function entered(
  known: LoopState | undefined,
  { baseline }: Extract<Decision, { type: 'loop.entered' }>,
  since: number,
): LoopState {
  return {
    status: 'running',
    pass: 0,
    since,
    total: known?.total ?? 0,
    closing: null,
    stalled: 0,
    marker: null,
    notes: [],
    steers: [],
    warned: false,
    baseline,
    exit: null,
  };
}

/** A pass enters the loops of its body anew; what they count in all goes on. */
function anew(flow: FlowState, id: string): FlowState {
  const group = flow.groups[id];
  if (group !== undefined) return { ...flow, groups: { ...flow.groups, [id]: resetGroup(group) } };
  const improve = flow.improves[id];
  if (improve === undefined) return flow;
  return { ...flow, improves: { ...flow.improves, [id]: { ...improve, status: 'ended' } } };
}

/** What a step called is decided with the step. */
function withoutChildren(state: RunState, within: Within, step: string, visit: number): RunState {
  const { [askId(within, step, visit)]: _, ...waits } = state.waits;
  const call = childPath(within, step, visit);
  const paths = Object.keys(state.children);
  if (!paths.some((path) => isBelow(path, call))) return { ...state, waits };
  const children = Object.fromEntries(Object.entries(state.children).filter(([path]) => !isBelow(path, call)));
  return { ...state, waits, children };
}

/** What failed is done anew by a resume, from its first attempt; what had finished beside it is kept. */
function anewAfterFailure(state: RunState): RunState {
  const children = Object.entries(state.children).map(([within, child]) => {
    const end = child.end?.outcome === 'failed' ? null : child.end;
    return [within, { ...child, end, doing: finishedOnly(child.doing) }] as const;
  });
  return { ...state, doing: finishedOnly(state.doing), children: Object.fromEntries(children) };
}

const finishedOnly = (doing: FlowState['doing']): FlowState['doing'] =>
  Object.fromEntries(Object.entries(doing).filter(([, { result }]) => result !== null && held(result)));

const reachedAfter = (flow: FlowState, to: readonly string[]): readonly Terminal[] => [
  ...flow.reached,
  ...to.filter((target): target is Terminal => target.startsWith('@')),
];

function withLoop(flow: FlowState, id: string, change: (loop: LoopState) => LoopState): FlowState {
  const loop = flow.loops[id];
  return loop === undefined ? flow : { ...flow, loops: { ...flow.loops, [id]: change(loop) } };
}
