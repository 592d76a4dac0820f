import { shown } from '../../steps/holdOut';
import type { CommandEvidence, TestFailure } from '../../trace/result';
import type { RunHistory, StepRun } from '../history';
import type { ReportLimits } from './limits';
import { own, quoted } from './quoted';
import { everyStretch, nameIn, stepsOf } from './visited';

/** What the engine's own checks came to: before pass 1, and of each step that checks, its last visit. A model hears of no hold-out. */
export function evidenceLines(history: RunHistory, limits: ReportLimits, forModel = false): readonly string[] {
  const visits = new Map<string, StepRun[]>();
  const before: string[] = [];
  for (const { place, stretch } of everyStretch(history)) {
    for (const [step, { clean }] of Object.entries(stretch.baseline?.verifications ?? {}))
      before.push(`- before pass 1, ${quoted(nameIn(place, step))} was ${clean ? 'green' : 'red'}`);
    for (const step of stepsOf(stretch)) {
      const commands = forModel ? shown(step.commands) : step.commands;
      if (commands.length === 0) continue;
      const name = nameIn(place, step.step);
      visits.set(name, [...(visits.get(name) ?? []), { ...step, commands }]);
    }
  }
  const left = visits.size - limits.evidence;
  return [
    '## Evidence',
    '',
    ...(visits.size === 0 ? ['No command was run to check anything.'] : []),
    ...before.slice(0, limits.evidence),
    ...[...visits].slice(0, limits.evidence).flatMap(([name, steps]) => stepLines(name, steps, limits)),
    ...(left > 0 ? [`- ${left} more steps that check are in the trace`] : []),
  ];
}

function stepLines(name: string, steps: readonly StepRun[], limits: ReportLimits): readonly string[] {
  const last = steps.at(-1);
  if (last === undefined) return [];
  const clean = steps.filter(({ commands }) => commands.every((command) => command.clean)).length;
  return [
    `- ${quoted(name)}: clean in ${clean} of ${steps.length} visits; its last, visit ${own(String(last.visit))}:`,
    ...last.commands.slice(0, limits.evidence).flatMap((command) => commandLines(command, limits)),
    ...(last.commands.length > limits.evidence
      ? [`  - ${last.commands.length - limits.evidence} more commands are in the trace`]
      : []),
  ];
}

function commandLines(command: CommandEvidence, limits: ReportLimits): readonly string[] {
  const { clean, status, exit, tests, failures, reason, holdout } = command;
  const counts =
    tests === undefined
      ? 'no test counts'
      : `tests: ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped, ${tests.deselected} deselected`;
  const end = status === 'exited' ? `exit code ${exit ?? 'unknown'}` : status;
  return [
    `  - ${clean ? 'clean' : '**not clean**'}${holdout ? ', a hold-out' : ''}: ${quoted(command.command, limits.text)}; ${own(end)}; ${own(counts)}; ${quoted(reason, limits.text)}`,
    ...failures.slice(0, limits.evidence).map((failure) => `    - ${failureText(failure, limits)}`),
    ...(failures.length > limits.evidence ? [`    - ${failures.length - limits.evidence} more failures`] : []),
  ];
}

function failureText({ name, message, file, line }: TestFailure, { text }: ReportLimits): string {
  const place = file === undefined ? '' : ` at ${quoted(`${file}${line === undefined ? '' : `:${line}`}`)}`;
  return `failed: ${quoted(name, text)}${place}: ${quoted(message, text)}`;
}
