import type { StepAttempt, StepRun } from '../../engine/run/history';
import type { CommandEvidence } from '../../engine/trace/result';
import type { Row, RowColour } from './row';
import type { RunView } from './runView';
import { brief, count, duration, joined, usageText } from './words';

/** One visit of a step with its attempts, its commands and the tests that failed in them. */
export function stepRow(run: RunView, above: string, step: StepRun): Row {
  const id = `${above}/${step.step}.${step.visit}`;
  const running = step.state === 'running' && run.held && run.state.end === null;
  const said = step.state === 'running' && !running ? 'interrupted' : outcomeText(step);
  return {
    id,
    label: step.step,
    description: joined(step.kind, said, lostText(step), changedText(step), duration(step.startedAt, step.endedAt)),
    tooltip: joined(`${step.kind} step ${step.step}, visit ${step.visit}`, said, resultText(step)),
    ...lookOf(step, running),
    contextValue: 'step',
    collapsed: true,
    target: { open: 'step', folder: run.folder, step: step.step },
    children: [
      // Without a worker there is one attempt, and what it did are its commands.
      ...step.attempts
        .filter((attempt) => attempt.worker !== null || attempt.failed !== null)
        .map((attempt) => attemptRow(run, id, step, attempt)),
      ...step.commands.map((command, index) => commandRow(run, `${id}/command/${index}`, command)),
    ],
  };
}

function lookOf(step: StepRun, running: boolean): { readonly icon: string; readonly colour?: RowColour } {
  if (running) return { icon: 'loading~spin' };
  if (step.state === 'failed') return { icon: 'error', colour: 'bad' };
  if (step.state !== 'done') return { icon: 'debug-disconnect', colour: 'warning' };
  if (step.result?.kind === 'verify')
    return step.result.clean ? { icon: 'pass', colour: 'good' } : { icon: 'error', colour: 'bad' };
  if (step.result?.kind === 'work' && !step.result.ok) return { icon: 'error', colour: 'bad' };
  return { icon: 'circle-filled' };
}

/** `next` is the outcome of every success. */
function outcomeText({ outcome, state, result }: StepRun): string {
  if (result?.kind === 'verify') return result.clean ? 'clean' : 'not clean';
  return outcome === null || outcome === 'next' ? state : outcome;
}

const missingNames = (lost: readonly string[]) =>
  lost.length === 0 ? '' : `missing since number 0: ${lost.slice(0, 10).join(', ')}${lost.length > 10 ? ', …' : ''}`;

/** Tests that ran at number 0 and do not run any more: said beside what passed. */
function lostText({ result }: StepRun): string {
  const lost = result?.kind === 'verify' ? (result.tests?.lost.length ?? 0) : 0;
  return lost > 0 ? `${count(lost, 'test')} missing` : '';
}

const changedText = (step: StepRun) => (step.changed.length > 0 ? `${count(step.changed.length, 'file')} changed` : '');

function resultText(step: StepRun): string {
  const { result } = step;
  if (result === null) return '';
  switch (result.kind) {
    case 'work':
      return result.reason ?? '';
    case 'verify':
      return joined(
        result.commands.map((command) => command.reason).join('; '),
        missingNames(result.tests?.lost ?? []),
      );
    case 'judge':
      return `read: ${result.judgment.read}. ${result.judgment.lesson}`;
    case 'router':
      return result.why;
    case 'ask':
      return `answered: ${result.choice}`;
  }
}

function attemptRow(run: RunView, above: string, step: StepRun, attempt: StepAttempt): Row {
  const dead = step.state === 'interrupted' || !run.held || run.state.end !== null;
  const open = step.state === 'done' ? 'done' : dead ? 'interrupted' : 'running';
  const said = attempt.failed ?? attempt.status ?? open;
  const failing = attempt.terms.filter((term) => !term.ok);
  const id = `${above}/attempt/${attempt.attempt}`;
  return {
    id,
    label: `Attempt ${attempt.attempt}`,
    description: joined(
      attempt.worker,
      brief(said),
      attempt.usage ? usageText(attempt.usage) : '',
      duration(attempt.startedAt, attempt.endedAt),
    ),
    ...(attempt.text ? { tooltip: attempt.text } : {}),
    icon: attempt.failed === null ? 'comment' : 'warning',
    ...(attempt.failed === null ? {} : { colour: 'warning' as const }),
    contextValue: attempt.log ? 'attempt.log' : 'attempt',
    collapsed: true,
    target: attempt.log
      ? { open: 'log', folder: run.folder, path: attempt.log }
      : { open: 'step', folder: run.folder, step: step.step },
    children: failing.map((term) => ({
      id: `${id}/${term.term}`,
      label: term.term,
      description: term.reason,
      icon: 'close',
      colour: 'bad',
      contextValue: 'fact',
      children: [],
    })),
  };
}

function commandRow(run: RunView, id: string, command: CommandEvidence): Row {
  return {
    id,
    label: command.command,
    description: joined(command.clean ? 'clean' : 'not clean', command.reason, testsText(command)),
    tooltip: [
      joined(command.status, command.exit === null ? '' : `exit ${command.exit}`, command.reason),
      command.tail ?? '',
    ]
      .filter(Boolean)
      .join('\n\n'),
    icon: command.clean ? 'pass' : 'error',
    colour: command.clean ? 'good' : 'bad',
    contextValue: command.log ? 'command.log' : 'command',
    collapsed: true,
    ...(command.log ? { target: { open: 'log', folder: run.folder, path: command.log.path } as const } : {}),
    children: command.failures.map((failure, index) => ({
      id: `${id}/failure/${index}`,
      label: failure.name,
      description: joined(
        failure.file ? `${failure.file}${failure.line ? `:${failure.line}` : ''}` : '',
        brief(failure.message),
      ),
      tooltip: failure.message,
      icon: 'error',
      colour: 'bad' as const,
      contextValue: 'failure',
      ...(failure.file
        ? { target: { open: 'file', folder: run.folder, path: failure.file, line: failure.line ?? 1 } as const }
        : {}),
      children: [],
    })),
  };
}

function testsText({ tests }: CommandEvidence): string {
  if (!tests) return '';
  const parts = [`${tests.passed} passed`];
  if (tests.failed > 0) parts.push(`${tests.failed} failed`);
  if (tests.skipped > 0) parts.push(`${tests.skipped} skipped`);
  if (tests.deselected > 0) parts.push(`${tests.deselected} deselected`);
  return parts.join(', ');
}
