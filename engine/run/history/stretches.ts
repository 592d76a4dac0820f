import { EMPTY_SPEND } from '../../loops/spend';
import type { StepScope } from '../../trace/scope';
import type { FlowHistory, StepRun, Stretch } from '../history';
import { spendOf, spendOfRun, spendOfSteps } from './spent';

/** A visit of a step as an entry names it: with its whole scope, or by the step and its visit alone. */
export type Visit = Pick<StepScope, 'step' | 'visit'> & Partial<StepScope>;

/**
 * The stretch of a pass, made where it is not there yet. The last of its key counts: a loop may be entered again, and each
 * entry begins with its number 0.
 */
export function withStretch(
  flow: FlowHistory,
  loop: string | null,
  pass: number,
  at: string,
  change: (stretch: Stretch) => Stretch,
): FlowHistory {
  return changed(flow, lastOf(flow.stretches, loop, pass), loop, pass, at, change);
}

/**
 * The visit of a step, wherever it stands; made where it is not there yet: in the stretch of its pass, and outside loops
 * in the newest stretch, so that what ran between two passes stands between them.
 */
export function withStep(flow: FlowHistory, visit: Visit, at: string, change: (run: StepRun) => StepRun): FlowHistory {
  const update = (stretch: Stretch): Stretch => {
    const before = stretch.steps.find((run) => run.step === visit.step && run.visit === visit.visit);
    const run = spent(before, change(before ?? freshRun(flow, visit, at)));
    const steps =
      before === undefined ? [...stretch.steps, run] : stretch.steps.map((each) => (each === before ? run : each));
    const spend = spendOfSteps(stretch, steps);
    return { ...stretch, steps, from: stretch.from ?? run.from, to: run.to ?? stretch.to, spend };
  };
  const { loop = null, pass } = visit;
  const known = placeOfVisit(flow.stretches, visit);
  if (loop !== null) {
    const place = lastOf(flow.stretches, loop, pass ?? 0);
    const here = known < 0 || known === place ? flow : broughtTo(flow, known, loop, pass ?? 0, at, visit);
    return withStretch(here, loop, pass ?? 0, at, update);
  }
  const newest = flow.stretches.at(-1);
  const open =
    newest !== undefined && (pass === undefined || (newest.loop === null && newest.steps.length < MOST_STEPS));
  return changed(flow, known >= 0 ? known : open ? flow.stretches.length - 1 : -1, null, 0, at, update);
}

/** What ran outside loops is cut into stretches of so many steps: a change copies one stretch, not all of the run. */
const MOST_STEPS = 200;

function changed(
  flow: FlowHistory,
  index: number,
  loop: string | null,
  pass: number,
  at: string,
  change: (stretch: Stretch) => Stretch,
): FlowHistory {
  const stretches = [...flow.stretches];
  const known = stretches[index];
  if (known !== undefined) stretches[index] = change(known);
  else stretches.push(change(freshStretch(flow.stretches, loop, pass, at)));
  return { ...flow, stretches };
}

function lastOf(stretches: readonly Stretch[], loop: string | null, pass: number): number {
  for (let index = stretches.length - 1; index >= 0; index--) {
    const each = stretches[index];
    if (each?.loop !== loop) continue;
    if (each.pass === pass) return index;
    if (each.pass < pass || pass === 0) return -1;
  }
  return -1;
}

/** A question names only its step: who then tells of its pass brings the visit there. */
function broughtTo(flow: FlowHistory, from: number, loop: string, pass: number, at: string, visit: Visit): FlowHistory {
  const isIt = (run: StepRun) => run.step === visit.step && run.visit === visit.visit;
  const moved = flow.stretches[from]?.steps.filter(isIt) ?? [];
  const left = flow.stretches.map((stretch, index) => {
    if (index !== from) return stretch;
    const steps = stretch.steps.filter((run) => !isIt(run));
    return { ...stretch, steps, spend: spendOf(steps) };
  });
  return withStretch({ ...flow, stretches: left }, loop, pass, at, (stretch) => ({
    ...stretch,
    steps: [...stretch.steps, ...moved],
  }));
}

/** Visits of a step only ever rise: a lower one says that this one has not begun. */
function placeOfVisit(stretches: readonly Stretch[], { step, visit }: Visit): number {
  for (let index = stretches.length - 1; index >= 0; index--) {
    const steps = stretches[index]?.steps ?? [];
    let lower = false;
    for (const run of steps) {
      if (run.step !== step) continue;
      if (run.visit === visit) return index;
      lower ||= run.visit < visit;
    }
    if (lower) return -1;
  }
  return -1;
}

const freshStretch = (stretches: readonly Stretch[], loop: string | null, pass: number, at: string): Stretch => ({
  key: `${loop ?? 'flow'}:${pass}:${placeBehind(stretches.at(-1))}`,
  loop,
  pass,
  startedAt: at,
  endedAt: null,
  steps: [],
  baseline: null,
  weighed: null,
  ended: null,
  latches: [],
  notes: [],
  steers: [],
  drifted: [],
  from: filesAfter(stretches, loop),
  to: null,
  spend: EMPTY_SPEND,
});

/** Stretches are numbered in the order in which they began, also where earlier ones are not told of any more. */
const placeBehind = (last: Stretch | undefined): number =>
  last === undefined ? 0 : 1 + Number(last.key.slice(last.key.lastIndexOf(':') + 1));

function filesAfter(stretches: readonly Stretch[], loop: string | null): Stretch['to'] {
  for (let index = stretches.length - 1; index >= 0; index--)
    if (stretches[index]?.loop === loop) return stretches[index]?.to ?? null;
  return null;
}

function freshRun(flow: FlowHistory, { step, visit, inner }: Visit, at: string): StepRun {
  const fresh: StepRun = {
    step,
    visit,
    kind: '',
    state: 'running',
    outcome: null,
    startedAt: at,
    endedAt: null,
    inner: inner ?? null,
    result: null,
    attempts: [],
    commands: [],
    changed: [],
    from: null,
    to: null,
    children: [],
    decided: null,
    tasks: [],
    asked: null,
    answered: null,
    wait: null,
    cached: null,
    effect: null,
    earlier: EMPTY_SPEND,
    spend: EMPTY_SPEND,
  };
  const due = flow.due.find((each) => each.step === step && each.visit === visit);
  return due === undefined ? fresh : { ...fresh, ...due };
}

function spent(before: StepRun | undefined, run: StepRun): StepRun {
  const same =
    before !== undefined &&
    before.attempts === run.attempts &&
    before.children === run.children &&
    before.state === run.state;
  return same ? run : { ...run, spend: spendOfRun(run) };
}
