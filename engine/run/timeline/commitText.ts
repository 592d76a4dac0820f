import type { Say } from '../../say';
import type { Decision } from '../../trace/decision';
import { decidedWord } from '../decidedWord';
import { outcomeWord } from '../outcomeWord';

/** What a commit made true, in a few words: its most telling event, and how many steps it decided beside that one. */
export function commitText(events: readonly Decision[], say: Say): string {
  const of = <T extends Decision['type']>(type: T) =>
    events.find((event): event is Extract<Decision, { type: T }> => event.type === type);
  const ended = of('run.ended');
  if (ended) return say('run {0}', outcomeWord(ended.outcome, say));
  const pass = of('pass.ended');
  const done = events.filter((event) => event.type === 'step.done');
  const first = done.find(isBad) ?? done[0];
  if (first) {
    const text = doneText(first, say);
    const all = done.length > 1 ? say('{0} and {1} more', text, done.length - 1) : text;
    return pass ? `${all}, ${decidedWord(pass.decision, say)}` : all;
  }
  const asked = of('ask.opened');
  if (asked) return asked.step === '' ? say('a person is asked') : say('{0} asks a person', asked.step);
  const answered = of('ask.answered');
  if (answered) return say('answered {0}', answered.choice);
  const waits = of('wait.started');
  if (waits) return say('{0} waits', waits.step);
  const poll = of('poll');
  if (poll) return say('{0} looked', poll.step);
  if (pass) return decidedWord(pass.decision, say);
  if (of('run.paused')) return say('paused');
  if (of('caps.changed')) return say('caps changed');
  if (of('latch.accepted')) return say('latch accepted');
  if (of('note.added')) return say('note added');
  const started = of('pass.started');
  return started ? say('pass {0} begins', started.pass) : '';
}

type StepDone = Extract<Decision, { type: 'step.done' }>;

function doneText({ step, outcome, result }: StepDone, say: Say): string {
  if (result.kind === 'verify') return result.clean ? say('{0} passed', step) : say('{0} failed', step);
  return outcome === '' ? step : `${step} ${outcome}`;
}

/** Whether a visit came to a bad end: a verification that is red counts as one, a gate that does not let through does not. */
export function isBad({ outcome, result }: StepDone): boolean {
  if (result.kind === 'verify') return !result.clean;
  if (result.kind === 'gate') return false;
  return outcome === 'failed' || outcome === 'fail' || outcome === 'incomplete';
}
