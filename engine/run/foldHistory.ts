import { addDeadTurn, addTurn, EMPTY_SPEND } from '../loops/spend';
import type { Decision } from '../trace/decision';
import type { Entry, Fact } from '../trace/entry';
import type { StepScope } from '../trace/scope';
import type { RunHistory, StepAttempt, StepRun, Stretch } from './history';

/**
 * The history after one more entry. Facts show at once, as what is going on; decisions come with their commit, whole.
 *
 * R1 A visit of a step is one `StepRun`, however often a crash made it start.
 * R2 What a pass decided stands in the stretch of that pass, also where the commit that says so came later.
 */
export function foldHistory(history: RunHistory, entry: Entry): RunHistory {
  const next = { ...history, lastAt: entry.at };
  switch (entry.type) {
    case 'run.started':
      return { ...next, startedAt: entry.at, mode: entry.mode };
    case 'run.resumed':
      return { ...next, stretches: next.stretches.map(interrupted) };
    case 'step.started':
    case 'worker.turn':
    case 'check.evaluated':
    case 'verify.command':
    case 'workspace.snapshot':
    case 'step.failed':
    case 'step.finished':
      return withStep(next, entry, entry.at, (run) => stepAfter(run, entry));
    case 'commit':
      return entry.events.reduce<RunHistory>((so, event) => decided(so, event, entry.at), next);
    case 'trace.repaired':
    case 'control':
      return next;
  }
}

type StepFact = Extract<Fact, StepScope>;

function stepAfter(run: StepRun, fact: StepFact): StepRun {
  switch (fact.type) {
    case 'step.started': {
      const attempt: StepAttempt = {
        attempt: fact.attempt,
        startedAt: fact.at,
        endedAt: null,
        worker: fact.worker ?? null,
        status: null,
        usage: null,
        text: '',
        terms: [],
        failed: null,
        log: null,
      };
      const kept = run.attempts.filter((each) => each.attempt !== fact.attempt);
      return { ...run, kind: fact.kind, state: 'running', attempts: [...kept, attempt], commands: [] };
    }
    case 'worker.turn': {
      const { status, usage, text, log } = fact;
      return withAttempt(run, fact.attempt, { endedAt: fact.at, status, usage, text, log: log?.path ?? null });
    }
    case 'check.evaluated':
      return withAttempt(run, fact.attempt, { terms: fact.terms });
    case 'step.failed':
      return withAttempt(run, fact.attempt, { failed: fact.reason, endedAt: fact.at });
    case 'verify.command':
      return { ...run, commands: [...run.commands.slice(0, fact.index), fact.result] };
    case 'workspace.snapshot':
      return fact.when === 'step-start'
        ? { ...run, from: run.from ?? fact.tree }
        : { ...run, to: fact.tree, changed: fact.changed ?? [] };
    case 'step.finished': {
      const commands = fact.result.kind === 'verify' ? fact.result.commands : run.commands;
      return { ...run, result: fact.result, endedAt: fact.at, commands };
    }
  }
}

function decided(history: RunHistory, event: Decision, at: string): RunHistory {
  switch (event.type) {
    case 'step.done':
      return withStep(history, event, at, (run) => ({
        ...run,
        state: event.outcome === 'failed' || event.outcome === 'fail' ? 'failed' : 'done',
        outcome: event.outcome,
        result: event.result,
        endedAt: run.endedAt ?? at,
      }));
    case 'loop.entered':
      return withStretch(history, event.loop, 0, at, (stretch) => ({
        ...stretch,
        steps: stretch.steps.map((run) => ({ ...run, state: 'done', endedAt: run.endedAt ?? at })),
        baseline: event.baseline,
        endedAt: at,
      }));
    case 'pass.started':
      return withStretch(history, event.loop, event.pass, at, (stretch) => stretch);
    case 'claim.weighed':
      return withStretch(history, event.loop, event.pass, at, (stretch) => ({ ...stretch, weighed: event }));
    case 'pass.ended':
      return withStretch(history, event.loop, event.pass, at, (stretch) => ({
        ...stretch,
        ended: event,
        endedAt: at,
        to: event.tree ?? stretch.to,
      }));
    case 'latch.opened':
    case 'latch.cleared':
    case 'latch.accepted':
      return withStretch(history, event.loop, event.pass, at, (stretch) => ({
        ...stretch,
        latches: [...stretch.latches, event],
      }));
    case 'note.added':
      return withStretch(history, event.loop, event.note.pass, at, (stretch) => ({
        ...stretch,
        notes: [...stretch.notes, event.note],
      }));
    case 'steer.sent':
      return withStretch(history, event.loop, event.pass, at, (stretch) => ({
        ...stretch,
        steers: [...stretch.steers, event.text],
      }));
    case 'frozen.drifted':
      return withStretch(history, event.loop, event.pass, at, (stretch) => ({ ...stretch, drifted: event.paths }));
    case 'loop.exited':
    case 'loop.reopened':
    case 'spend.warned':
    case 'ask.opened':
    case 'ask.answered':
    case 'run.ended':
      return history;
  }
}

/** The stretch of a pass, made where it is not there yet. The last of its key counts: a loop may be entered again. */
function withStretch(
  history: RunHistory,
  loop: string | null,
  pass: number,
  at: string,
  change: (stretch: Stretch) => Stretch,
): RunHistory {
  const { stretches } = history;
  const known = stretches.findIndex(
    (each, index) => each.loop === loop && each.pass === pass && !entersAgain(stretches, index, loop),
  );
  if (known >= 0)
    return { ...history, stretches: stretches.map((each, index) => (index === known ? change(each) : each)) };
  const fresh: Stretch = {
    key: `${loop ?? 'flow'}:${pass}:${stretches.length}`,
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
    from: stretches.filter((each) => each.loop === loop).at(-1)?.to ?? null,
    to: null,
    spend: EMPTY_SPEND,
  };
  return { ...history, stretches: [...stretches, change(fresh)] };
}

/** True where a later stretch of the same loop has a lower or the same number: this one belongs to an earlier entry. */
const entersAgain = (stretches: readonly Stretch[], index: number, loop: string | null): boolean => {
  const pass = stretches[index]?.pass ?? 0;
  return stretches.slice(index + 1).some((each) => each.loop === loop && each.pass <= pass);
};

function withStep(
  history: RunHistory,
  scope: StepScope & { readonly type: string },
  at: string,
  change: (run: StepRun) => StepRun,
): RunHistory {
  return withStretch(history, scope.loop ?? null, scope.pass, at, (stretch) => {
    const known = stretch.steps.find((run) => run.step === scope.step && run.visit === scope.visit);
    const run = change(known ?? freshRun(scope, at));
    const steps =
      known === undefined ? [...stretch.steps, run] : stretch.steps.map((each) => (each === known ? run : each));
    return { ...stretch, steps, from: stretch.from ?? run.from, to: run.to ?? stretch.to, spend: spendOf(steps) };
  });
}

const freshRun = (scope: StepScope, at: string): StepRun => ({
  step: scope.step,
  visit: scope.visit,
  kind: '',
  state: 'running',
  outcome: null,
  startedAt: at,
  endedAt: null,
  result: null,
  attempts: [],
  commands: [],
  changed: [],
  from: null,
  to: null,
});

const withAttempt = (run: StepRun, attempt: number, change: Partial<StepAttempt>): StepRun => ({
  ...run,
  attempts: run.attempts.map((each) => (each.attempt === attempt ? { ...each, ...change } : each)),
});

/** What was running when the holder went away. */
const interrupted = (stretch: Stretch): Stretch => ({
  ...stretch,
  steps: stretch.steps.map((run) => (run.state === 'running' ? { ...run, state: 'interrupted' } : run)),
});

function spendOf(steps: readonly StepRun[]): Stretch['spend'] {
  let spend = EMPTY_SPEND;
  for (const run of steps) {
    for (const attempt of run.attempts) {
      if (attempt.usage !== null) spend = addTurn(spend, run.step, attempt.usage);
      else if (run.state === 'interrupted' && attempt.worker !== null) spend = addDeadTurn(spend, run.step, null);
    }
  }
  return spend;
}
