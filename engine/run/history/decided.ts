import type { Decision } from '../../trace/decision';
import type { StepResult } from '../../trace/result';
import type { FlowHistory, StepRun, StepRunState } from '../history';
import { settled } from './children';
import { groupAfter, improveAfter } from './innerLoops';
import { withStep, withStretch } from './stretches';

/** The history of a flow after one decision in it. What is decided of the run as a whole changes nothing here. */
export function decidedIn(flow: FlowHistory, event: Decision, at: string): FlowHistory {
  switch (event.type) {
    case 'step.done':
      return withStep(flow, event, at, (run) => doneRun(run, event, at));
    case 'gate.decided':
      return withStep(flow, event, at, (run) => ({ ...run, kind: 'gate', decided: event }));
    case 'task.finished':
      return withStep(flow, event, at, (run) => ({ ...run, tasks: [...run.tasks, event] }));
    case 'loop.entered':
      return withStretch(flow, event.loop, 0, at, (stretch) => ({
        ...stretch,
        steps: stretch.steps.map((run) => ({ ...run, state: 'done', endedAt: run.endedAt ?? at })),
        baseline: event.baseline,
        endedAt: at,
      }));
    case 'pass.started':
      return withStretch(flow, event.loop, event.pass, at, (stretch) => stretch);
    case 'claim.weighed':
      return withStretch(flow, event.loop, event.pass, at, (stretch) => ({ ...stretch, weighed: event }));
    case 'pass.ended':
      return withStretch(flow, event.loop, event.pass, at, (stretch) => ({
        ...stretch,
        ended: event,
        endedAt: at,
        to: event.tree ?? stretch.to,
      }));
    case 'latch.opened':
    case 'latch.cleared':
    case 'latch.accepted':
      return withStretch(flow, event.loop, event.pass, at, (stretch) => ({
        ...stretch,
        latches: [...stretch.latches, event],
      }));
    case 'note.added':
      return withStretch(flow, event.loop, event.note.pass, at, (stretch) => ({
        ...stretch,
        notes: [...stretch.notes, event.note],
      }));
    case 'steer.sent':
      return withStretch(flow, event.loop, event.pass, at, (stretch) => ({
        ...stretch,
        steers: [...stretch.steers, event.text],
      }));
    case 'frozen.drifted':
      return withStretch(flow, event.loop, event.pass, at, (stretch) => ({ ...stretch, drifted: event.paths }));
    case 'workflow.loop.batch.started':
    case 'workflow.loop.iteration':
    case 'workflow.loop.exhausted':
    case 'workflow.loop.abandoned':
    case 'workflow.loop.left':
      return groupAfter(flow, event, at);
    case 'improve.round':
    case 'improve.scored':
    case 'improve.ended':
      return improveAfter(flow, event, at);
    case 'ask.opened':
      // A question about the budget belongs to no step.
      if (event.step === '') return flow;
      return withStep(flow, event, at, (run) => ({ ...run, kind: run.kind || 'ask', state: 'waiting', asked: event }));
    case 'ask.answered':
      return answered(flow, event, at);
    case 'wait.started': {
      const { wait, deadline } = event;
      const started = { wait, deadline, polls: 0, last: null };
      return withStep(flow, event, at, (run) => ({ ...run, kind: 'watch', state: 'waiting', wait: started }));
    }
    case 'poll':
      return polled(flow, event, at);
    case 'loop.exited':
    case 'loop.reopened':
    case 'spend.warned':
    case 'caps.changed':
    case 'caps.refused':
    case 'run.paused':
    case 'run.ended':
      return flow;
  }
}

function doneRun(run: StepRun, event: Extract<Decision, { type: 'step.done' }>, at: string): StepRun {
  const { outcome, result, inner, cache, untold } = event;
  return {
    ...run,
    kind: run.kind || result.kind,
    state: stateAfter(outcome, result),
    outcome,
    ...(untold === undefined ? {} : { untold }),
    result,
    inner: inner ?? run.inner,
    endedAt: run.endedAt ?? at,
    commands: result.kind === 'gate' ? result.commands : run.commands,
    cached: cache?.hit ? { key: cache.key, from: run.cached?.from ?? null } : run.cached,
    children: settled(run.children, result, at),
  };
}

/** A gate that does not let through has done its work. */
function stateAfter(outcome: string, result: StepResult): StepRunState {
  if (result.kind === 'gate') return 'done';
  return outcome === 'failed' || outcome === 'fail' || outcome === 'incomplete' ? 'failed' : 'done';
}

/** The answer stands with its question; one to a question that nobody asked changes nothing. */
const answered = (flow: FlowHistory, event: Extract<Decision, { type: 'ask.answered' }>, at: string): FlowHistory =>
  withVisitOf(
    flow,
    at,
    (run) => run.asked?.ask === event.ask,
    (run) => ({ ...run, answered: event }),
  );

function polled(flow: FlowHistory, event: Extract<Decision, { type: 'poll' }>, at: string): FlowHistory {
  return withVisitOf(
    flow,
    at,
    (run) => run.wait?.wait === event.wait,
    (run) => (run.wait === null ? run : { ...run, wait: { ...run.wait, polls: event.poll, last: event } }),
  );
}

/** Changes the newest visit that fits; without one nothing changes. */
function withVisitOf(
  flow: FlowHistory,
  at: string,
  fits: (run: StepRun) => boolean,
  change: (run: StepRun) => StepRun,
): FlowHistory {
  for (let index = flow.stretches.length - 1; index >= 0; index--) {
    const stretch = flow.stretches[index];
    const run = stretch?.steps.find(fits);
    if (stretch === undefined || run === undefined) continue;
    const { step, visit } = run;
    const scope = stretch.loop === null ? { step, visit } : { step, visit, loop: stretch.loop, pass: stretch.pass };
    return withStep(flow, scope, at, change);
  }
  return flow;
}
