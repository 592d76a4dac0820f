import type { StepRun, StepRunState } from '../../engine/run/history';
import type { StepResult } from '../../engine/trace/result';
import type { Row } from './row';
import { say } from './say';
import { completeText, count, instant, joined } from './words';

export type Look = Pick<Row, 'icon' | 'colour'>;

/** Icon and colour of a visit. The colour of success is for what the engine has checked itself. */
export function lookOf(step: StepRun, running: boolean): Look {
  if (running) return { icon: 'loading~spin' };
  if (step.state === 'waiting') {
    return step.kind === 'watch' ? { icon: 'watch' } : { icon: 'question', colour: 'warning' };
  }
  if (step.state === 'failed') return { icon: 'error', colour: 'bad' };
  if (step.state !== 'done') return { icon: 'debug-disconnect', colour: 'warning' };
  if (step.result !== null) return resultLook(step.result, step.outcome);
  const clean = cleanBefore(step);
  return clean === null ? DONE : cleanLook(clean);
}

const DONE: Look = { icon: 'circle-filled' };

const cleanLook = (clean: boolean): Look =>
  clean ? { icon: 'pass', colour: 'good' } : { icon: 'error', colour: 'bad' };

/** Of a verification that no commit decides, as in a loop's number 0: what its commands came to; null: it is none. */
const cleanBefore = ({ kind, state, result, commands }: StepRun): boolean | null =>
  kind === 'verify' && state === 'done' && result === null && commands.length > 0
    ? commands.every((command) => command.clean)
    : null;

function resultLook(result: StepResult, outcome: string | null): Look {
  switch (result.kind) {
    case 'verify':
      return cleanLook(result.clean);
    case 'work':
      return result.ok ? DONE : { icon: 'error', colour: 'bad' };
    case 'map':
      if (!result.ok) return { icon: 'error', colour: 'bad' };
      return result.failures.length > 0 ? { icon: 'warning', colour: 'warning' } : DONE;
    case 'gate': {
      if (outcome === 'escalate' || outcome === 'escalated') return { icon: 'person', colour: 'warning' };
      if (result.read !== 'passed') return { icon: 'close', colour: 'warning' };
      // Commands are evidence; a worker's word or a condition is none.
      return result.commands.length > 0 ? { icon: 'pass', colour: 'good' } : { icon: 'check' };
    }
    case 'plan':
      return result.state === 'stalled' ? { icon: 'warning', colour: 'warning' } : DONE;
    case 'watch':
      return result.outcome === 'deadline' ? { icon: 'watch', colour: 'warning' } : DONE;
    case 'call':
      return callLook(result.outcome);
    case 'judge':
    case 'router':
    case 'ask':
    case 'join':
      return DONE;
  }
}

function callLook(outcome: Extract<StepResult, { kind: 'call' }>['outcome']): Look {
  switch (outcome) {
    case 'complete':
      return DONE;
    case 'stopped':
      return { icon: 'stop-circle', colour: 'warning' };
    case 'failed':
      return { icon: 'error', colour: 'bad' };
    case 'handoff':
      return { icon: 'arrow-right' };
    case 'escalated':
      return { icon: 'person', colour: 'warning' };
  }
}

/** How a visit stands, as a word for people. */
export function stateWord(state: StepRunState): string {
  switch (state) {
    case 'running':
      return say('running');
    case 'waiting':
      return say('waiting');
    case 'done':
      return say('done');
    case 'failed':
      return say('failed');
    case 'interrupted':
      return say('interrupted');
  }
}

/** What a visit came to, or what it waits for. `next` is the outcome of every success. */
export function saidOf(step: StepRun): string {
  const { outcome, state, result, wait, answered } = step;
  if (state === 'waiting') {
    if (wait === null) return answered === null ? say('waits for an answer') : say('answered by {0}', answered.by);
    const due = wait.last?.due ?? null;
    return due === null ? say('waiting') : say('waiting until {0}', instant(due));
  }
  const clean = result?.kind === 'verify' ? result.clean : cleanBefore(step);
  if (clean !== null) return clean ? say('clean') : say('not clean');
  if (result?.kind === 'gate')
    return joined(gateSaid(step), result.score === null ? '' : say('score {0}', result.score));
  if (result?.kind === 'call' && result.outcome === 'complete') return completeText(result.confirmed);
  return outcome === null || outcome === 'next' ? stateWord(state) : outcome;
}

function gateSaid({ decided, outcome, state }: StepRun): string {
  return decided === null
    ? (outcome ?? stateWord(state))
    : joined(decided.decision, say('attempt {0}', decided.attempt));
}

/** How much of it there was: items, tasks, polls. */
export function amountOf({ result, children, tasks, wait, state }: StepRun): string {
  const items = children.filter(({ index }) => index !== null);
  if (result?.kind === 'map') {
    return joined(count(result.output.length, 'item'), failed(result.failures.length));
  }
  if (result?.kind === 'plan' || tasks.length > 0) {
    const lost = tasks.filter(({ status }) => status === 'failed').length;
    const blocked = result?.kind === 'plan' ? result.blocked.length : 0;
    return joined(count(tasks.length, 'task'), failed(lost), blocked > 0 ? say('{0} blocked', blocked) : '');
  }
  if (items.length > 0 && state === 'running') {
    return say('{0} of {1} begun are done', items.filter(({ endedAt }) => endedAt !== null).length, items.length);
  }
  return wait === null || wait.polls === 0 ? '' : count(wait.polls, 'poll');
}

const failed = (number: number): string => (number > 0 ? say('{0} failed', number) : '');
