import type { Decision } from '../../trace/decision';

/** What a commit made true, in a few words: its most telling event, and how many steps it decided beside that one. */
export function commitText(events: readonly Decision[]): string {
  const of = <T extends Decision['type']>(type: T) =>
    events.find((event): event is Extract<Decision, { type: T }> => event.type === type);
  const ended = of('run.ended');
  if (ended) return `run ${ended.outcome}`;
  const pass = of('pass.ended');
  const done = events.filter((event) => event.type === 'step.done');
  const first = done.find(isBad) ?? done[0];
  const more = done.length > 1 ? ` and ${done.length - 1} more` : '';
  if (first) return `${doneText(first)}${more}${pass ? `, ${pass.decision}` : ''}`;
  const asked = of('ask.opened');
  if (asked) return asked.step === '' ? 'a person is asked' : `${asked.step} asks a person`;
  const answered = of('ask.answered');
  if (answered) return `answered ${answered.choice}`;
  const waits = of('wait.started');
  if (waits) return `${waits.step} waits`;
  const poll = of('poll');
  if (poll) return `${poll.step} looked`;
  if (pass) return pass.decision;
  if (of('run.paused')) return 'paused';
  if (of('caps.changed')) return 'caps changed';
  if (of('latch.accepted')) return 'latch accepted';
  if (of('note.added')) return 'note added';
  const started = of('pass.started');
  return started ? `pass ${started.pass} begins` : '';
}

type StepDone = Extract<Decision, { type: 'step.done' }>;

function doneText({ step, outcome, result }: StepDone): string {
  if (result.kind === 'verify') return `${step} ${result.clean ? 'passed' : 'failed'}`;
  return outcome === '' ? step : `${step} ${outcome}`;
}

/** Whether a visit came to a bad end: a verification that is red counts as one, a gate that does not let through does not. */
export function isBad({ outcome, result }: StepDone): boolean {
  if (result.kind === 'verify') return !result.clean;
  if (result.kind === 'gate') return false;
  return outcome === 'failed' || outcome === 'fail' || outcome === 'incomplete';
}
