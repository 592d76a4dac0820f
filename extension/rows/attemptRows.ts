import type { StepAttempt, StepRun } from '../../engine/run/history';
import type { CommandEvidence } from '../../engine/trace/result';
import { logTarget } from './entryTarget';
import type { Row } from './row';
import type { RunView } from './runView';
import { say } from './say';
import { brief, duration, joined, usageText } from './words';

/** One attempt of a worker with what its check found wanting. */
export function attemptRow(run: RunView, above: string, step: StepRun, attempt: StepAttempt): Row {
  const dead = step.state === 'interrupted' || !run.held || run.state.end !== null;
  const open = step.state === 'done' ? say('done') : dead ? say('interrupted') : say('running');
  const said = attempt.failed ?? attempt.status ?? open;
  const failing = attempt.terms.filter((term) => !term.ok);
  const id = `${above}/attempt/${attempt.attempt}`;
  return {
    id,
    label: say('Attempt {0}', attempt.attempt),
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

/** One verification command with the tests that failed in it. */
export function commandRow(run: RunView, id: string, command: CommandEvidence): Row {
  const log = logTarget(run.folder, command);
  return {
    id,
    label: command.command,
    description: joined(
      ...new Set([command.clean ? say('clean') : say('not clean'), command.reason, testsText(command)]),
    ),
    tooltip: [
      joined(command.status, command.exit === null ? '' : say('exit {0}', command.exit), command.reason),
      command.tail ?? '',
    ]
      .filter(Boolean)
      .join('\n\n'),
    icon: command.clean ? 'pass' : 'error',
    colour: command.clean ? 'good' : 'bad',
    contextValue: command.log ? 'command.log' : 'command',
    collapsed: true,
    ...(log === null ? {} : { target: log }),
    children: command.failures.map((failure, index) => ({
      id: `${id}/failure/${index}`,
      label: failure.name,
      description: joined(
        failure.file ? `${inRoot(run, failure.file)}${failure.line ? `:${failure.line}` : ''}` : '',
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
  const parts = [say('{0} passed', tests.passed)];
  if (tests.failed > 0) parts.push(say('{0} failed', tests.failed));
  if (tests.skipped > 0) parts.push(say('{0} skipped', tests.skipped));
  if (tests.deselected > 0) parts.push(say('{0} deselected', tests.deselected));
  return parts.join(', ');
}

/** A path below the workspace of the run is shown from there, whatever the output called it. */
function inRoot({ folder }: RunView, file: string): string {
  const root = folder.replace(/\.converge[\\/]runs[\\/][^\\/]+$/, '');
  return file.startsWith(root) ? file.slice(root.length) : file;
}
