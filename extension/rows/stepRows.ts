import type { ChildRun, StepRun } from '../../engine/run/history';
import { aboutRows } from './aboutRows';
import { attemptRow, commandRow } from './attemptRows';
import type { FlowPlace } from './flowPlace';
import { outermost } from './flowPlace';
import type { Row } from './row';
import { say } from './say';
import { amountOf, lookOf, saidOf, stateWord } from './stepLook';
import { count, duration, joined, spendText } from './words';

/** One visit of a step with its attempts, its commands, what its kind has to say, and what it called. */
export function stepRow(place: FlowPlace, above: string, step: StepRun): Row {
  const { run } = place;
  const id = `${above}/${step.step}.${step.visit}`;
  const running = step.state === 'running' && run.held && run.state.end === null;
  const kind = kindOf(place, step);
  const said = step.state === 'running' && !running ? say('interrupted') : saidOf(step);
  const calls = step.children.find(({ index }) => index === null)?.flow?.id;
  return {
    id,
    label: step.step,
    description: joined(
      kind,
      step.handoff ? say('handed control: {0}', step.handoff.reason) : '',
      said,
      step.cached ? say('from the cache') : '',
      calls,
      amountOf(step),
      lostText(step),
      changedText(step),
      spendText(step.spend),
      duration(step.startedAt, step.endedAt),
    ),
    tooltip: joined(say('{0} step {1}, visit {2}', kind, step.step, step.visit), said, resultText(step)),
    ...lookOf(step, running),
    contextValue: 'step',
    collapsed: !(running && step.children.length > 0),
    target: { open: 'step', folder: run.folder, step: outermost(place.within) ?? step.step },
    children: [
      // Without a worker there is one attempt, and what it did are its commands.
      ...step.attempts
        .filter((attempt) => attempt.worker !== null || attempt.failed !== null)
        .map((attempt) => attemptRow(run, id, step, attempt)),
      ...step.commands.map((command, index) => commandRow(run, `${id}/command/${index}`, command)),
      ...aboutRows(id, step),
      ...step.children.flatMap((child) => childRows(place, id, step, child)),
    ],
  };
}

/**
 * A trace tells it with the result. Until then the run's own copy of its flow does: of a map or a plan nothing is told, and a
 * step whose worker is a person looks like a question, whatever it is.
 */
const kindOf = ({ run, within }: FlowPlace, { kind, step }: StepRun): string =>
  (kind === '' || kind === 'ask') && within === '' ? (run.flow?.steps[step]?.kind ?? kind) : kind;

/** A called flow stands under its step; each item and task is a row of its own, whose step stands under it. */
function childRows(place: FlowPlace, above: string, step: StepRun, child: ChildRun): readonly Row[] {
  const inside = { ...place, flow: child, within: child.within };
  const id = `${above}/${child.within}`;
  if (child.index === null) return place.nested(inside, id);
  const runs = child.stretches.flatMap(({ steps }) => steps);
  const last = runs.at(-1);
  const running = child.endedAt === null && place.run.held && place.run.state.end === null;
  const said =
    last === undefined ? '' : last.state === 'running' && !running ? say('interrupted') : stateWord(last.state);
  const failure = failureOf(step, child);
  return [
    {
      id,
      label:
        child.task ??
        (kindOf(place, step) === 'plan' ? say('Task {0}', child.index + 1) : say('Item {0}', child.index + 1)),
      description: joined(said, failure, spendText(child.spend), duration(child.startedAt, child.endedAt)),
      ...(last === undefined ? { icon: 'circle-outline' } : lookOf(last, running)),
      contextValue: 'item',
      collapsed: true,
      target: { open: 'step', folder: place.run.folder, step: outermost(child.within) ?? step.step },
      children: runs.map((run) => stepRow(inside, id, run)),
    },
  ];
}

function failureOf({ result }: StepRun, child: ChildRun): string {
  if (result?.kind === 'map') return result.failures.find(({ index }) => index === child.index)?.reason ?? '';
  if (result?.kind === 'plan') return result.results.find(({ id }) => id === child.task)?.reason ?? '';
  return '';
}

const missingNames = (lost: readonly string[]) =>
  lost.length === 0
    ? ''
    : say('missing since number 0: {0}', `${lost.slice(0, 10).join(', ')}${lost.length > 10 ? ', …' : ''}`);

/** Tests that ran at number 0 and do not run any more: said beside what passed. */
function lostText({ result }: StepRun): string {
  const lost = result?.kind === 'verify' ? (result.tests?.lost.length ?? 0) : 0;
  return lost > 0 ? say('{0} missing', count(lost, 'test')) : '';
}

const changedText = (step: StepRun) =>
  step.changed.length > 0 ? say('{0} changed', count(step.changed.length, 'file')) : '';

function resultText(step: StepRun): string {
  const { result } = step;
  if (result === null) return '';
  switch (result.kind) {
    case 'work':
    case 'map':
      return result.reason ?? '';
    case 'verify':
      return joined(
        result.commands.map((command) => command.reason).join('; '),
        missingNames(result.tests?.lost ?? []),
      );
    case 'judge':
      return say('read: {0}. {1}', result.judgment.read, result.judgment.lesson);
    case 'gate':
      return joined(say('read: {0}', result.read), result.reasons.join('; '), result.feedback);
    case 'plan':
      return result.reason;
    case 'router':
    case 'watch':
    case 'call':
      return result.why;
    case 'ask':
      return say('answered: {0}', result.choice);
    case 'join':
      return '';
  }
}
